"""However many memories somebody is in, the newest are told without a look at the others."""

from itertools import product

import pytest
from django.db import connection, connections
from django.utils import timezone

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.pipeline import numbered
from retrieval.filters import Filters, to_sql
from retrieval.landing import land
from retrieval.landing.legs import Legs
from retrieval.understanding.understand import understand
from tests.bench.generate import Space, add_team
from tests.bench.texts import NAMES

MEMORIES = 5_000
ALONE = Legs(vector=False, words=False, times=False)
# The newest that the first person is in: one in five is kept back or hidden, each in its own way.
KEPT_BACK = """
WITH newest AS (
    SELECT m.id, row_number() OVER (ORDER BY m.source_date DESC, m.id) AS place
    FROM decisions_memory m
    JOIN decisions_edge e ON e.team_id = m.team_id AND e.src_memory_id = m.id
    JOIN decisions_entity n ON n.team_id = m.team_id AND n.id = e.dst AND n.name = %(name)s
    WHERE m.team_id = %(team)s
)
UPDATE decisions_memory m SET
    archived_at = CASE place %% 20 WHEN 0 THEN now() END,
    status = CASE place %% 20 WHEN 5 THEN 'reversed' ELSE status END,
    visibility = CASE place %% 20 WHEN 10 THEN 'secret' WHEN 15 THEN 'private' ELSE visibility END,
    owner_id = CASE WHEN place %% 20 IN (10, 15) THEN %(owner)s::uuid END
FROM newest WHERE m.team_id = %(team)s AND m.id = newest.id AND place <= 100
"""
PLAINLY = """
SELECT m.id FROM decisions_memory m
WHERE {allowed} AND EXISTS (
    SELECT FROM decisions_edge e
    WHERE e.team_id = m.team_id AND e.src_memory_id = m.id AND e.dst = %(person)s)
ORDER BY m.source_date DESC, m.id LIMIT %(limit)s
"""


class Explained:
    """A line that asks how the last statement that it is sent is run, whoever's it is."""

    plan = ""

    def send(self, sql, params):
        text, _ = numbered(sql)
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (GENERIC_PLAN) {text.decode()}")
            self.plan = "\n".join(line for (line,) in cursor.fetchall())
        return list


@pytest.fixture(scope="module")
def team(lasting_world):
    add_team(lasting_world.team.id, MEMORIES, Space())
    given = {
        "team": lasting_world.team.id, "owner": lasting_world.owner.id, "name": NAMES[0],
    }  # fmt: skip
    with connections["owner"].cursor() as cursor:
        cursor.execute(KEPT_BACK, given)
        cursor.execute("VACUUM ANALYZE decisions_edge, decisions_memory")
    return lasting_world


def landed(filters):
    query = understand(f"What did {NAMES[0]} decide?", now=timezone.now())
    found = land.land(query, lambda: None, model="", filters=filters, legs=ALONE)
    return query.people[0].id, {candidate.id for candidate in found.candidates}


def test_the_newest_are_told_by_indexes_alone(team, monkeypatch):
    line = Explained()
    monkeypatch.setattr(land, "OWN", line)
    with team.acting_as("teammate"):
        landed(Filters())
    for index in ("edge_backwards", "memory_dates", "memory_set_aside"):
        assert f"Index Only Scan using {index}" in line.plan


@pytest.mark.parametrize("who", ["owner", "teammate"])
def test_they_land_whatever_is_kept_back(team, who):
    told = set()
    for archived, reversed_, secret in product((False, True), repeat=3):
        filters = Filters(
            include_archived=archived, include_reversed=reversed_, include_secret=secret
        )
        with team.acting_as(who), connection.cursor() as cursor:
            person, found = landed(filters)
            allowed, params = to_sql(filters)
            given = {"team": current_team_id(), "person": person, "limit": land.LEG_PEOPLE}
            cursor.execute(PLAINLY.format(allowed=allowed), given | params)
            assert found == {id_ for (id_,) in cursor.fetchall()}
        told.add(frozenset(found))
    assert len(told) == (8 if who == "owner" else 4)  # nobody else sees the owner's secrets
