"""How often answers were right, by the thumbs of those who asked."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count

from retrieval.conversations.models import AnswerFeedback, Thumb


@dataclass(frozen=True, slots=True)
class Thumbs:
    """How many answers were called good and bad."""

    up: int = 0
    down: int = 0

    @property
    def judged(self) -> int:
        return self.up + self.down

    @property
    def share(self) -> float | None:
        """Of those judged, in 0..1, that were good; None where none was."""
        return self.up / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class AnswerAccuracy:
    """Of all answers that were judged, by whatever gave them, and of those that said that nothing
    is known. `faults` counts what was wrong with the bad ones."""

    team: Thumbs
    by_provider: Mapping[str, Thumbs]
    unknown: Thumbs
    faults: Mapping[str, int] = field(default_factory=dict)


def answer_accuracy() -> AnswerAccuracy:
    """As the current team judged. One statement."""
    counted = Counter[tuple[str, bool, str, str]]()
    rows = AnswerFeedback.objects.values_list("provider", "known", "thumb", "fault")
    for *which, number in rows.annotate(number=Count("id")):
        counted[which[0], which[1], which[2], which[3]] = number
    providers = sorted({provider for provider, *_ in counted})
    faults = Counter[str]()
    for (_, _, _, fault), number in counted.items():
        faults[fault] += number
    return AnswerAccuracy(
        team=_thumbs((key[2], number) for key, number in counted.items()),
        by_provider={
            provider: _thumbs((k[2], n) for k, n in counted.items() if k[0] == provider)
            for provider in providers
        },
        unknown=_thumbs((key[2], number) for key, number in counted.items() if not key[1]),
        faults={fault: faults[fault] for fault in sorted(faults) if fault},
    )


def _thumbs(counted: Iterable[tuple[str, int]]) -> Thumbs:
    numbers = Counter[str]()
    for thumb, number in counted:
        numbers[thumb] += number
    return Thumbs(numbers[Thumb.UP], numbers[Thumb.DOWN])
