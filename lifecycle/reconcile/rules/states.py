"""The same subject in another state: what was chosen is now rejected, ended or canceled. Pure."""

import re
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import references_in, without_label
from lifecycle.reconcile.tuning import NAMED_SHARE, SAME_TITLE_WORDS
from lifecycle.reconcile.words import subject_of

_LEAVES = re.compile(
    r"\b(?:switch\w*|mov(?:e|ed|ing)|migrat\w+|chang\w+|chose)\b[^.;]{0,60}?"
    r"\bfrom\s+(?P<old>[^.;,]{2,50}?)\s+to\s+\S",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:replac(?:es?|ed|ing)|instead\ of|in\ place\ of|retir(?:es?|ed|ing)|drop(?:s|ped|ping)?"
    r"|get(?:ting)?\s+rid\s+of|done\s+with|away\s+from)\s+(?P<old>[^.;,:]{2,60})",
    re.IGNORECASE,
)
# "Weekly releases end today", "Per-berth pricing is over".
_ENDS = re.compile(
    r"(?:^|[.!?:]\s+|\n)(?P<old>[^.;,:!?\n]{3,50}?)\s+(?:ends?\s+(?:today|now|here|this|with|on)"
    r"|(?:is|are)\s+(?:over|history|gone|dead|no\ more|discontinued)|(?:was|were)\s+a\s+mistake)\b",
    re.IGNORECASE,
)
_TITLE_REMOVES = re.compile(
    r"^\W*(?:remov(?:e|es|ing|al of)|withdraw(?:al of)?|revert|deprecat(?:e|ion of)|drop|abolish"
    r"|retire)\s+(?P<old>.+?)(?:\s+from\s.+)?$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^(?:to\s+)?(?:stay(?:ing)?\s+with|mov(?:e|ing)\s+to|keep(?:ing)?|us(?:e|ing)|go(?:ing)?\s+with|a|an|the)\s+",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\b(?:with|on|use|using|chose|choose)\s+(?P<new>[A-Z][\w.-]*(?:\s+[A-Z][\w.-]*)*)"
)
_SCOPE = re.compile(r"\b(?:for|in)\s+(.+?)$", re.IGNORECASE)
_LASTING = frozenset({"selection", "direction", "approval", "prioritization", "negotiation", ""})
_ENDING = frozenset({"cancellation", "rejection"})


def leaves(new: Statement, older: Statement) -> str:
    """What the newer one leaves that the older one had chosen; '' where there is no such thing."""
    chosen = {_named(each): each for each in _chosen(older)}
    chosen.pop(frozenset(), None)
    if not chosen or older.type not in _LASTING or not _same_scope(new, older):
        return ""
    for given in _left(new):
        words = _named(given)
        if words and words in chosen:
            return given.strip()
    return ""


def ends(new: Statement, older: Statement) -> str:
    """What the newer one says is over that the older one had set up; '' where nothing is."""
    if older.type in _ENDING or older.type not in _LASTING:
        return ""
    has = {*subject_of(older.title), *subject_of(older.text)}
    for over in _over(new):
        words = subject_of(over)
        if len(words) >= SAME_TITLE_WORDS and words <= has:
            return over.strip()
    return ""


def cancels(new: Statement, older: Statement) -> str:
    """What the newer one cancels or removes that the older one is about; '' where nothing is."""
    if older.type in _ENDING or older.type not in _LASTING:
        return ""
    title = without_label(new.title)
    removed = _TITLE_REMOVES.match(title)
    object_ = removed["old"] if removed else title if new.type == "cancellation" else ""
    words, subject = subject_of(object_), subject_of(without_label(older.title))
    if len(words) < SAME_TITLE_WORDS or len(subject) < SAME_TITLE_WORDS:
        return ""
    shared = words & subject
    enough = len(shared) >= max(SAME_TITLE_WORDS, NAMED_SHARE * len(subject))
    return object_.strip() if enough else ""


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
    return tuple(match["old"] for match in _ENDS.finditer(new.text))


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
