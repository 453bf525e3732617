"""What a team may change of how its memories are ranked: each number with its meaning and its
bounds. Pure.

The defaults are those of `retrieval.tuning`. The bounds keep a ranking sensible whatever is chosen:
none switches off what makes a result an answer, and none lets age or a person's name decide alone.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from typing import Any

from retrieval.tuning import (
    DECAY_DAYS,
    DUPLICATE_OVERLAP,
    LEXICAL_WEIGHT,
    OBSERVATION_FACTOR,
    PERSON_WEIGHT,
    RECENCY_FLOOR,
    RECENCY_WEIGHT,
    SUPERSEDED_FACTOR,
    TIME_WEIGHT,
    VECTOR_WEIGHT,
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """One number that may be changed. `step` is the least change that is worth making."""

    name: str
    label: str
    meaning: str
    unit: str
    default: float
    minimum: float
    maximum: float
    step: float


def _number(default: float, lowest: float, highest: float, **told: Any) -> Any:
    return field(default=default, metadata={"minimum": lowest, "maximum": highest, **told})


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers that one search is ranked with."""

    recency_weight: float = _number(
        RECENCY_WEIGHT, 0.0, 0.6, step=0.05, unit="share of the score",
        label="Recency against relevance",
        meaning="How much of a score is for being recent; the rest is for fitting the question.",
    )  # fmt: skip
    decay_days: float = _number(
        DECAY_DAYS, 1.0, 365.0, step=1.0, unit="days",
        label="How fast age counts",
        meaning="The age at which a memory's recency has fallen to 37 percent.",
    )  # fmt: skip
    recency_floor: float = _number(
        RECENCY_FLOOR, 0.0, 0.5, step=0.05, unit="of 1",
        label="Recency of what is old",
        meaning="What recency never falls below, so that old memories stay findable.",
    )  # fmt: skip
    superseded_factor: float = _number(
        SUPERSEDED_FACTOR, 0.05, 1.0, step=0.05, unit="times the score",
        label="What was replaced",
        meaning="What the score of a superseded decision is multiplied by, unless a question asks "
        "about the past.",
    )  # fmt: skip
    observation_factor: float = _number(
        OBSERVATION_FACTOR, 0.5, 1.0, step=0.01, unit="times the score",
        label="Plain messages",
        meaning="What the score of a message that decides nothing is multiplied by, so that a "
        "decision wins a near tie.",
    )  # fmt: skip
    meaning_weight: float = _number(
        VECTOR_WEIGHT, 0.1, 3.0, step=0.1, unit="weight",
        label="Meaning",
        meaning="How much it counts that a memory means what the question means.",
    )  # fmt: skip
    words_weight: float = _number(
        LEXICAL_WEIGHT, 0.1, 3.0, step=0.1, unit="weight",
        label="Words",
        meaning="How much it counts that a memory has the words of the question, rare ones more.",
    )  # fmt: skip
    people_weight: float = _number(
        PERSON_WEIGHT, 0.0, 5.0, step=0.1, unit="weight",
        label="People",
        meaning="How much it counts that a memory is by or with the people named in the question.",
    )  # fmt: skip
    time_weight: float = _number(
        TIME_WEIGHT, 0.0, 9.0, step=0.1, unit="weight",
        label="Times",
        meaning="How much it counts that a memory is of the time named in the question.",
    )  # fmt: skip
    duplicate_overlap: float = _number(
        DUPLICATE_OVERLAP, 0.5, 1.0, step=0.05, unit="share of common words",
        label="What says the same",
        meaning="From how many words in common a result is left out as repeating a better one. "
        "Lower makes results more diverse.",
    )  # fmt: skip

    @property
    def relevance_weight(self) -> float:
        return 1.0 - self.recency_weight

    @property
    def weights(self) -> Mapping[str, float]:
        """By the parts of a score that they weigh."""
        return {
            "meaning": self.meaning_weight, "words": self.words_weight,
            "people": self.people_weight, "time": self.time_weight,
            "recency": self.recency_weight,
        }  # fmt: skip


DEFAULTS = Parameters()


@cache
def bounds() -> tuple[Bounds, ...]:
    """All that may be changed, in the order in which it is shown."""
    return tuple(_bounds(each) for each in fields(Parameters))


def chosen(values: Mapping[str, float]) -> Parameters:
    """The defaults with these values. What is unknown by now is left out, and what lies outside
    its bounds by now is brought to the nearest: a team's choice outlives a release."""
    known = {each.name: each for each in bounds()}
    return replace(
        DEFAULTS,
        **{
            name: min(max(float(value), known[name].minimum), known[name].maximum)
            for name, value in values.items()
            if name in known
        },
    )


def _bounds(each: Field[Any]) -> Bounds:
    return Bounds(name=each.name, default=getattr(DEFAULTS, each.name), **each.metadata)
