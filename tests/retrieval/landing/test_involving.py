"""However many memories somebody is in, the newest are told without a look at the others."""

import pytest
from django.db import connection, connections
from django.utils import timezone

from retrieval.filters import Filters
from retrieval.landing import land
from retrieval.landing.legs import Legs
from retrieval.understanding.understand import understand
from tests.bench.generate import PEOPLE, Space, add_team
from tests.bench.texts import NAMES

MEMORIES = 5_000
ALONE = Legs(vector=False, words=False, times=False)


def landed():
    query = understand(f"What did {NAMES[0]} decide?", now=timezone.now())
    found = land.land(query, lambda: None, model="", filters=Filters(), legs=ALONE)
    return query.people[0].id, {candidate.id for candidate in found.candidates}


class Explained:
    """A line that asks how the last statement that it is sent would be run."""

    def __init__(self):
        self.plan = ""

    def send(self, sql, params):
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {sql}", params)
            self.plan = "\n".join(line for (line,) in cursor.fetchall())
        return list


@pytest.fixture(scope="module")
def team(lasting_world):
    add_team(lasting_world.team.id, MEMORIES, Space())
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE decisions_edge, decisions_memory")
    return lasting_world


@pytest.mark.parametrize("who", ["owner", "teammate", "private_owner"])
def test_the_newest_are_told_by_indexes_alone(team, monkeypatch, who):
    line = Explained()
    monkeypatch.setattr(land, "OWN", line)
    with team.acting_as(who):
        landed()
    assert "Index Only Scan using edge_involving" in line.plan
    assert "Index Only Scan using memory_dates" in line.plan


def test_they_land(team):
    with team.acting_as("teammate"):
        person, found = landed()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT m.id FROM decisions_memory m JOIN decisions_edge e"
                " ON e.team_id = m.team_id AND e.src_memory_id = m.id AND e.dst = %s"
                " ORDER BY m.source_date DESC, m.id",
                [person],
            )
            involved = [id_ for (id_,) in cursor.fetchall()]
    assert len(involved) == MEMORIES / PEOPLE
    assert found == {*involved[: land.LEG_PEOPLE]}
