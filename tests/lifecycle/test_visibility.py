"""In a team's own index everyone finds what they may see, however little of it that is."""

import pytest
from django.db import connection
from pgvector import HalfVector

from lifecycle import promotion
from retrieval import lines
from retrieval.filters import Filters, to_sql
from retrieval.landing import land
from retrieval.landing.legs import Legs
from retrieval.settings import settings_of
from tests.bench.generate import MODEL, Space, Visible, add_team
from tests.lifecycle.conftest import drop_partitions
from tests.retrieval.builders import a_query

pytestmark = pytest.mark.xdist_group("a crowd")  # one worker makes it, once

MEMORIES, QUERIES, TOP = 4_000, 25, 10
NEAR = """
SELECT memory_id FROM decisions_memoryembedding WHERE team_id = %(team)s AND model = %(model)s
ORDER BY embedding <=> %(vector)s::halfvec LIMIT 100
"""


@pytest.fixture(scope="module")
def crowd(lasting_world):
    """The owner sees all of a large team's memories, a teammate half, the private person 1 %."""
    from momo.platform.accounts.models import Audience, AudienceMember

    with lasting_world.acting_as("owner"):
        audience = Audience.objects.create(source="slack", key="c", name="c")
        for who in ("owner", "teammate"):
            member = getattr(lasting_world, who)
            AudienceMember.objects.create(
                audience_id=audience.id, email=member.email, principal_id=member.id
            )
    seen_by = [
        Visible(),
        *[Visible("private", lasting_world.owner.id)] * 50,
        *[Visible("restricted", None, audience.id)] * 49,
    ]
    space = Space()
    vectors = add_team(lasting_world.team.id, MEMORIES, space, seen_by=seen_by)
    promotion.promote(lasting_world.team.id)
    yield lasting_world, space.near(vectors, QUERIES)
    lines.close()
    drop_partitions()


def run(world, vector, *settings, explain=""):
    asked = {"team": world.team.id, "model": MODEL, "vector": HalfVector(vector).to_text()}
    with connection.cursor() as cursor:
        for setting in settings:
            cursor.execute(f"SET LOCAL {setting}")
        cursor.execute(explain + NEAR, asked)
        return [row[0] for row in cursor.fetchall()]


SERVED = ("enable_indexscan = on", "hnsw.iterative_scan = strict_order", "hnsw.ef_search = 100")


@pytest.mark.parametrize(
    ("who", "sees"),
    [("owner", MEMORIES), ("teammate", MEMORIES // 2), ("private_owner", MEMORIES // 100)],
)
def test_recall_is_high_for_whoever_asks(crowd, who, sees):
    world, queries = crowd
    found = 0
    with world.acting_as(who), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM decisions_memoryembedding")
        assert cursor.fetchone() == (sees,)
        for vector in queries:
            exact = run(world, vector, "enable_indexscan = off")[:TOP]
            found += len(set(exact) & set(run(world, vector, *SERVED)[:TOP]))
    assert found / (QUERIES * TOP) >= 0.99


def test_under_row_security_the_teams_own_index_is_walked(crowd):
    world, queries = crowd
    with world.acting_as("owner"):
        plan = "\n".join(run(world, queries[0], *SERVED, explain="EXPLAIN "))
    assert f"Index Scan using hnsw_{world.team.id.hex}" in plan
    assert "Sort" not in plan


def test_who_sees_little_gets_it_ranked_exactly(crowd):
    world, queries = crowd
    with world.acting_as("private_owner"):
        plan = "\n".join(run(world, queries[0], *SERVED, explain="EXPLAIN "))
    assert "BitmapOr" in plan
    assert "hnsw" not in plan


@pytest.mark.parametrize(("walked", "few"), [(True, 0), (True, 2_000), (False, 0)])
@pytest.mark.parametrize("aside", [False, True], ids=["alone", "on a connection of its own"])
@pytest.mark.parametrize("filters", [{}, {"kinds": ("decision",)}, {"visibility": ("private",)}])
def test_the_search_finds_the_nearest_under_filters_too(
    crowd, monkeypatch, filters, aside, walked, few
):
    world, queries = crowd
    monkeypatch.setattr(land, "FEW_ALLOWED", few)
    legs = Legs(words=False, people=False)
    found = wanted = 0
    with world.acting_as("owner"):
        for vector in queries:
            landed = land.land(
                a_query(), lambda near=vector: near, model=MODEL, filters=Filters(**filters),
                legs=legs, walked=walked, aside=aside,
            )  # fmt: skip
            best = sorted(landed.candidates, key=lambda c: -(c.cosine or 0))[:TOP]
            exact = ranked_exactly(world, vector, Filters(**filters))
            found += len(set(exact) & {c.id for c in best})
            wanted += len(exact)
    assert wanted == QUERIES * TOP
    assert found / wanted >= 0.99


def test_a_search_knows_that_the_vectors_have_an_index(crowd):
    world, _ = crowd
    with world.acting_as("owner"):
        assert settings_of().walked
    with world.acting_as("stranger"):
        assert not settings_of().walked


EXACT = """
SELECT e.memory_id FROM decisions_memoryembedding e
JOIN decisions_memory m ON m.team_id = e.team_id AND m.id = e.memory_id
WHERE e.model = %(model)s AND {allowed} ORDER BY (e.embedding <=> %(vector)s::halfvec) + 0
LIMIT %(limit)s
"""


def ranked_exactly(world, vector, filters):
    allowed, asked = to_sql(filters)
    asked |= {"team": world.team.id, "model": MODEL, "limit": TOP}
    asked["vector"] = HalfVector(vector).to_text()
    with connection.cursor() as cursor:
        cursor.execute(EXACT.format(allowed=allowed), asked)
        return [row[0] for row in cursor.fetchall()]
