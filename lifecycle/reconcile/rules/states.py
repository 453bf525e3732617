"""The same subject in another state: what was chosen is now rejected, ended or canceled. Pure."""

import re
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import references_in, without_label
from lifecycle.reconcile.tuning import NAMED_SHARE, SAME_TITLE_WORDS
from lifecycle.reconcile.words import priced, stem, subject_of

_LEAVES = re.compile(
    r"\b(?:switch\w*|mov(?:e|ed|ing)|migrat\w+|chang\w+|chose)\b[^.;]{0,60}?"
    r"\bfrom\s+(?P<old>[^.;,]{2,50}?)\s+to\s+\S",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:replac(?:es?|ed|ing)|instead\s+of|in\s+place\s+of|retir(?:es?|ed|ing)|drop(?:s|ped|ping)?"
    r"|get(?:ting)?\s+rid\s+of|done\s+with|away\s+from|ditch(?:es|ed|ing)?|abandon(?:s|ed|ing)?"
    r"|scrap(?:s|ped|ping)?|sunset(?:s|ting)?|phas(?:es?|ed|ing)\s+out|decommission(?:s|ed|ing)?"
    r"|stop(?:s|ped|ping)?\s+using|no\s+longer\s+us(?:es?|ing)|(?:won't|don't|not)\s+us(?:es?|ing)"
    r"|no\s+more)\s+(?P<old>[^.;,:]{2,60})",
    re.IGNORECASE,
)
# "Weekly releases end today", "Per-berth pricing is over".
_ENDS = re.compile(
    r"(?:^|[.!?:]\s+|\n)(?P<old>[^.;,:!?\n]{3,50}?)\s+(?:ends?\s+(?:today|now|here|this|with|on)"
    r"|(?:is|are)\s+(?:over|history|gone|dead|no\ more|discontinued)|(?:was|were)\s+a\s+mistake)\b",
    re.IGNORECASE,
)
_EXISTING = re.compile(
    r"\b(?:existing|current|old|present|previous)\s+(?P<old>(?:(?!\.\s)[^;:]){3,60}?)\s+(?:will|shall|is|are)"
    r"\s+(?:be\s+)?(?:deprecated|retired|removed|discontinued|withdrawn|replaced|no\s+longer)\b",
    re.IGNORECASE,
)
_TITLE_REMOVES = re.compile(
    r"^\W*(?:remov(?:e|es|ing|al of)|withdraw(?:al of)?|revert|deprecat(?:e|ion of)|drop|abolish"
    r"|retire)\s+(?P<old>.+?)(?:\s+from\s.+)?$",
    re.IGNORECASE,
)
# "Redis with Valkey", "Redis for sessions any more": what follows the name is not part of it.
_TAIL = re.compile(
    r"\s+(?:with|by|for|in|on|at|from|and|to|as|any\s?more|altogether|entirely|now|this|next|after)\b.*$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:to\s+)?(?:stay(?:ing)?\s+with|mov(?:e|ing)\s+to|keep(?:ing)?|us(?:e|ing)|go(?:ing)?\s+with|a|an|the)\s+",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\b(?i:with|on|use|using|chose|choose|adopt(?:ed)?|pick(?:ed)?|(?:switch|mov|migrat)\w*\s+to)\s+(?P<new>[A-Z][\w.-]*(?:\s+[A-Z][\w.-]*)*)"
)
_SCOPE = re.compile(r"\b(?:for|in)\s+(.+?)$", re.IGNORECASE)
_SAYS_NO = re.compile(r"\b(?:no|not|never|without)\b", re.IGNORECASE)
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
_LASTING = frozenset({"selection", "direction", "approval", "prioritization", "negotiation", ""})
# A meeting that was confirmed or work that was promised can be called off, too.
_CANCELED = _LASTING | {"confirmation", "commitment", "delegation"}
_ENDING = frozenset({"cancellation", "rejection"})


def leaves(new: Statement, older: Statement) -> str:
    """What the newer one leaves that the older one had chosen; '' where there is no such thing."""
    chosen = {_named(each): each for each in _chosen(older)}
    chosen.pop(frozenset(), None)
    if not chosen or older.type not in _LASTING or not _same_scope(new, older):
        return ""
    for given in _left(new):
        if _named(given) in chosen or _named(_TAIL.sub("", given)) in chosen:
            return given.strip()
    return ""


