"""Whether something found is about the question at all. Pure."""

from collections.abc import Sequence

from retrieval.results import Result
from retrieval.scoring import Signals
from retrieval.tuning import MIN_SIMILARITY


def relevant(results: Sequence[Result]) -> list[Result]:
    """Those that answer the question or are about it, in their order."""
    return [result for result in results if is_relevant(result.signals)]


def is_relevant(signals: Signals) -> bool:
    return signals.similarity >= MIN_SIMILARITY
