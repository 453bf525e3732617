"""The database's tables: there, or made, or a word on how to make them."""

import click
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from momo.platform.tenancy.checks import database_role_is_bound


def ensure() -> None:
    """Make the tables of an embedded database that has none; of any other, only check."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass('decisions_memory') IS NOT NULL")
            there = cursor.fetchone()[0]
    except OperationalError:
        raise click.ClickException(
            "The database does not answer. Check DATABASE_URL, then run: momo doctor"
        ) from None
    if not there and not settings.URLS.embedded_postgres:
        raise click.ClickException("The database has no tables yet. Run: momo up, or momo migrate")
    if not there:
        migrate()
    refuse_unbound_role()


def pending() -> int:
    """How many migrations have not been applied."""
    executor = MigrationExecutor(connections["owner"])
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrate() -> None:
    """Bring the tables up to date, as the owner."""
    if "owner" not in settings.DATABASES:
        raise click.ClickException(
            "Set MOMO_OWNER_DATABASE_URL: migrations run as momo_owner, not as the serving role."
        )
    call_command("migrate", database="owner", verbosity=0)
    connections["owner"].close()


def refuse_unbound_role() -> None:
    """Raises click.ClickException where row-level security would not bind the serving role."""
    for problem in database_role_is_bound(databases=["default"]):
        raise click.ClickException(f"{problem.msg} {problem.hint}")
