"""The benchmarks by name; `python -m tests.bench` runs them in this order."""

from collections.abc import Callable, Sequence

from tests.bench import retrieval, retrieval_growth, throughput
from tests.bench.figures import Figure

BENCHMARKS: dict[str, Callable[[], Sequence[Figure]]] = {
    "throughput": throughput.measure,
    "retrieval": retrieval.measure,
    "retrieval-growth": retrieval_growth.measure,
}
