"""Prepared statements: planned once a connection, for any team, or not at all where that is off."""

from django.db import connection

from momo.platform.tenancy.context import acting_as
from momo.platform.tenancy.prepared import sent_prepared

COUNT = "SELECT count(*), %(team)s::uuid FROM accounts_membership WHERE team_id = %(team)s"
KEPT = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE %s"


def _ask(world, who):
    scope = world.scope(who)
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True):
        (found,) = sent_prepared(COUNT, {"team": scope.team_id})()
        with connection.cursor() as cursor:
            cursor.execute(KEPT, ["%FROM accounts_membership WHERE%"])
            return found, cursor.fetchall()


def test_one_plan_serves_all_teams(world):
    for who in ("owner", "stranger", "owner"):
        found, kept = _ask(world, who)
        assert found[1] == world.scope(who).team_id
    assert kept == [(3, 0)]


def test_where_that_is_off_nothing_is_kept(world, monkeypatch):
    with world.acting_as("owner"):
        monkeypatch.setattr(connection.connection, "prepare_threshold", None)
    before = _ask(world, "owner")[1]
    assert _ask(world, "owner")[1] == before
