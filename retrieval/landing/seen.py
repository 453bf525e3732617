"""How many memories a principal sees, where there are many: kept for a minute.

In a large team counting them takes longer than finding words in them, and how rare a word is hardly
changes with it.
"""

from django.core.cache import caches

from momo.platform.tenancy.context import current

MANY = 1_000  # memories from which on a minute adds few to them; chosen
_COUNTS = caches["counts"]


def known() -> int | None:
    """What `keep` was told of the current principal in this process, within the last minute."""
    count: int | None = _COUNTS.get(_key())
    return count


def keep(count: int) -> None:
    if count >= MANY:
        _COUNTS.add(_key(), count)


def _key() -> str:
    scope = current()
    return f"seen:{scope.team_id}:{scope.principal_id}"
