"""Teams with vectors in a real database, with commits: moving them is done as another role."""

import pytest
from django.db import connection

from tests.bench.generate import SHARED, Space, add_team


@pytest.fixture
def cleared(committed_world):
    """The four people; partitions that a test made are gone after it."""
    yield committed_world
    drop_partitions()


def drop_partitions():
    from lifecycle.owner import execute
    from lifecycle.partitions import partitions, table_of

    for team_id in partitions():
        execute(f"DROP TABLE {table_of(team_id)}")


@pytest.fixture
def fill(cleared):
    """Give a team memories; their vectors' last batch."""
    space = Space()

    def give(count, who="owner", seen_by=SHARED):
        return add_team(cleared.scope(who).team_id, count, space, seen_by=seen_by)

    return give


@pytest.fixture
def ask(cleared):
    """Rows that a query gives one of the four people."""

    def rows(who, sql, **params):
        scope = cleared.scope(who)
        with cleared.acting_as(who), connection.cursor() as cursor:
            cursor.execute(sql, {"team": scope.team_id, **params})
            return cursor.fetchall()

    return rows
