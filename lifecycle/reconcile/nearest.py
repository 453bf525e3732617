"""The older statements nearest to each: by title, by the whole text, by meaning, by name. Pure.

Statements are gone through from the oldest on. How rare a word is, is counted among the older ones
alone, so what is near a statement depends on what was stated before it and on nothing else.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

import numpy as np
from numpy.typing import NDArray

from lifecycle.reconcile.contract import Nearby, Statement
from lifecycle.reconcile.references import labels_of, references_in, without_label
from lifecycle.reconcile.tuning import (
    CANDIDATES,
    COMMON_SHARE,
    LEG_DEPTH,
    RARE_ENOUGH,
    SATURATION,
    TEXT_CHARACTERS,
    TITLE_TIMES,
)
from lifecycle.reconcile.words import words_of

Vectors = Mapping[str, NDArray[np.float32]]  # by the statement's key: rows of unit vectors
Scores = NDArray[np.float64]  # by the place of each statement so far
Counts = dict[str, float]


def nearby(
    statements: Iterable[Statement],
    wanted: Collection[str],
    *,
    hypotheses: Vectors,
    vectors: Vectors,
) -> Iterator[Nearby]:
    """What is near each of the wanted statements, oldest first.

    `vectors` are the statements' own, `hypotheses` those of what an older one might say. Both may
    lack some: meaning then brings nothing for these.
    """
    known = _Known()
    for statement in sorted(statements, key=lambda each: each.place):
        if statement.key in wanted:
            yield Nearby(statement, known.nearest(statement, hypotheses.get(statement.key)))
        known.add(statement, vectors.get(statement.key))


class _Leg:
    """Postings of one kind of text: per word where it stands and how often, as packed numbers."""

    def __init__(self) -> None:
        self._places: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        self._counts: defaultdict[str, array[float]] = defaultdict(lambda: array("d"))
        self._lengths = array("d")

    def add(self, counts: Counts, weight: Mapping[str, float]) -> None:
        """Its length is that by the weights of the time when it was stated."""
        for word, count in counts.items():
            self._places[word].append(len(self._lengths))
            self._counts[word].append(count)
        self._lengths.append(_length(counts, weight))

    def scores(self, counts: Counts, weight: Mapping[str, float]) -> Scores:
        """The cosine to each statement; what nearly all of them say brings nothing."""
        total = len(self._lengths)
        dots = np.zeros(total)
        for word, count in counts.items():
            if 0 < len(self._places.get(word, ())) <= max(RARE_ENOUGH, COMMON_SHARE * total):
                places = np.frombuffer(self._places[word], dtype=np.int64)
                dots[places] += np.frombuffer(self._counts[word]) * (count * weight[word] ** 2)
        return dots / (np.frombuffer(self._lengths) * _length(counts, weight)) if total else dots


class _Rows:
    """Vectors of statements, in one matrix that grows."""

    def __init__(self) -> None:
        self._matrix = np.zeros((0, 0), dtype=np.float32)
        self._of: list[int] = []

    def add(self, at: int, vectors: NDArray[np.float32]) -> None:
        needed = len(self._of) + len(vectors)
        if needed > len(self._matrix):
            grown = np.zeros((2 * needed, vectors.shape[1]), dtype=np.float32)
            if self._of:
                grown[: len(self._of)] = self._matrix[: len(self._of)]
            self._matrix = grown
        self._matrix[len(self._of) : needed] = vectors
        self._of += [at] * len(vectors)

    def scores(self, hypotheses: NDArray[np.float32] | None, total: int) -> Scores:
        """The best cosine of each statement to any of the hypotheses."""
        scores = np.zeros(total)
        if hypotheses is not None and self._of:
            near = (self._matrix[: len(self._of)] @ hypotheses.T).max(axis=1)
            np.maximum.at(scores, self._of, near)
        return scores


class _Known:
    """What was stated so far."""

    def __init__(self) -> None:
        self._statements: list[Statement] = []
        self._titles, self._wholes = _Leg(), _Leg()
        self._frequency: Counter[str] = Counter()
        self._labels: defaultdict[str, list[int]] = defaultdict(list)
        self._referring: defaultdict[str, list[int]] = defaultdict(list)
        self._rows = _Rows()

    def add(self, statement: Statement, vectors: NDArray[np.float32] | None) -> None:
        at = len(self._statements)
        self._statements.append(statement)
        title, whole = _counts(statement)
        weight = _Weights(self._frequency, at)
        self._titles.add(title, weight)
        self._wholes.add(whole, weight)
        self._frequency.update(whole.keys())
        for label in labels_of(statement.title):
            self._labels[label].append(at)
        for reference in {each.label for each in references_in(statement.whole)}:
            self._referring[reference].append(at)
        if vectors is not None:
            self._rows.add(at, vectors)

    def nearest(
        self, new: Statement, hypotheses: NDArray[np.float32] | None
    ) -> tuple[Statement, ...]:
        """At most CANDIDATES: those named first, then the best of each leg in turns."""
        title, whole = _counts(new)
        weight = _Weights(self._frequency, len(self._statements))
        legs = [
            self._named(new),
            self._best(self._titles.scores(title, weight), new),
            self._best(self._wholes.scores(whole, weight), new),
            self._best(self._rows.scores(hypotheses, len(self._statements)), new),
        ]
        found = dict.fromkeys(legs[0])
        for turn in zip_longest(*legs[1:]):
            found |= dict.fromkeys(at for at in turn if at is not None)
        return tuple(self._statements[at] for at in list(found)[:CANDIDATES])

    def _named(self, new: Statement) -> list[int]:
        """What the new one refers to, and what says of itself that the new one concerns it."""
        named = {each.label for each in references_in(new.whole)}
        places = {at for label in named for at in self._labels.get(label, ())}
        places |= {at for label in labels_of(new.title) for at in self._referring.get(label, ())}
        return sorted((at for at in places if self._may(at, new)), reverse=True)

    def _best(self, scores: Scores, new: Statement) -> list[int]:
        """Of two that are as near, the later one comes first."""
        found = np.flatnonzero(scores > 0)
        order = found[np.lexsort((-found, -scores[found]))]
        allowed = (int(at) for at in order if self._may(int(at), new))
        return list(islice(allowed, LEG_DEPTH))

    def _may(self, at: int, new: Statement) -> bool:
        """All who see the new one must see the older one, which was found somewhere else."""
        older = self._statements[at]
        return older.readers in {"", new.readers} and older.item != new.item


class _Weights(dict[str, float]):
    """How much a word tells, by how many of the older statements have it."""

    def __init__(self, frequency: Mapping[str, int], total: int) -> None:
        super().__init__()
        self._frequency, self._total = frequency, total

    def __missing__(self, word: str) -> float:
        found = self._frequency.get(word, 0)
        self[word] = math.log(1 + (self._total - found + 0.5) / (found + 0.5))
        return self[word]


def _counts(statement: Statement) -> tuple[Counts, Counts]:
    title = _saturated(words_of(without_label(statement.title)))
    text = _saturated(words_of(statement.text[:TEXT_CHARACTERS]))
    whole = dict(text)
    for word, count in title.items():
        whole[word] = whole.get(word, 0.0) + TITLE_TIMES * count
    return title, whole


def _saturated(words: Sequence[str]) -> Counts:
    return {word: count / (count + SATURATION) for word, count in Counter(words).items()}


def _length(counts: Counts, weight: Mapping[str, float]) -> float:
    squares = sum((count * weight[word]) ** 2 for word, count in counts.items())
    return math.sqrt(squares) or 1.0
