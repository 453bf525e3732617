"""Retrieval among many teams, against the same on a database that holds one team alone.

MOMO_BENCH_MEMORIES is how many memories there are in all (a million: 5 minutes to make, 7 GB).
Everything as the serving role, under row-level security.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

import numpy as np
import psycopg
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone

from lifecycle.maintenance import balance
from lifecycle.tuning import PROMOTE_AT
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import User
from momo.platform.embedded import superuser_url
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.prepared import sent_prepared
from retrieval.assembling.context import context, context_of
from retrieval.landing.land import vector_parameter
from retrieval.landing.nearest import ROUGH, nearest_sql
from retrieval.pipeline import search
from retrieval.tuning import LEG_LIMIT
from tests.bench.copies import connected, copied
from tests.bench.figures import Figure
from tests.bench.generate import (
    FILLER_SIZE,
    MODEL,
    PEOPLE,
    Space,
    Vectors,
    add_team,
)
from tests.bench.sources import give_sources
from tests.bench.texts import Writer

MEMORIES = int(os.environ.get("MOMO_BENCH_MEMORIES", "100000"))
SIZES = (1_000, 5_000, 50_000)  # of the teams that are measured
ASKED_BY = 5_000  # memories of the team whose whole retrieval is measured
QUERIES = 100
WARM_UP = 10  # questions that are not counted
TURN = 10  # questions in one database before it is the other's turn
SETTINGS = ("SET LOCAL hnsw.iterative_scan = strict_order", "SET LOCAL hnsw.ef_search = 400")

BARE = "SELECT memory_id FROM {} ORDER BY embedding <=> %(vector)s::halfvec LIMIT %(limit)s"


@dataclass(frozen=True, slots=True)
class Asked:
    """A team, with questions to measure by."""

    scope: Scope
    size: int
    queries: Vectors


def measure() -> list[Figure]:
    owner = accounts.create_user(email="r@momo.example", password=uuid4().hex, name="Bench")
    space = Space()
    teams = [make_team(owner, space, ASKED_BY)]
    give_sources(teams[0].scope)
    balance()
    analyze()
    databases = {"alone": copied("alone"), "among": connections["default"].settings_dict["NAME"]}
    teams += [make_team(owner, space, size) for size in SIZES if size != ASKED_BY]
    fillers = max(0, MEMORIES - sum(team.size for team in teams)) // FILLER_SIZE
    for _ in range(fillers):
        make_team(owner, space, FILLER_SIZE)
    balance()
    analyze()
    took = _by_turns(teams[0].scope, databases)
    note = f"{MEMORIES:,} memories, {fillers + len(teams):,} teams"
    return [*_legs(teams, note), *_whole(**took, assembly=_assembly(teams[0].scope), note=note)]


def make_team(owner: User, space: Space, size: int) -> Asked:
    team = accounts.create_team(owner=owner, name=f"Bench {uuid4().hex[:8]}")
    vectors = add_team(team.id, size, space)
    return Asked(Scope(team.id, owner.id), size, space.near(vectors, QUERIES))


def analyze() -> None:
    """As autovacuum does, which has not come by yet; and what was loaded is written to disk by the
    end, not while searches are timed."""
    own = [f"decisions_{name}" for name in ("memoryembedding", "memory", "memoryterms", "edge",
                                            "entity")]  # fmt: skip
    with connections["owner"].cursor() as cursor:
        for table in (*own, "connectors_sourceitem"):
            cursor.execute(f"VACUUM ANALYZE {table}")
    with psycopg.connect(superuser_url(settings.DATA_DIR), autocommit=True) as admin:
        admin.execute("CHECKPOINT")
    os.sync()


def _legs(teams: Sequence[Asked], note: str) -> list[Figure]:
    figures = []
    for team in sorted(teams, key=lambda team: team.size):
        bare = _bare_table(team)
        momo, alone, recall = _compare(team, bare)
        what, median = f"vector leg, {team.size:,}", float(np.median(momo))
        figures += [
            Figure(what, median, "ms", f"p50; {note}", 2),
            Figure(f"{what}: of bare SQL", median / float(np.median(alone)), "times",
                   f"target: at most 1.5; bare p50 {np.median(alone):.2f} ms", 2),
            Figure(f"{what}: recall@10", recall, "", "target: at least 0.99", 4),
        ]  # fmt: skip
    return figures


def _bare_table(team: Asked) -> str:
    """A table of that team's vectors and nothing else, indexed as the product indexes."""
    name = f"bare_{team.size}"
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"CREATE TABLE {name} (memory_id uuid PRIMARY KEY, embedding halfvec(1536))")
        cursor.execute(f"ALTER TABLE {name} ALTER COLUMN embedding SET STORAGE PLAIN")
        cursor.execute(
            f"INSERT INTO {name} SELECT memory_id, embedding FROM decisions_memoryembedding "
            "WHERE team_id = %s", [team.scope.team_id],
        )  # fmt: skip
        if team.size >= PROMOTE_AT:
            cursor.execute("SET maintenance_work_mem = '1GB'")
            cursor.execute(f"CREATE INDEX ON {name} USING hnsw (embedding halfvec_cosine_ops)")
        cursor.execute(f"VACUUM ANALYZE {name}")
    return name


