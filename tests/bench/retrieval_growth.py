"""What retrieval costs as one team grows, as figures and as a picture.

MOMO_BENCH_GROWTH lists the sizes; the index of the largest takes longest to make. The picture is
written to the benchmarks' data folder.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from unittest import mock
from uuid import uuid4

import numpy as np
from django.conf import settings

from lifecycle import hnsw
from lifecycle.maintenance import balance
from lifecycle.tuning import PROMOTE_AT
from momo.platform.accounts import services as accounts
from momo.platform.tenancy.context import acting_as
from retrieval.landing.land import vector_parameter
from tests.bench.figures import Figure
from tests.bench.generate import Space, Vectors
from tests.bench.retrieval import Asked, analyze, leg_of, make_team, timed, whole

SIZES = [int(n) for n in os.environ.get("MOMO_BENCH_GROWTH", "1000,10000,100000").split(",")]
EXACT_QUERIES = 5  # a scan of a million vectors takes a second and more
WARM_UP = 5  # queries
BUILD_MB = 6_000  # so that the largest index is built in memory; it is the same one
WHOLE, LEG, EXACT = "search and assembly", "vector leg", "exact scan of all its vectors"
# Where a value stands beside its point, in points, and what of it is there: not on another line's,
# as a search of few memories costs about what the exact scan does.
LABELS = {WHOLE: ((0, 7), "center"), LEG: ((0, -15), "center"), EXACT: ((5, -10), "left")}
NEAREST = """
SELECT memory_id FROM decisions_memoryembedding WHERE team_id = %(team)s AND model = %(model)s
ORDER BY embedding <=> %(vector)s::halfvec LIMIT %(limit)s
"""

Series = dict[str, list[float]]  # p50 in milliseconds, a value a size


def measure() -> list[Figure]:
    owner = accounts.create_user(email="g@momo.example", password=uuid4().hex, name="Bench")
    space = Space()
    teams = [make_team(owner, space, size) for size in SIZES]
    with mock.patch.object(hnsw, "MAX_BUILD_MB", BUILD_MB):
        balance()
    analyze()
    series: Series = {
        WHOLE: [_median(whole(team.scope)) for team in teams],
        LEG: [_median(_leg(team, team.queries)) for team in teams],
        EXACT: [_median(_leg(team, team.queries[:EXACT_QUERIES], exactly=True)) for team in teams],
    }
    times = f"{SIZES[-1] / SIZES[0]:,.0f} times the memories; picture: {_plot(series)}"
    return [
        *(
            Figure(f"{what}, {size:,}", value, "ms", "p50", 2)
            for what, values in series.items()
            for size, value in zip(SIZES, values, strict=True)
        ),
        *(
            Figure(f"{what}: growth", values[-1] / values[0], "times", times)
            for what, values in series.items()
        ),
    ]


def _median(milliseconds: Sequence[float]) -> float:
    return float(np.median(milliseconds))


def _leg(team: Asked, queries: Vectors, *, exactly: bool = False) -> list[float]:
    sql, given = leg_of(team)
    sql = NEAREST if exactly else sql
    prepared = not exactly and team.size < PROMOTE_AT
    with acting_as(team.scope.team_id, team.scope.principal_id, keep_plans=True):
        return [
            timed("default", sql, given | {"vector": vector_parameter(vector)},
                  exactly=exactly, prepared=prepared)[1]
            for vector in [*queries[:WARM_UP], *queries]
        ][WARM_UP:]  # fmt: skip


def _plot(series: Series) -> Path:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    path = Path(settings.DATA_DIR) / "retrieval-growth.png"
    figure, axes = pyplot.subplots(figsize=(8, 5))
    for name, values in series.items():
        axes.plot(SIZES, values, "o--" if name == EXACT else "o-", label=name)
        offset, aligned = LABELS[name]
        for size, value in zip(SIZES, values, strict=True):
            axes.annotate(f"{value:,.1f}", (size, value), offset, textcoords="offset points",
                          ha=aligned, fontsize=8)  # fmt: skip
    axes.set(xscale="log", yscale="log", xlabel="memories of the team", ylabel="p50, milliseconds")
    axes.set_title("What a search costs as a team grows")
    axes.set_xticks(SIZES, [f"{size:,}" for size in SIZES], minor=False)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:,g}")
    axes.margins(x=0.1, y=0.15)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150, bbox_inches="tight")
    pyplot.close(figure)
    return path