def ends(new: Statement, older: Statement) -> str:
    """What the newer one says is over that the older one had set up; '' where nothing is."""
    if older.type in _ENDING or older.type not in _LASTING:
        return ""
    has = {*subject_of(older.title), *subject_of(older.text), *priced(older.quote)}
    for over in _over(new):
        words = subject_of(over)
        if len(words) >= SAME_TITLE_WORDS and words <= has:
            return over.strip()
    return _retires(new, older)


def _retires(new: Statement, older: Statement) -> str:
    """ "The existing launcher will be deprecated": what the older title names in full, where the
    newer title says the rest of it."""
    subject = subject_of(without_label(older.title))
    if len(subject) < SAME_TITLE_WORDS:
        return ""
    named = subject & subject_of(without_label(new.title))
    for match in _EXISTING.finditer(new.text):
        gone = subject & subject_of(match["old"])
        if gone and gone - named and subject <= gone | named:
            return match["old"].strip()
    return ""


def cancels(new: Statement, older: Statement) -> str:
    """What the newer one cancels or removes that the older one is about; '' where nothing is."""
    canceled = new.type == "cancellation"
    if older.type in _ENDING or older.type not in (_CANCELED if canceled else _LASTING):
        return ""
    title = without_label(new.title)
    removed = _TITLE_REMOVES.match(title)
    if _SAYS_NO.search(older.title):
        return ""  # it was said already
    object_ = removed["old"] if removed else title if canceled else ""
    words, subject = subject_of(object_), subject_of(without_label(older.title))
    if canceled and words and new.thread and new.thread == older.thread:
        return object_.strip() if words <= subject or words >= subject != frozenset() else ""
    if len(words) < SAME_TITLE_WORDS or len(subject) < SAME_TITLE_WORDS:
        return ""
    shared = words & subject
    whole = min(len(subject), len(words)) if canceled else len(subject)
    enough = len(shared) >= max(SAME_TITLE_WORDS, NAMED_SHARE * whole)
    return object_.strip() if enough else ""


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
    if len(subject) < SAME_TITLE_WORDS or older.type not in _LASTING:
        return ""
    for said in (new.replaces, *(m["old"] for m in _REPLACES.finditer(new.text))):
        words = subject_of(said)
        if SAME_TITLE_WORDS <= len(words & subject) >= NAMED_SHARE * len(subject) and words <= {
            *subject, *subject_of(older.text)
        }:  # fmt: skip
            return said.strip()
    return ""


@lru_cache(maxsize=4_000)
def _left(new: Statement) -> tuple[str, ...]:
    """What it says it leaves: its options not chosen, what it replaces, "from X to Y"."""
    said = (
        match["old"]
        for pattern in (_LEAVES, _INSTEAD)
        for text in (new.title, new.text)
        for match in pattern.finditer(text)
    )
    return tuple(dict.fromkeys((new.replaces, *new.rejected, *said)))


@lru_cache(maxsize=4_000)
def _over(new: Statement) -> tuple[str, ...]:
    text = f"{new.before}\n{new.text}"
    return tuple(match["old"] for match in _ENDS.finditer(text))


@lru_cache(maxsize=4_000)
def _chosen(older: Statement) -> tuple[str, ...]:
    named = (match["new"] for match in _WITH.finditer(without_label(older.title)))
    return (*older.chosen, *named)


def _named(option: str) -> frozenset[str]:
    """The words of an option; numbers are not among them, and names of records none."""
    return frozenset() if references_in(option) else subject_of(_HEAD.sub("", option.strip()))


def _same_scope(new: Statement, older: Statement) -> bool:
    """Whether what each is decided for may be one thing: "Redis for caching" says nothing about
    "Kafka rather than Redis for events"."""
    mine, its = _scope(new), _scope(older)
    return not mine or not its or bool(mine & its)


def _scope(statement: Statement) -> frozenset[str]:
    match = _SCOPE.search(without_label(statement.title))
    return subject_of(match[1]) if match else frozenset()