def _compare(team: Asked, bare: str) -> tuple[list[float], list[float], float]:
    """Milliseconds of each query here and on the bare table, by turns, and recall@10."""
    here, there, recalled = list[float](), list[float](), list[float]()
    sql, given = leg_of(team)
    bare_sql = BARE.format(bare)
    for turn, vector in enumerate([*team.queries[:WARM_UP], *team.queries]):
        asked = given | {"vector": vector_parameter(vector)}
        with acting_as(team.scope.team_id, team.scope.principal_id, keep_plans=True):
            found, took = timed("default", sql, asked, prepared=team.size < PROMOTE_AT)
        _, bare_took = timed("owner", bare_sql, asked)
        if turn < WARM_UP:
            continue  # warm-up
        here.append(took)
        there.append(bare_took)
        exact, _ = timed("owner", bare_sql, asked, exactly=True)
        recalled.append(len(set(found[:10]) & set(exact[:10])) / len(exact[:10]))
    return here, there, float(np.mean(recalled))


def leg_of(team: Asked) -> tuple[str, dict[str, object]]:
    """The leg for meaning as a search runs it; its parameters lack the `vector`."""
    given = {
        "team": team.scope.team_id, "model": MODEL, "limit": LEG_LIMIT, "vectors": LEG_LIMIT,
        "rough": ROUGH,
    }  # fmt: skip
    return nearest_sql(walked=team.size >= PROMOTE_AT), given


def timed(
    alias: str, sql: str, asked: dict[str, object], *, exactly: bool = False, prepared: bool = False
) -> tuple[list[object], float]:
    """What a statement gives, and its milliseconds; the settings are not counted. A search
    has its statement `prepared` unless it walks an index."""
    with transaction.atomic(using=alias), connections[alias].cursor() as set_up:
        for setting in ("SET LOCAL enable_indexscan = off",) if exactly else SETTINGS:
            set_up.execute(setting)
        started = time.perf_counter()
        if prepared:
            rows = sent_prepared(sql, asked)()
        else:
            set_up.execute(sql, asked)
            rows = set_up.fetchall()
        return [row[0] for row in rows], (time.perf_counter() - started) * 1000


def whole(scope: Scope) -> list[float]:
    """Milliseconds of search and assembly together, one for each question."""
    return _milliseconds_each(scope, questions_for(scope))[WARM_UP:]


def _milliseconds_each(scope: Scope, asked: Sequence[str]) -> list[float]:
    return [_milliseconds(partial(context, scope, text)) for text in asked]


def _by_turns(scope: Scope, databases: Mapping[str, str]) -> dict[str, list[float]]:
    """As `whole` in each of the databases: a few questions here, the same there, as a machine is
    not as fast in one minute as in another. All are asked once before, as a copy is on disk."""
    asked = questions_for(scope)[WARM_UP:]
    took: dict[str, list[float]] = {name: [] for name in databases}
    with connected(databases) as asking:
        for connection in asking.values():
            connection.take_over()
            whole(scope)
        names = list(databases)
        for at in range(0, len(asked), TURN):
            for name in names:
                asking[name].take_over()
                took[name] += _milliseconds_each(scope, asked[at : at + TURN])
            names.reverse()  # who comes second finds the process's own caches filled
    return took


def questions_for(scope: Scope) -> list[str]:
    """QUERIES of the team, after WARM_UP others."""
    return Writer(scope.team_id.int % 2**32).questions(WARM_UP + QUERIES, PEOPLE)


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _assembly(scope: Scope) -> list[float]:
    """Milliseconds of assembling a context alone, of what a search found before."""
    now = timezone.now()
    found = [search(scope, text, now=now).results for text in questions_for(scope)[WARM_UP:]]
    return [_milliseconds(partial(context_of, scope, results, now=now)) for results in found]


def _whole(
    alone: Sequence[float], among: Sequence[float], assembly: Sequence[float], note: str
) -> list[Figure]:
    what = f"retrieval and assembly, {ASKED_BY:,}"
    p50, p95 = (float(np.percentile(among, p)) for p in (50, 95))
    ratio = p50 / float(np.median(alone))
    return [
        Figure(f"{what}, alone", float(np.median(alone)), "ms", "p50; target: at most 8", 2),
        Figure(f"{what}, p50", p50, "ms", f"target: at most 8; {note}", 2),
        Figure(f"{what}, p95", p95, "ms", "target: at most 15", 2),
        Figure(f"{what}: of alone", ratio, "times", "target: at most 1.2", 2),
        Figure("assembly by itself", float(np.median(assembly)), "ms", "p50; target: at most 3", 2),
    ]
