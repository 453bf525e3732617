"""Statements that are sent without waiting: refused, failed and lost as any others are."""

import logging

import pytest
from django.db import (
    DEFAULT_DB_ALIAS,
    DataError,
    OperationalError,
    connection,
    connections,
    transaction,
)

from momo.platform.tenancy.context import NotAMember, Scope, acting_as

PID = "SELECT pg_backend_pid()"
TEAMS = "SELECT count(*) FROM tenancy_team"
REMARK = "SELECT 'a private remark'::uuid"


def ask(scope, *statements):
    """What the last one gives; all are sent before one is waited for."""
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True):
        for statement in statements:
            cursor = connection.cursor()
            cursor.execute(statement)
        return cursor.fetchone()[0]


def send_and_fail(scope, statement):
    with acting_as(scope.team_id, scope.principal_id, pipelined=True):
        connection.cursor().execute(statement)
        raise ZeroDivisionError


def end(pid):
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    other.close()


def refused(world):
    return acting_as(world.team.id, world.stranger.id, pipelined=True)


def test_a_stranger_is_refused_and_what_was_sent_is_not_done(world):
    rename = "UPDATE tenancy_team SET name = 'taken over' RETURNING name"
    with pytest.raises(NotAMember):
        ask(Scope(world.team.id, world.stranger.id), rename, TEAMS)
    assert ask(world.scope("owner"), "SELECT name FROM tenancy_team") == world.team.name


def test_a_stranger_is_refused_where_no_answer_is_waited_for(world):
    with pytest.raises(NotAMember), refused(world):
        connection.cursor().execute(TEAMS)


def test_the_next_one_is_served_by_the_same_connection(committed_world):
    pid = ask(committed_world.scope("owner"), PID)
    with pytest.raises(NotAMember), refused(committed_world):
        connection.cursor().execute(TEAMS)
    assert ask(committed_world.scope("owner"), TEAMS, PID) == pid


def test_a_refusal_leaves_the_transaction_around_it_as_it_was(committed_world):
    with transaction.atomic():
        with pytest.raises(NotAMember), refused(committed_world):
            connection.cursor().execute(TEAMS)
        assert ask(committed_world.scope("owner"), TEAMS) == 1


def test_a_lost_connection_costs_one_asking(committed_world):
    scope = committed_world.scope("owner")
    pid = ask(scope, PID)
    end(pid)
    with pytest.raises(OperationalError):
        ask(scope, PID)
    assert ask(scope, PID) != pid
    assert ask(scope, TEAMS) == 1


@pytest.mark.parametrize("is_lost", [False, True])
def test_the_first_asking_after_a_look_at_its_health(committed_world, monkeypatch, is_lost):
    scope = committed_world.scope("owner")
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    pid = ask(scope, PID)
    if is_lost:
        end(pid)
    for _ in range(3):
        connection.health_check_enabled = True
        connection.close_if_unusable_or_obsolete()
        assert (ask(scope, PID) == pid) is not is_lost
        pid = ask(scope, PID)
        is_lost = False


def test_what_failed_unseen_is_logged_nowhere(committed_world, caplog):
    caplog.set_level(logging.DEBUG)
    scope = committed_world.scope("owner")
    with pytest.raises(ZeroDivisionError):
        send_and_fail(scope, REMARK)
    assert "private remark" not in caplog.text
    with pytest.raises(DataError):
        ask(scope, REMARK)
    assert "private remark" not in caplog.text
    assert ask(scope, TEAMS) == 1
