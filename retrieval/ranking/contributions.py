"""What a score is made of: parts that add up to it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contribution:
    """One part of a score.

    `value` is the signal as it was measured, `weight` what one unit of it adds among these
    candidates (0 where the part is not a multiple of the value), `contribution` what it added to
    the score, below 0 where it took away. The contributions of a result add up to its score.
    """

    name: str
    value: float
    weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class Change:
    """What one part makes of the distance between two scores; the changes add up to it."""

    name: str
    value: float
    before: float
    change: float


def told_apart(parts: Sequence[Contribution], before: Sequence[Contribution]) -> tuple[Change, ...]:
    """What changes from one score's parts to another's, what takes away most first."""
    here, there = _by_name(parts), _by_name(before)
    changes = [
        Change(
            name,
            here.get(name, _NOTHING).value,
            there.get(name, _NOTHING).value,
            here.get(name, _NOTHING).contribution - there.get(name, _NOTHING).contribution,
        )
        for name in dict.fromkeys([*here, *there])
    ]
    return tuple(sorted(changes, key=lambda change: change.change))


_NOTHING = Contribution("", 0.0, 0.0, 0.0)


def _by_name(parts: Sequence[Contribution]) -> dict[str, Contribution]:
    return {part.name: part for part in parts}
