"""The database itself keeps teams and people apart, with no WHERE clause to help it."""

import pytest
from django.db import DatabaseError, connection, transaction

from momo.platform.accounts.models import Agent
from momo.platform.tenancy.context import NotAMember, NoTenant, acting_as, current
from momo.platform.tenancy.ids import uuid7

_GLOBAL = {
    # Holds no team's content: Django's own, users, and ids and states of what is left to do.
    # Users are global, and so is how they sign in: their addresses, second factors and sessions.
    "account_emailaddress", "account_emailconfirmation", "mfa_authenticator",
    "usersessions_usersession",
    "accounts_user", "auth_group", "auth_group_permissions", "auth_permission",
    "ai_modelbatch", "connectors_pipelinejob", "connectors_pipelineturn", "connectors_syncturn",
    "decisions_heldback",
    "decisions_unreconciled",
    "django_content_type", "django_migrations", "django_session", "lifecycle_compaction",
    "lifecycle_schedule",
    "retrieval_reindexing",
}  # fmt: skip


_INSERT = """
INSERT INTO accounts_agent (team_id, id, name, kind, created_at)
VALUES (%s, %s, 'x', 'program', now()) RETURNING 1
"""


def _all(sql, params=None):
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def test_serves_as_a_role_that_row_security_binds(db):
    assert _all("SELECT current_user, rolsuper, rolbypassrls FROM pg_roles "
                "WHERE rolname = current_user") == [("momo_app", False, False)]  # fmt: skip


def test_every_tenant_table_forces_row_security(db):
    tables = _all(
        "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class "
        "WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace"
    )
    assert {name for name, forced in tables if not forced} == _GLOBAL


def test_every_policy_is_of_the_one_shape(db):
    """Of a table whose rows have owners, the half about them too; none has a second policy."""
    policies = _all("""
        SELECT p.tablename, p.cmd, p.with_check, p.qual LIKE '%visibility%owner_id%audience_id%',
            EXISTS (SELECT FROM pg_attribute a WHERE a.attname = 'audience_id'
                    AND a.attrelid = p.tablename::regclass)
        FROM pg_policies p WHERE p.schemaname = 'public'
    """)
    assert len({table for table, *_ in policies}) == len(policies)
    assert {(cmd, check) for _, cmd, check, *_ in policies} == {("ALL", None)}
    wrong = [table for table, *_, owned, has_owners in policies if owned != has_owners]
    assert wrong == ["accounts_audiencemember"]  # it says who is in an audience, and has no owner


def test_no_table_has_a_trigger(db):
    """A distributed Postgres has none: what would be lost without one is written by the code."""
    assert _all("SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE NOT tgisinternal") == []


def test_every_key_of_a_tenant_table_begins_with_the_team(db):
    keys = _all("""
        SELECT c.conrelid::regclass::text, c.conname, a.attname
        FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype IN ('p', 'u', 'f') AND t.relrowsecurity
          AND t.relname <> 'tenancy_team'
    """)
    assert [key for key in keys if key[2] != "team_id"] == []


def test_without_a_context_there_are_no_rows_and_no_writes(world):
    assert _all("SELECT * FROM accounts_membership") == []
    assert _all("SELECT * FROM tenancy_team") == []
    with pytest.raises(DatabaseError, match="row-level security"), transaction.atomic():
        _all(_INSERT, [world.team.id, uuid7()])
    with pytest.raises(NoTenant):
        Agent.objects.count()


def test_a_context_shows_its_own_team_alone(world):
    with world.acting_as("stranger"):
        assert _all("SELECT id FROM tenancy_team") == [(world.other_team.id,)]
        assert _all("SELECT id FROM accounts_membership") == [(world.stranger.id,)]


def test_a_context_ends_with_its_block(world):
    with world.acting_as("owner"):
        pass
    assert _all("SELECT * FROM tenancy_team") == []
    with pytest.raises(NoTenant):
        current()


def test_nested_contexts_restore_the_outer_one(world):
    with world.acting_as("owner"):
        with world.acting_as("stranger"):
            assert _all("SELECT id FROM tenancy_team") == [(world.other_team.id,)]
        assert _all("SELECT id FROM tenancy_team") == [(world.team.id,)]


def test_an_error_inside_a_context_leaves_none_behind(world):
    with pytest.raises(ZeroDivisionError), world.acting_as("owner"):
        1 / 0  # noqa: B018
    assert _all("SELECT * FROM tenancy_team") == []


def test_a_principal_of_another_team_is_refused(world):
    with pytest.raises(NotAMember), acting_as(world.team.id, world.stranger.id):
        pytest.fail("a stranger got in")


def test_a_row_cannot_be_written_into_another_team(world):
    with (
        world.acting_as("stranger"),
        pytest.raises(DatabaseError, match="row-level security"),
        transaction.atomic(),
    ):
        _all(_INSERT, [world.team.id, uuid7()])
