"""How well a search finds what it should, and how fast. Pure: the search is any callable."""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

KS = (10, 20)  # results looked at
MILLISECONDS = 1_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the keys of what an answer rests on; one of no keys is not counted."""

    question: str
    finds: frozenset[str]
    category: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the keys found, best first, and how long that took."""

    asked: Asked
    keys: tuple[str, ...]
    seconds: float

    def share(self, k: int) -> float:
        """How much of what is wanted is among the first k, in 0..1."""
        return len(self.asked.finds & set(self.keys[:k])) / len(self.asked.finds)


@dataclass(frozen=True, slots=True)
class Recall:
    """Mean shares of the wanted keys found within the first k, by k; `missed` at the largest k.

    `by_category` has the same for each category of questions.
    """

    at: dict[int, float]
    questions: int
    missed: tuple[Asked, ...]
    by_category: dict[str, dict[int, float]] = field(default_factory=dict)
    answered: tuple[Answered, ...] = ()

    def milliseconds(self, percentile: float) -> float:
        """What a search took at most, for that share of them (in percent)."""
        seconds = [each.seconds for each in self.answered]
        return float(np.percentile(seconds, percentile)) * MILLISECONDS


Search = Callable[[str, int], Sequence[str]]


def measure(questions: Iterable[Asked], search: Search, *, ks: Collection[int] = (10,)) -> Recall:
    """Ask each question; `search(question, k)` returns keys, best first, repeats allowed.

    A key is counted once.
    """
    return _summed([_answer(each, search, max(ks)) for each in questions if each.finds], ks)


def together(recalls: Sequence[Recall]) -> Recall:
    """Several measurements as one, each question weighing the same."""
    return _summed([each for recall in recalls for each in recall.answered], recalls[0].at)


def _answer(asked: Asked, search: Search, k: int) -> Answered:
    start = time.perf_counter()
    keys = search(asked.question, k)
    return Answered(asked, tuple(dict.fromkeys(keys)), time.perf_counter() - start)


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
    )


def _shares(answered: Sequence[Answered], ks: Collection[int]) -> dict[int, float]:
    return {k: sum(each.share(k) for each in answered) / max(1, len(answered)) for k in ks}
