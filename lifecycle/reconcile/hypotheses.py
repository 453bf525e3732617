"""What an older statement might say that a new one repeats or changes. Pure."""

REWORDINGS = ("{subject}", "It was decided: {subject}", "We agreed on {subject}")
CHANGED_STATES = (
    "No longer {subject}",
    "{subject} was replaced",
    "Instead of {subject} something else",
)


def hypotheses_of(subject: str) -> list[str]:
    """Three rewordings and three changed states, made without a model."""
    return [each.format(subject=subject) for each in (*REWORDINGS, *CHANGED_STATES)]
