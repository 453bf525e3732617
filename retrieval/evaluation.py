"""How well a search finds what it should. Pure: the search is any callable."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the keys of what an answer rests on; one of no keys is not counted."""

    question: str
    finds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Recall:
    """Mean shares of the wanted keys found within the first k, by k; `missed` at the largest k."""

    at: dict[int, float]
    questions: int
    missed: tuple[Asked, ...]


def measure(
    questions: Iterable[Asked],
    search: Callable[[str, int], Sequence[str]],
    *,
    ks: Collection[int] = (10,),
) -> Recall:
    """Ask each question; `search(question, k)` returns keys, best first, repeats allowed.

    A key is counted once. Raises ZeroDivisionError where no question has an answer.
    """
    asked = [each for each in questions if each.finds]
    found = [list(dict.fromkeys(search(each.question, max(ks)))) for each in asked]
    shares = {
        k: sum(
            len(each.finds & set(keys[:k])) / len(each.finds)
            for each, keys in zip(asked, found, strict=True)
        )
        / len(asked)
        for k in ks
    }
    missed = tuple(
        each for each, keys in zip(asked, found, strict=True) if not each.finds & set(keys)
    )
    return Recall(shares, len(asked), missed)
