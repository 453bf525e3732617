"""The rules in their order: the first that says something about a pair decides. Pure."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from lifecycle.reconcile.contract import (
    Finding,
    Nearby,
    Resolution,
    Statement,
    Verdict,
)
from lifecycle.reconcile.rules.changes import counts_otherwise, says_it_replaces
from lifecycle.reconcile.rules.choices import leaves
from lifecycle.reconcile.rules.disputes import opposes
from lifecycle.reconcile.rules.endings import cancels, ends
from lifecycle.reconcile.rules.explicit import replaces_by_name
from lifecycle.reconcile.rules.sameness import says_the_same, sentiment_of
from lifecycle.reconcile.rules.titles import is_later_edition, is_reworked, is_same_subject
from lifecycle.reconcile.tuning import CONFLICT_DAYS

# Of other kinds several stand side by side: two approvals of one budget, each year's.
_ONE_AT_A_TIME = frozenset({"selection", "direction", "prioritization", ""})
_OPEN = frozenset({"pending", "reversed"})


class RulesResolver:
    """Judges each pair by itself."""

    again = True

    def resolve(self, nearby: Sequence[Nearby]) -> Resolution:
        found = (_judged(each.new, older) for each in nearby for older in each.older)
        return Resolution(tuple(finding for finding in found if finding))


def _judged(new: Statement, older: Statement) -> Finding | None:
    if new.status in _OPEN or older.status == "reversed":
        return None  # what is not decided yet, or no more, changes nothing
    for verdict, rule, reason, evidence in _said(new, older):
        if verdict == Verdict.INVALIDATE and _is_dispute(new, older, rule):
            verdict = Verdict.CONFLICT
        return Finding(verdict, older.key, new.key, rule, reason, evidence, sentiment_of(new.quote))
    return None


def _said(new: Statement, older: Statement) -> Iterator[tuple[Verdict, str, str, str]]:
    if says_the_same(new, older):
        yield Verdict.SKIP, "same-words", "It says the same in the same words.", new.quote
    if said := replaces_by_name(new, older):
        yield Verdict.INVALIDATE, "names-it", said.how, said.sentence
    if is_later_edition(new, older):
        yield Verdict.INVALIDATE, "later-edition", "It is a later version of it.", new.title
    if left := leaves(new, older):
        yield Verdict.INVALIDATE, "leaves-choice", f"It leaves what was chosen: {left}", new.quote
    if over := ends(new, older):
        yield Verdict.INVALIDATE, "says-over", f"It says that this is over: {over}", over
    if gone := cancels(new, older):
        yield Verdict.INVALIDATE, "cancels", f"It cancels or removes this: {gone}", new.quote
    if is_same_subject(new, older) and new.type in _ONE_AT_A_TIME and new.type == older.type:
        yield Verdict.INVALIDATE, "same-subject", "It decides the same subject anew.", new.title
    if said_so := says_it_replaces(new, older):
        yield Verdict.INVALIDATE, "says-replaced", f"It says that it replaces: {said_so}", said_so
    if is_reworked(new, older) and new.type in _ONE_AT_A_TIME and new.type == older.type:
        yield Verdict.INVALIDATE, "reworked", "It is the same subject in another way.", new.title
    if things := counts_otherwise(new, older):
        yield Verdict.INVALIDATE, "other-numbers", f"It says otherwise: {things}", new.quote
    if opposes(new, older):
        yield Verdict.CONFLICT, "opposite", "Each puts first what the other puts last.", new.quote


def _is_dispute(new: Statement, older: Statement, rule: str) -> bool:
    """Two people decide one subject at about the same time, and neither speaks of the other's."""
    return (
        rule == "same-subject"
        and bool(new.deciders and older.deciders)
        and not new.deciders & older.deciders
        and new.at - older.at < timedelta(days=CONFLICT_DAYS)
    )
