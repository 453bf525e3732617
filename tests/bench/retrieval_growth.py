"""What retrieval costs as one team grows, as figures and as a picture.

MOMO_BENCH_GROWTH lists the sizes. The picture is written to the benchmarks' data folder.
"""

import os
from pathlib import Path
from uuid import uuid4

import numpy as np
from django.conf import settings
from pgvector import HalfVector

from lifecycle.maintenance import balance
from momo.platform.accounts import services as accounts
from momo.platform.tenancy.context import acting_as
from retrieval.tuning import LEG_LIMIT
from tests.bench.figures import Figure
from tests.bench.generate import MODEL, Space
from tests.bench.retrieval import NEAR, Asked, analyze, make_team, timed, whole

SIZES = [int(n) for n in os.environ.get("MOMO_BENCH_GROWTH", "1000,10000,100000").split(",")]


def measure() -> list[Figure]:
    owner = accounts.create_user(email="g@momo.example", password=uuid4().hex, name="Bench")
    space = Space()
    teams = [make_team(owner, space, size) for size in SIZES]
    balance()
    analyze()
    legs = [float(np.median(_leg(team))) for team in teams]
    wholes = [float(np.median(whole(team.scope))) for team in teams]
    picture = _plot({"vector leg": legs, "retrieval and assembly": wholes})
    return [
        Figure(f"{what}, {size:,}", value, "ms", f"p50; picture: {picture}", 2)
        for what, values in (("vector leg", legs), ("retrieval and assembly", wholes))
        for size, value in zip(SIZES, values, strict=True)
    ]


def _leg(team: Asked) -> list[float]:
    given = {"team": team.scope.team_id, "model": MODEL, "limit": LEG_LIMIT}
    with acting_as(team.scope.team_id, team.scope.principal_id):
        return [
            timed("default", NEAR, given | {"vector": HalfVector(vector).to_text()})[1]
            for vector in team.queries
        ]


def _plot(series: dict[str, list[float]]) -> Path:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    path = Path(settings.DATA_DIR) / "retrieval-growth.png"
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name, values in series.items():
        axes.plot(SIZES, values, marker="o", label=name)
    axes.set(xscale="log", yscale="log", xlabel="memories of the team", ylabel="p50, ms")
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=150, bbox_inches="tight")
    pyplot.close(figure)
    return path
