"""`momo partitions`: give large teams a partition and an index of their own."""

import click

from lifecycle.maintenance import balance
from lifecycle.owner import NoOwner
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import out, print_json


@click.command()
@options.as_json
def partitions(as_json: bool) -> None:
    """Move teams that have grown or shrunk between partitions, as the owner of the database.

    The scheduler does it every hour. Searches go on meanwhile; it may be stopped and run again.
    """
    with session.ready():
        try:
            moved = balance()
        except NoOwner as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json(moved)
        return
    out.print(
        f"{len(moved.promoted)} teams got a partition of their own, {len(moved.demoted)} lost it, "
        f"{len(moved.waiting)} wait for a quieter moment."
    )
