"""What an older statement might say that a new one repeats or changes. Pure."""

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.references import without_label

REWORDINGS = ("{subject}", "It was decided: {subject}", "We agreed on {subject}")
CHANGED_STATES = (
    "No longer {subject}",
    "{subject} was replaced",
    "Instead of {subject} something else",
)
HYPOTHESES = len(REWORDINGS) + len(CHANGED_STATES)  # of each statement


def subject_of(statement: Statement) -> str:
    """What a statement is about: its title, without the name that a record has."""
    return without_label(statement.title)


def hypotheses_of(subject: str) -> list[str]:
    """Three rewordings and three changed states, made without a model."""
    return [each.format(subject=subject) for each in (*REWORDINGS, *CHANGED_STATES)]
