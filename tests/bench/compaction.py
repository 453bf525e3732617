"""Compacting a large team, and searching it meanwhile.

MOMO_BENCH_COMPACTION lists the sizes: decisions of one team, all of them old. Each is compacted by
a process of its own, as a worker does it, while this one goes on searching. Memory is what that
process takes at its largest, with the model that embeds summaries; Postgres' comes on top. Time of
processors is that of both, and unlike minutes depends little on what else the machine has to do.
"""

import multiprocessing
import os
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection
from uuid import uuid4

import numpy as np
import psutil
from django.db import connection, connections
from django.utils import timezone

from decisions.providers import providers
from lifecycle.compaction import neighbors
from lifecycle.compaction.run import Done, compact
from lifecycle.compaction.tuning import NEAREST
from lifecycle.maintenance import balance
from lifecycle.reindex import holders
from momo.platform.accounts import services as accounts
from momo.platform.tenancy.context import Scope
from retrieval.pipeline import search
from tests.bench.figures import Figure
from tests.bench.generate import Space
from tests.bench.retrieval import WARM_UP, analyze, make_team, questions_for

SIZES = [int(n) for n in os.environ.get("MOMO_BENCH_COMPACTION", "10000,100000").split(",")]
PAUSE = 0.05  # seconds between two searches: a team at work, not a load test

_ALL_DECISIONS = """
UPDATE decisions_memory SET kind = 'decision', decision_type = 'selection', status = 'decided',
    source_date = source_date - interval '100 days', valid_from = valid_from - interval '100 days'
WHERE team_id = %s
"""
# All that an original is, and is found by.
_ORIGINALS = """
SELECT count(*), COALESCE(bit_xor(hashtextextended(
    concat_ws('|', m.id, m.title, m.summary, m.status, m.source_date, m.archived_at, m.updated_at,
              v.count), 0)), 0)
FROM decisions_memory m LEFT JOIN (
    SELECT memory_id, count(*) FROM decisions_memoryembedding WHERE team_id = %(team)s
    GROUP BY memory_id) v ON v.memory_id = m.id
WHERE m.team_id = %(team)s AND m.kind = 'decision'
"""
_SUMMED_UP = """
SELECT count(DISTINCT e.dst), count(DISTINCT e.src), (
    SELECT count(*) FROM decisions_memoryembedding v JOIN decisions_memory s
    ON s.team_id = v.team_id AND s.id = v.memory_id
    WHERE v.team_id = %(team)s AND s.kind = 'summary')
FROM decisions_edge e WHERE e.team_id = %(team)s AND e.kind = 'COMPACTS'
"""
# Of what is noted so far: what is as near as that in truth, and how much of it is noted. The sum is
# served by no index.
_NOTED = """
SELECT count(*), count(*) FILTER (WHERE exact.id = ANY(n.ids))
FROM lifecycle_neighbors n
JOIN decisions_memoryembedding a ON a.team_id = n.team_id AND a.memory_id = n.memory_id
CROSS JOIN LATERAL (
    SELECT v.memory_id AS id, (v.embedding <=> a.embedding) + 0 AS distance
    FROM decisions_memoryembedding v
    WHERE v.team_id = %(team)s AND v.memory_id <> n.memory_id ORDER BY 2 LIMIT %(most)s
) exact
WHERE n.team_id = %(team)s AND exact.distance <= %(farthest)s
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One compaction. `before`, `during` and `after` are milliseconds of searches."""

    size: int
    recall: float
    seconds: float
    processor: float  # seconds
    again: float
    megabytes: float
    done: Done
    kept: bool
    summed_up: Sequence[int]  # originals, summaries, chunks
    before: Sequence[float]
    during: Sequence[float]
    after: Sequence[float]


def measure() -> list[Figure]:
    owner = accounts.create_user(email="c@momo.example", password=uuid4().hex, name="Bench")
    space = Space()
    providers().embeddings.embed(["Loads the model."])
    runs = []
    for size in SIZES:
        team = make_team(owner, space, size)
        with connections["owner"].cursor() as cursor:
            cursor.execute(_ALL_DECISIONS, [team.scope.team_id])
        balance()
        analyze()
        runs.append(_run(team.scope, size))
    small, large = runs[0], runs[-1]
    note, linear = f"{small.size:,} to {large.size:,}", large.size / small.size
    growth = large.seconds / small.seconds / linear
    processor = large.processor / small.processor / linear
    return [
        *(figure for run in runs for figure in _figures(run)),
        Figure("growth, of linear", growth, "times", note, 2),
        Figure("growth of processor time, of linear", processor, "times", note, 2),
    ]


