"""Statements that are sent without waiting: refused, failed and lost as any others are."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context

import pytest
from django.db import (
    DEFAULT_DB_ALIAS,
    DataError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    connection,
    connections,
    transaction,
)

from momo.platform.tenancy.context import NotAMember, Scope, acting_as, nothing_follows
from momo.platform.tenancy.pipeline import PREPARED, Pipeline
from momo.platform.tenancy.prepared import pipeline_of, sent_prepared

PID = "SELECT pg_backend_pid()"
TEAMS = "SELECT count(*) FROM tenancy_team"
REMARK = "SELECT 'a private remark'::uuid"


def ask(scope, *statements):
    """What the last one gives; all are sent before one is waited for."""
    with acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True):
        sent = [sent_prepared(statement, {}) for statement in statements]
        return sent[-1]()[0][0]


def send_and_fail(scope, statement):
    with acting_as(scope.team_id, scope.principal_id, pipelined=True):
        sent_prepared(statement, {})
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
        sent_prepared(TEAMS, {})


def test_a_stranger_is_refused_before_a_cursor_sends_anything(world):
    with pytest.raises(NotAMember), refused(world):
        connection.cursor().execute(TEAMS)


def test_the_next_one_is_served_by_the_same_connection(committed_world):
    pid = ask(committed_world.scope("owner"), PID)
    with pytest.raises(NotAMember), refused(committed_world):
        sent_prepared(TEAMS, {})
    assert ask(committed_world.scope("owner"), TEAMS, PID) == pid


def test_a_refusal_leaves_the_transaction_around_it_as_it_was(committed_world):
    with transaction.atomic():
        with pytest.raises(NotAMember), refused(committed_world):
            sent_prepared(TEAMS, {})
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


def pipelined(world, who="owner"):
    scope = world.scope(who)
    return acting_as(scope.team_id, scope.principal_id, keep_plans=True, pipelined=True)


def by_cursor(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def test_what_a_cursor_sends_comes_after_what_was_sent_before(committed_world):
    with pipelined(committed_world):
        before = sent_prepared("SELECT set_config('momo.noted', 'here', true)", {})
        assert by_cursor("SELECT current_setting('momo.noted')") == "here"
        after = sent_prepared("SELECT current_setting('momo.noted'), pg_backend_pid()", {})
        assert after()[0] == ("here", by_cursor(PID))
        assert before() == [("here",)]


def test_an_answer_does_not_wait_for_what_was_sent_after_it(committed_world):
    with pipelined(committed_world):
        first = sent_prepared(TEAMS, {})
        sent_prepared("SELECT pg_sleep(.5)", {})
        assert first() == [(1,)]
        state = """
            SELECT query FROM pg_stat_activity WHERE pid = %s AND state = 'active'
        """
        other = connections.create_connection(DEFAULT_DB_ALIAS)
        with other.cursor() as cursor:
            cursor.execute(state, [connection.connection.info.backend_pid])
            assert "pg_sleep" in cursor.fetchone()[0]
        other.close()


def answers(world, *statements):
    """What each gives or raises, all sent before the first is waited for."""
    found = []
    with pipelined(world):
        sent = [sent_prepared(statement, {}) for statement in statements]
        for each in sent:
            try:
                found.append(each()[0][0])
            except DataError as error:
                found.append(type(error))
    return found


def test_what_fails_leaves_what_was_answered_before_and_fails_what_follows(committed_world):
    assert answers(committed_world, TEAMS, REMARK, PID) == [1, DataError, DataError]
    assert ask(committed_world.scope("owner"), TEAMS) == 1


def test_what_follows_the_end_is_the_same_principals_in_another_transaction(committed_world):
    number = "SELECT pg_current_xact_id()::text"
    with pipelined(committed_world):
        first, teams = sent_prepared(number, {}), sent_prepared(TEAMS, {})
        nothing_follows()
        assert teams() == [(1,)]
        assert by_cursor(TEAMS) == 1
        assert by_cursor(number) != first()[0][0]


def go_on_after_the_end(world):
    with pipelined(world):
        sent_prepared(TEAMS, {})
        nothing_follows()
        sent_prepared(TEAMS, {})


def test_what_is_sent_after_the_end_is_refused(committed_world):
    with pytest.raises(RuntimeError, match="has ended"):
        go_on_after_the_end(committed_world)


def test_within_another_transaction_nothing_ends(world):
    rename = "UPDATE tenancy_team SET name = 'renamed' RETURNING name"
    with transaction.atomic():
        with pipelined(world):
            assert sent_prepared(rename, {})() == [("renamed",)]
            nothing_follows()
            assert sent_prepared("SELECT name FROM tenancy_team", {})() == [("renamed",)]
        transaction.set_rollback(True)
    assert ask(world.scope("owner"), "SELECT name FROM tenancy_team") == world.team.name


def test_more_statements_than_are_kept_are_planned_anew(committed_world):
    statements = [f"SELECT count(*) + {number} FROM tenancy_team" for number in range(250)]
    for _ in range(2):
        assert ask(committed_world.scope("owner"), *statements) == 250
    with pipelined(committed_world):
        kept = "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'momo%%'"
        assert sent_prepared(kept, {})()[0][0] <= PREPARED


def test_what_is_prepared_is_the_connections_whoever_has_it(committed_world):
    scope = committed_world.scope("owner")
    pid, mine = ask(scope, PID), connections[DEFAULT_DB_ALIAS]
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    other.connection = mine.connection
    assert pipeline_of(other) is pipeline_of(mine)
    other.connection = None
    assert ask(scope, PID) == pid


@pytest.mark.parametrize("step", ["_wait", "_flush", "_result"])
def test_an_interruption_costs_the_connection_not_the_next_one_its_answers(
    committed_world, monkeypatch, step
):
    def interrupted(*_):
        monkeypatch.undo()
        raise KeyboardInterrupt

    scope = committed_world.scope("owner")
    pid = ask(scope, PID)
    monkeypatch.setattr(Pipeline, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(scope, "SELECT pg_sleep(.1)", "SELECT 'of another'", PID)
    assert ask(scope, TEAMS) == 1
    assert ask(scope, PID) != pid


def test_what_cannot_be_adapted_is_refused_and_what_follows_goes_on(committed_world):
    with pipelined(committed_world):
        teams = sent_prepared(TEAMS, {})
        with pytest.raises(DataError):
            sent_prepared("SELECT %(text)s::text", {"text": "no\0"})
        assert teams() == [(1,)]


def test_what_could_not_be_prepared_is_tried_again(committed_world):
    scope = committed_world.scope("owner")
    for _ in range(2):
        with pytest.raises(ProgrammingError):
            ask(scope, "SELECT nothing FROM nowhere", TEAMS)
    assert ask(scope, TEAMS) == 1


def test_values_and_answers_larger_than_any_buffer_go_through(committed_world):
    long = "m" * 20_000_000
    with pipelined(committed_world):
        sent = [sent_prepared("SELECT %(long)s::text", {"long": long}) for _ in range(3)]
        assert all(each() == [(long,)] for each in sent)


def test_values_are_bound_by_name_and_percent_signs_stay(committed_world):
    sql = "SELECT %(two)s::int, %(one)s::int, %(two)s::int, '100%%' LIKE '%%0_'"
    with pipelined(committed_world):
        assert sent_prepared(sql, {"one": 1, "two": 2, "three": 3})() == [(2, 1, 2, True)]
        assert sent_prepared(sql, {"one": None, "two": 40_000})() == [(40_000, None, 40_000, True)]


def test_a_plan_that_a_change_of_the_schema_made_useless_is_made_anew(committed_world):
    scope = committed_world.scope("owner")
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE TABLE planned (word varchar(10)); GRANT SELECT ON planned TO PUBLIC")
        cursor.execute("INSERT INTO planned VALUES ('so')")
        try:
            assert ask(scope, "SELECT word FROM planned") == "so"
            cursor.execute("ALTER TABLE planned ALTER word TYPE varchar(20)")
            with suppress(NotSupportedError):  # the first to notice
                ask(scope, "SELECT word FROM planned")
            assert ask(scope, "SELECT word FROM planned") == "so"
        finally:
            cursor.execute("DROP TABLE planned")


def test_what_gives_no_rows_gives_none(committed_world):
    with pipelined(committed_world):
        assert sent_prepared("SET LOCAL work_mem = '4MB'", {})() == []


def test_an_answer_that_cannot_be_read_fails_no_other(committed_world):
    never = "SELECT 'infinity'::timestamptz"
    with pipelined(committed_world):
        pid, first, second = (sent_prepared(each, {}) for each in (PID, never, TEAMS))
        assert second() == [(1,)]
        with pytest.raises(DataError):
            first()
        (before,) = pid()
        sent_prepared(never, {})
    assert ask(committed_world.scope("owner"), PID) == before[0]


def test_a_cursor_is_told_of_what_failed_before_it_as_of_any_failure(committed_world):
    with pipelined(committed_world):
        sent_prepared(REMARK, {})
        with pytest.raises(DataError):
            connection.cursor().execute("SELECT 1")


def leave_a_block(world):
    with pipelined(world), transaction.atomic():
        sent_prepared(REMARK, {})
        raise ZeroDivisionError


def test_a_failure_nobody_was_told_of_does_not_hide_why_a_block_was_left(committed_world):
    with pytest.raises(ZeroDivisionError):
        leave_a_block(committed_world)


def test_another_thread_with_the_same_context_ends_its_own_transaction(committed_world):
    def asked():
        try:
            with pipelined(committed_world):
                sent = sent_prepared(TEAMS, {})
                nothing_follows()
                return sent()
        finally:
            connection.close()

    scope = committed_world.scope("owner")
    with acting_as(scope.team_id, scope.principal_id), ThreadPoolExecutor() as threads:
        assert threads.submit(copy_context().run, asked).result() == [(1,)]
