"""Migration operations that put a table under row-level security.

One policy shape for all tables, with a predicate that the planner can use as an index condition:
no CASE, no subquery, no function that reads a table. One statement per message, as a distributed
Postgres wants it.
"""

import re
from collections.abc import Sequence

from django.db.migrations.operations import RunSQL

APP_ROLE = "momo_app"

TEAM = "NULLIF(current_setting('momo.team', true), '')::uuid"
PRINCIPAL = "NULLIF(current_setting('momo.principal', true), '')::uuid"
AUDIENCES = "NULLIF(current_setting('momo.audiences', true), '')::uuid[]"

VISIBLE = f"(visibility = 'shared' OR owner_id = {PRINCIPAL} OR audience_id = ANY ({AUDIENCES}))"


def policy(*, owned: bool, team_column: str = "team_id") -> str:
    """The predicate of a table's policy, for reading and for writing."""
    own_team = f"{team_column} = {TEAM}"
    return f"{own_team} AND {VISIBLE}" if owned else own_team


def secure(table: str, *, owned: bool, team_column: str = "team_id") -> RunSQL:
    """Force row-level security on a table, its owner included."""
    return RunSQL(
        sql=[
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY tenant ON {table} "
            f"USING ({policy(owned=owned, team_column=team_column)})",
        ],
        reverse_sql=[
            f"DROP POLICY tenant ON {table}",
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
        ],
    )


def belongs_to_team(table: str) -> RunSQL:
    """Rows go when their team goes."""
    return _foreign_key(table, ["team_id"], "tenancy_team", ["id"], "CASCADE")


def references(table: str, column: str, target: str, *, to: str = "id") -> RunSQL:
    """A foreign key that carries the team, so no row can reference another team's."""
    return _foreign_key(table, ["team_id", column], target, ["team_id", to], "CASCADE")


def _foreign_key(
    table: str, columns: Sequence[str], target: str, to: Sequence[str], on_delete: str
) -> RunSQL:
    name = f"{table}_{columns[-1]}_fk"
    return RunSQL(
        sql=f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({', '.join(columns)}) "
        f"REFERENCES {target} ({', '.join(to)}) ON DELETE {on_delete}",
        reverse_sql=f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


def let_the_app_use_tables() -> RunSQL:
    """Give the serving role what it needs on every table, present and to come, and no more."""
    use = "SELECT, INSERT, UPDATE, DELETE"
    return RunSQL(
        sql=[
            f"GRANT {use} ON ALL TABLES IN SCHEMA public TO {APP_ROLE}",
            f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {APP_ROLE}",
            f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {APP_ROLE}",
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT {use} ON TABLES TO {APP_ROLE}",
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO {APP_ROLE}",
            "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
        ],
        reverse_sql=RunSQL.noop,
    )


def append_only(table: str) -> RunSQL:
    """The serving role may add rows and read them, never change or delete one."""
    return RunSQL(
        sql=f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {APP_ROLE}",
        reverse_sql=f"GRANT UPDATE, DELETE ON {table} TO {APP_ROLE}",
    )


def functions(sql: str) -> list[RunSQL]:
    """One operation for each CREATE FUNCTION of a file, open to the serving role alone."""
    operations = []
    for statement in re.findall(r"^CREATE FUNCTION .*?AS \$\$.*?\$\$", sql, re.M | re.S):
        name = re.match(r"CREATE FUNCTION (\w+)", statement)
        assert name is not None
        operations.append(
            RunSQL(
                sql=[
                    statement,
                    f"REVOKE EXECUTE ON FUNCTION {name[1]} FROM PUBLIC",
                    f"GRANT EXECUTE ON FUNCTION {name[1]} TO {APP_ROLE}",
                ],
                reverse_sql=f"DROP FUNCTION {name[1]}",
            )
        )
    return operations