def _figures(run: Run) -> list[Figure]:
    what = f"{run.size:,} decisions"
    originals, summaries, chunks = run.summed_up
    before, during, after = (_p95(each) for each in (run.before, run.during, run.after))
    return [
        Figure(what, run.seconds / 60, "minutes", f"{run.done.made:,} summaries made", 2),
        Figure(f"{what}: processor", run.processor / 60, "minutes", "with Postgres'", 2),
        Figure(f"{what}: once more", run.again / 60, "minutes", "nothing is new", 2),
        Figure(f"{what}: neighbors", run.recall, "", "of the exact ones; target: 0.99", 4),
        Figure(f"{what}: memory", run.megabytes, "MB", "of the process, at its largest", 0),
        Figure(f"{what}: summed up", originals, "", f"in {summaries:,} summaries", 0),
        Figure(f"{what}: per chunk", originals / max(chunks, 1), "", "target: about 10"),
        Figure(f"{what}: originals lost or changed", float(not run.kept), "", "target: 0", 0),
        Figure(f"{what}: search before", before, "ms", "p95", 2),
        Figure(f"{what}: search during", during, "ms", f"p95 of {len(run.during):,}", 2),
        Figure(f"{what}: of before", during / before, "times", "target: at most 1.5", 2),
        Figure(f"{what}: search after", after, "ms", "p95", 2),
    ]


def _p95(milliseconds: Sequence[float]) -> float:
    return float(np.percentile(milliseconds, 95))


def _run(scope: Scope, size: int) -> Run:
    asked = questions_for(scope)
    before = [_search(scope, text) for text in asked][WARM_UP:]
    originals = _row(scope, _ORIGINALS)
    recall = _recall(scope)
    (done, seconds, processor, megabytes), during = _compacted(scope, asked)
    (_, again, _, _), _ = _compacted(scope, asked[:WARM_UP])
    after = [_search(scope, text) for text in asked][WARM_UP:]
    kept = _row(scope, _ORIGINALS) == originals
    summed_up = _row(scope, _SUMMED_UP)
    return Run(
        size, recall, seconds, processor, again, megabytes, done, kept, summed_up, before, during,
        after,
    )  # fmt: skip


def _recall(scope: Scope) -> float:
    """The share of the exact neighbors that a run finds, by the first that are compared."""
    model = providers().embeddings
    shared = holders(scope)[0]
    next(neighbors.note(shared, model, timezone.now(), again=False, keep=lambda: None))
    farthest = 1 - neighbors.least_cosine(model)
    exact, noted = _row(scope, _NOTED, most=NEAREST, farthest=farthest)
    return noted / exact


Told = tuple[Done, float, float, float]  # seconds, seconds of processors, megabytes


def _compacted(scope: Scope, asked: Sequence[str]) -> tuple[Told, list[float]]:
    """What a process of its own did and took, and milliseconds of searches meanwhile."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_compact, args=(scope, there))
    process.start()
    during = list[float]()
    for text in cycle(asked):
        if here.poll(PAUSE) or not process.is_alive():
            break
        during.append(_search(scope, text))
    told: Told = here.recv()
    process.join()
    return told, during


def _compact(scope: Scope, answer: Connection) -> None:
    started = time.perf_counter()
    done = compact(scope)
    seconds = time.perf_counter() - started
    server = psutil.Process(connection.connection.info.backend_pid).cpu_times()
    processor = time.process_time() + server.user + server.system
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer.send((done, seconds, processor, megabytes))
    connections.close_all()


def _search(scope: Scope, text: str) -> float:
    started = time.perf_counter()
    search(scope, text)
    return (time.perf_counter() - started) * 1000


def _row(scope: Scope, sql: str, **given: object) -> Sequence[int]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql, {"team": scope.team_id} | given)
        return tuple(cursor.fetchone())
