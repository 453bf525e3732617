"""The parts of a search that can be left out, to see what each is worth. Pure."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from retrieval.backends import Way
from retrieval.landing.legs import Legs
from retrieval.ranking.cues import CUES
from retrieval.ranking.parameters import DEFAULTS, Parameters
from retrieval.ranking.scoring import WEIGHTS


class Stage(StrEnum):
    """What a search does beyond comparing a text with texts."""

    NAMES = "names"  # reading names: left out, they are words like others
    TIMES = "times"  # reading times
    MEANING = "meaning"  # the leg for meaning
    WORDS = "words"  # the leg for words
    PEOPLE = "people"  # the leg for people, and what they count
    CONTEXT = "context"  # what was said around a memory, in the leg for words
    CUES = "cues"  # how a memory is worded
    RECENCY = "recency"
    DISTILL = "distill"  # leaving out what repeats a better one


Off = Collection[Stage]
NONE: Off = frozenset()

_PARTS: Mapping[Stage, Collection[str]] = {
    Stage.PEOPLE: ("people",),
    Stage.TIMES: ("time",),
    Stage.CUES: CUES,
    Stage.RECENCY: ("recency",),
}


def legs_of(way: Way, off: Off) -> Legs:
    """The legs of a backend that are left."""
    return Legs(
        vector=way.legs.vector and Stage.MEANING not in off,
        words=way.legs.words and Stage.WORDS not in off,
        people=way.legs.people and Stage.PEOPLE not in off,
        times=way.legs.times and Stage.TIMES not in off,
        context=way.legs.context and Stage.CONTEXT not in off,
    )


def weights_of(off: Off, parameters: Parameters = DEFAULTS) -> Mapping[str, float]:
    """The weights of what a score is made of, 0 for what is left out."""
    none = {part for stage in off for part in _PARTS.get(stage, ())}
    weights = {**WEIGHTS, **parameters.weights}
    return {name: 0.0 if name in none else weight for name, weight in weights.items()}
