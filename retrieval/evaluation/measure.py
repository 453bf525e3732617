"""How well a search finds what it should, and how fast. Pure: the search is any callable."""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

KS = (10, 20)  # results looked at
MILLISECONDS = 1_000
# Before the key of what is found only by something that stands for it, as a message is by the
# decision that was read in it.
STAND_IN = "~"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the keys of what an answer rests on; one of no keys is not counted.

    `restated` has, by key, the keys of what says the same: one of them is enough.
    """

    question: str
    finds: frozenset[str]
    category: str = ""
    restated: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the keys found, best first, and how long that took.

    `strict` are the keys as they were given, where what stands for a thing is not it.
    """

    asked: Asked
    keys: tuple[str, ...]
    seconds: float
    strict: tuple[str, ...] = ()

    def share(self, k: int, *, strict: bool = False) -> float:
        """How much of what is wanted is among the first k, in 0..1."""
        found = {*(self.strict if strict else self.keys)[:k]}
        said = [{key, *self.asked.restated.get(key, ())} for key in self.asked.finds]
        return sum(not each.isdisjoint(found) for each in said) / len(said)


@dataclass(frozen=True, slots=True)
class Recall:
    """Mean shares of the wanted keys found within the first k, by k; `missed` at the largest k.

    `by_category` has the same for each category of questions, and `strict` the shares of what was
    found itself.
    """

    at: dict[int, float]
    questions: int
    missed: tuple[Asked, ...]
    by_category: dict[str, dict[int, float]] = field(default_factory=dict)
    answered: tuple[Answered, ...] = ()
    strict: dict[int, float] = field(default_factory=dict)

    def milliseconds(self, percentile: float) -> float:
        """What a search took at most, for that share of them (in percent)."""
        seconds = [each.seconds for each in self.answered]
        return float(np.percentile(seconds, percentile)) * MILLISECONDS


Search = Callable[[str, int], Sequence[str]]


def measure(questions: Iterable[Asked], search: Search, *, ks: Collection[int] = (10,)) -> Recall:
    """Ask each question; `search(question, k)` returns keys, best first, repeats allowed.

    A key is counted once, and with STAND_IN before it in all but the strict shares.
    """
    return _summed([_answer(each, search, max(ks)) for each in questions if each.finds], ks)


def together(recalls: Sequence[Recall]) -> Recall:
    """Several measurements as one, each question weighing the same."""
    return _summed([each for recall in recalls for each in recall.answered], recalls[0].at)


def _answer(asked: Asked, search: Search, k: int) -> Answered:
    start = time.perf_counter()
    found = search(asked.question, k)
    seconds = time.perf_counter() - start
    keys = dict.fromkeys(key.removeprefix(STAND_IN) for key in found)
    return Answered(asked, tuple(keys), seconds, strict=tuple(dict.fromkeys(found)))


def _summed(answered: Sequence[Answered], ks: Collection[int]) -> Recall:
    groups: dict[str, list[Answered]] = defaultdict(list)
    for each in answered:
        groups[each.asked.category].append(each)
    return Recall(
        at=_shares(answered, ks),
        questions=len(answered),
        missed=tuple(each.asked for each in answered if not each.share(max(ks))),
        by_category={name: _shares(group, ks) for name, group in sorted(groups.items())},
        answered=tuple(answered),
        strict=_shares(answered, ks, strict=True),
    )


def _shares(
    answered: Sequence[Answered], ks: Collection[int], *, strict: bool = False
) -> dict[int, float]:
    count = max(1, len(answered))
    return {k: sum(each.share(k, strict=strict) for each in answered) / count for k in ks}
