"""`momo migrate`: bring the database's tables up to date."""

import click

from momo.surfaces.cli import schema, session
from momo.surfaces.cli.show import out


@click.command()
def migrate() -> None:
    """Bring the database's tables up to date, as the owner role."""
    with session.servers():
        waiting = schema.pending()
        if waiting:
            schema.migrate()
        out.print(f"{waiting} migrations applied." if waiting else "Up to date.")
