"""The benchmarks by name; `python -m tests.bench` runs them in this order."""

from collections.abc import Callable, Sequence

from tests.bench import (
    compaction,
    compare,
    freshness,
    pages,
    retrieval,
    retrieval_growth,
    side_channel,
    throughput,
    webhooks,
)
from tests.bench.figures import Figure

BENCHMARKS: dict[str, Callable[[], Sequence[Figure]]] = {
    "throughput": throughput.measure,
    "retrieval": retrieval.measure,
    "retrieval-growth": retrieval_growth.measure,
    "side-channel": side_channel.measure,
    "compaction": compaction.measure,
    "compare": compare.measure,
    "webhooks": webhooks.measure,
    "freshness": freshness.measure,
    "pages": pages.measure,
}
