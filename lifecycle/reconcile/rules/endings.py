"""What was set up is over: it ends, is retired, canceled or removed. Pure."""

import re
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import without_label
from lifecycle.reconcile.rules.kinds import CANCELABLE, ENDING, STANDING
from lifecycle.reconcile.tuning import NAMED_SHARE, SAME_TITLE_WORDS
from lifecycle.reconcile.words import priced, subject_of

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
_SAYS_NO = re.compile(r"\b(?:no|not|never|without)\b", re.IGNORECASE)


def ends(new: Statement, older: Statement) -> str:
    """What the newer one says is over that the older one had set up; '' where nothing is."""
    if older.type in ENDING or older.type not in STANDING:
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
    if older.type in ENDING or older.type not in (CANCELABLE if canceled else STANDING):
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


@lru_cache(maxsize=4_000)
def _over(new: Statement) -> tuple[str, ...]:
    text = f"{new.before}\n{new.text}"
    return tuple(match["old"] for match in _ENDS.finditer(text))
