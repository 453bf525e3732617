"""Which types of decision are taken for which others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from decisions.extraction.contract import (
    Confidence,
    DecisionType,
    ExtractedDecision,
)
from decisions.extraction.evaluation.scores import Score
from decisions.extraction.rules.cues.search import RANK

NONE = "none"  # where nothing was found, or nothing stated


@dataclass(frozen=True, slots=True)
class Judged:
    """A message that states a decision of a type, or none; and what was found in it."""

    stated: DecisionType | None
    found: Sequence[ExtractedDecision]

    @property
    def match(self) -> ExtractedDecision | None:
        """What stands for the stated one: of its type if any is, the surest otherwise."""
        if self.stated is None:
            return None
        return max(self.found, key=self._likeness, default=None)

    def verdicts(self) -> list[tuple[Confidence, bool]]:
        """Of each decision found, how sure it was, and whether it is the stated one."""
        match = self.match
        return [
            (each.confidence, each is match and each.type is self.stated) for each in self.found
        ]

    def _likeness(self, found: ExtractedDecision) -> tuple[bool, int]:
        return found.type is self.stated, RANK[found.confidence]


@dataclass(frozen=True, slots=True)
class Confusion:
    """`matrix[stated][found]` counts messages; the row `none` has what was found beside."""

    matrix: dict[str, dict[str, int]]
    by_type: dict[str, Score]
    stated: int
    found: int  # of the stated ones, of whatever type
    right: int  # of these, those of the stated type


def confusion(judged: Iterable[Judged]) -> Confusion:
    """Counts of each type taken for each other, with recall and precision by type."""
    pairs: Counter[tuple[str, str]] = Counter()
    for each in judged:
        match = each.match
        if each.stated is not None:
            pairs[each.stated, match.type if match else NONE] += 1
        pairs.update((NONE, other.type) for other in each.found if other is not match)
    names = [*(kind.value for kind in DecisionType), NONE]
    matrix = {a: {b: pairs[a, b] for b in names} for a in names}
    kinds = names[:-1]
    return Confusion(
        matrix=matrix,
        by_type={kind: _score(matrix, kind) for kind in kinds},
        stated=sum(matrix[a][b] for a in kinds for b in names),
        found=sum(matrix[a][b] for a in kinds for b in kinds),
        right=sum(matrix[kind][kind] for kind in kinds),
    )


def _score(matrix: dict[str, dict[str, int]], kind: str) -> Score:
    right = matrix[kind][kind]
    recall = right / max(1, sum(matrix[kind].values()))
    precision = right / max(1, sum(row[kind] for row in matrix.values()))
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}
