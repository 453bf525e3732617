"""Which role counts, where a memory names somebody several times. Pure."""

from collections.abc import Iterable

# As momo_follow_names has them; a role that is none of these comes after the owner's.
RANKS = ("author", "decider", "owner", "assignee", "mentioned", "to", "cc", "")


def first_role(roles: Iterable[str]) -> str:
    """The one that says most of why the memory is theirs. Empty where there is none."""
    return min(roles, key=_rank, default="")


def _rank(role: str) -> tuple[float, str]:
    return (RANKS.index(role) if role in RANKS else RANKS.index("assignee") - 0.5, role)
