"""Whether something found is about the question at all. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from retrieval.ranking.signals import Scored, Signals
from retrieval.results import Result
from retrieval.tuning import (
    ANSWER_COVERAGE,
    ANSWER_EVIDENCE,
    COVERAGE_EVIDENCE,
    INVOLVEMENT_EVIDENCE,
    MIN_SIMILARITY,
)


def with_evidence(scored: Iterable[Scored]) -> Iterator[Scored]:
    """Those that something speaks for but their being recent, in their order."""
    return (each for each in scored if _has_evidence(each.signals))


def relevant(results: Sequence[Result]) -> list[Result]:
    """Those that are good enough to answer from, in their order."""
    return [result for result in results if is_relevant(result.signals)]


def _has_evidence(signals: Signals) -> bool:
    return (
        signals.similarity >= MIN_SIMILARITY
        or signals.lexical > 0  # its own words, or those around it
        or signals.involvement > 0
        or signals.in_time
    )


def is_relevant(signals: Signals) -> bool:
    """Good enough to answer from, by meaning and words together or nearly all words alone."""
    evidence = (
        signals.similarity
        + COVERAGE_EVIDENCE * signals.coverage
        + INVOLVEMENT_EVIDENCE * signals.involvement
    )
    return evidence >= ANSWER_EVIDENCE or signals.coverage >= ANSWER_COVERAGE
