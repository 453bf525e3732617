"""What was chosen is left for something else: "from X to Y", "Y instead of X". Pure."""

import re
from functools import lru_cache

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import references_in, without_label
from lifecycle.reconcile.rules.kinds import STANDING
from lifecycle.reconcile.words import subject_of

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


def leaves(new: Statement, older: Statement) -> str:
    """What the newer one leaves that the older one had chosen; '' where there is no such thing."""
    chosen = {_named(each): each for each in _chosen(older)}
    chosen.pop(frozenset(), None)
    if not chosen or older.type not in STANDING or not _same_scope(new, older):
        return ""
    for given in _left(new):
        if _named(given) in chosen or _named(_TAIL.sub("", given)) in chosen:
            return given.strip()
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
