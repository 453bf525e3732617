"""Roles, database and extension that Momo needs, on the embedded or on any other Postgres."""

import hashlib
from importlib.resources import files

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from momo.platform.embedded.layout import Layout
from momo.platform.embedded.urls import APP_ROLE, DATABASE, OWNER_ROLE, superuser_url


def bootstrap(
    superuser_url: str,
    *,
    database: str = DATABASE,
    owner_password: str | None = None,
    app_password: str | None = None,
    for_tests: bool = False,
) -> None:
    """Make or repair the roles `momo_owner` and `momo_app`, and `database` with its extension.

    `superuser_url` names a superuser and any database but template1. Passwords are left as
    they are when None; they reach the server only as SCRAM verifiers. `for_tests` prepares
    template1 too, so that test databases made by `momo_owner` have the extension. May be
    repeated. Raises psycopg.Error.
    """
    with psycopg.connect(superuser_url, autocommit=True) as connection:
        _run_file(connection, "roles.sql")
        _set_password(connection, OWNER_ROLE, owner_password)
        _set_password(connection, APP_ROLE, app_password)
        _make_database(connection, database)
    for name in (database, "template1") if for_tests else (database,):
        with psycopg.connect(make_conninfo(superuser_url, dbname=name), autocommit=True) as target:
            _run_file(target, "extension.sql")


def bootstrap_embedded(layout: Layout) -> None:
    """`bootstrap` on the embedded Postgres, once for each version of the SQL.

    Not every time: a session in template1 would fail a test database's creation.
    """
    mark, done = layout.postgres / "momo-bootstrap", _fingerprint()
    if mark.exists() and mark.read_text() == done:
        return
    bootstrap(superuser_url(layout.root), for_tests=True)
    mark.write_text(done)


def _make_database(connection: psycopg.Connection, database: str) -> None:
    names = {"database": sql.Identifier(database), "owner": sql.Identifier(OWNER_ROLE)}
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database])
    verb = "ALTER DATABASE {database} OWNER TO {owner}"
    if found.fetchone() is None:
        verb = "CREATE DATABASE {database} OWNER {owner} ENCODING 'UTF8'"
    connection.execute(sql.SQL(verb).format(**names))


def _set_password(connection: psycopg.Connection, role: str, password: str | None) -> None:
    if password is None:
        return
    verifier = connection.pgconn.encrypt_password(
        password.encode(), role.encode(), b"scram-sha-256"
    ).decode()
    statement = sql.SQL("ALTER ROLE {role} PASSWORD {verifier}")
    connection.execute(statement.format(role=sql.Identifier(role), verifier=sql.Literal(verifier)))


def _run_file(connection: psycopg.Connection, name: str) -> None:
    connection.execute(_read(name).encode())


def _read(name: str) -> str:
    return files(__package__).joinpath("sql", name).read_text()


def _fingerprint() -> str:
    return hashlib.sha256((_read("roles.sql") + _read("extension.sql")).encode()).hexdigest()
