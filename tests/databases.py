"""Test databases: one for each worker, copied from a template that is migrated once."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connections, transaction

from momo.platform.embedded.locks import exclusively

_CHECKOUT = Path(__file__).resolve().parent.parent
_KEEP = {"django_migrations", "django_content_type", "auth_permission"}


class TestDatabase:
    """Points both database aliases at a throwaway copy of the migrated template."""

    __test__ = False

    @classmethod
    @contextmanager
    def of_this_worker(cls) -> Iterator[None]:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        name = f"momo_test_{worker}_{os.getpid()}"
        originals = {alias: connections[alias].settings_dict["NAME"] for alias in _aliases()}
        with _admin() as admin, exclusively(settings.DATA_DIR / "test-template.lock"):
            _drop_ended(admin, except_for=name)
            template = _template(admin)
            admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" OWNER momo_owner')
            # Nothing here needs to survive a power cut.
            admin.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
        point_at(dict.fromkeys(originals, name))
        try:
            yield
        finally:
            point_at(originals)
            with _admin() as admin:
                _drop_ended(admin)


def _template(admin: psycopg.Connection) -> str:
    """The name of a database that all migrations of this checkout have been run on."""
    digest = hashlib.sha256(str(settings.INSTALLED_APPS).encode())
    for path in sorted(_CHECKOUT.glob("*/**/migrations/*.py")) + sorted(
        path
        for folder in ("momo/platform", "decisions", "lifecycle")
        for path in _CHECKOUT.glob(f"{folder}/**/*.sql")
    ):
        if ".venv" not in path.parts:
            digest.update(path.read_bytes())
    digest.update((_CHECKOUT / "momo/platform/tenancy/row_security.py").read_bytes())
    name = f"momo_template_{digest.hexdigest()[:16]}"
    if not admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        building = f"momo_building_{os.getpid()}"
        admin.execute(f'CREATE DATABASE "{building}" OWNER momo_owner')
        originals = {alias: connections[alias].settings_dict["NAME"] for alias in _aliases()}
        point_at(dict.fromkeys(originals, building))
        call_command("migrate", database="owner", verbosity=0)
        point_at(originals)
        admin.execute(f'ALTER DATABASE "{building}" RENAME TO "{name}"')
    return name


def _drop_ended(admin: psycopg.Connection, except_for: str = "") -> None:
    """Drop the databases of test processes that are gone, and this one's own.

    One that something is still connected to (autovacuum, say) is left for the next run.
    """
    rows = admin.execute(
        "SELECT datname FROM pg_database WHERE datname ~ '^momo_(test|building)_'"
    ).fetchall()
    for (name,) in rows:
        pid = int(name.rpartition("_")[2])
        if name != except_for and (pid == os.getpid() or not psutil.pid_exists(pid)):
            with suppress(psycopg.errors.ObjectInUse, psycopg.errors.UndefinedFile):
                admin.execute(f'DROP DATABASE IF EXISTS "{name}"')


def _admin() -> psycopg.Connection:
    """The owner's connection to the maintenance database; momo_owner may create databases."""
    parameters = connections["owner"].get_connection_params()
    keep = {
        key: parameters[key] for key in ("host", "port", "user", "password") if key in parameters
    }
    return psycopg.connect(**keep, dbname="postgres", autocommit=True)


def _aliases() -> list[str]:
    return list(settings.DATABASES)


def point_at(names: dict[str, str]) -> None:
    """Lead each alias to a database from now on."""
    for alias, name in names.items():
        connections[alias].close()
        connections[alias].settings_dict["NAME"] = name
        settings.DATABASES[alias]["NAME"] = name


def empty_all_tables() -> None:
    """As the owner: the serving role may not. Whoever still reads or writes is waited for."""
    owner = connections["owner"]
    with owner.cursor() as cursor:
        with transaction.atomic(using=owner.alias):
            cursor.execute(_TABLES)
            tables = [name for (name,) in cursor.fetchall() if name not in _KEEP]
            cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
            cursor.execute(_USED)
            used = sorted({name for (name,) in cursor.fetchall()}.intersection(tables))
            cursor.execute(" UNION ALL ".join(map(_some, used)) or "SELECT 0")
            # Truncating takes .4 s however little there is, and deleting as long as there are rows.
            if few := all(rows < MANY for (rows,) in cursor.fetchall()):
                for table in used:
                    cursor.execute(f"DELETE FROM {table}")
            else:
                cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
        if few and used:  # or Postgres goes on taking them for empty however many rows come
            cursor.execute(f"VACUUM {', '.join(used)}")
    for alias in _aliases():
        connections[alias].close()


MANY = 1_000  # rows of a table
_TABLES = """
SELECT oid::regclass::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""
_USED = f"{_TABLES} AND pg_relation_size(oid) > 0"


def _some(table: str) -> str:
    return f"SELECT count(*) FROM (SELECT FROM {table} LIMIT {MANY}) AS few"
