"""The same subject decided otherwise: in other numbers, or by saying what it replaces. Pure."""

import re
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import without_label
from lifecycle.reconcile.rules.kinds import STANDING
from lifecycle.reconcile.tuning import NAMED_SHARE, SAME_TITLE_WORDS
from lifecycle.reconcile.words import stem, subject_of

_COUNT = re.compile(
    r"\b(a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)\s+([a-z]{3,})",
    re.IGNORECASE,
)
_REPLACES = re.compile(
    r"\b(?:replac(?:es?|ing)|supersed(?:es?|ing)|succeed(?:s|ing)?|obsolet(?:es?|ing)"
    r"|in\s+(?:place|favou?r)\s+of|instead\s+of|takes\s+the\s+place\s+of)\s+(?:the\s+|our\s+|an?\s+)?"
    r"(?P<old>[^.;,:\n]{3,60}?)(?=\s+(?:introduced|described|defined|specified|from|that|which|with|by|in"
    r"|for|of)\b|[.;,:\n]|$)",
    re.IGNORECASE,
)


def counts_otherwise(new: Statement, older: Statement) -> str:
    """Where both set a rule with the same things in other numbers: "one engineer for a week", "two
    engineers for two weeks". '' where they do not."""
    if new.type != "direction" or older.type != "direction":
        return ""
    mine, its = _counted(new.quote), _counted(older.quote)
    other = [word for word in mine.keys() & its.keys() if mine[word] != its[word]]
    return ", ".join(sorted(other)) if len(other) >= SAME_TITLE_WORDS else ""


@lru_cache(maxsize=4_000)
def _counted(text: str) -> dict[str, str]:
    """What a text counts, by stem."""
    found = ((stem(word.lower()), number.lower()) for number, word in _COUNT.findall(text))
    return {word: "one" if number in {"a", "an", "1"} else number for word, number in found}


def says_it_replaces(new: Statement, older: Statement) -> str:
    """What it says it replaces, in words that most of the older title is made of; else ''."""
    subject = subject_of(without_label(older.title))
    if len(subject) < SAME_TITLE_WORDS or older.type not in STANDING:
        return ""
    for said in (new.replaces, *(m["old"] for m in _REPLACES.finditer(new.text))):
        words = subject_of(said)
        if SAME_TITLE_WORDS <= len(words & subject) >= NAMED_SHARE * len(subject) and words <= {
            *subject, *subject_of(older.text)
        }:  # fmt: skip
            return said.strip()
    return ""
