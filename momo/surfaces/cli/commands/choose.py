"""`momo choose`: what of a source is collected."""

import click

from connectors.live import managing, picking
from connectors.live.picking import Listed, Listing
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import out, table
from momo.surfaces.cli.sources import named, told


@click.command()
@click.argument("name")
@click.argument("wanted", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All of it again.")
@options.identity
def choose(
    name: str, wanted: tuple[str, ...], everything: bool, team: str | None, email: str | None
) -> None:
    """Collect WANTED alone of source NAME: channels, repositories, labels or pages by name or id.

    Without WANTED: what there is to choose.
    """
    with session.acting(team, email) as who, told():
        integration, _ = named(who.scope, name)
        if not wanted and not everything:
            _show(picking.choices_of(who.scope, integration.id))
            return
        listing = [] if everything else picking.choices_of(who.scope, integration.id).items
        ids = None if everything else [_id_of(each, listing) for each in wanted]
        with acting_as(who.scope.team_id, who.scope.principal_id):
            connection = managing.connection_of(integration.id)
            managing.guard_managing(connection)
            managing.choose(connection, ids)
    out.print("Chosen. What is new is brought in now; what is no longer chosen stays.")


def _show(listing: Listing) -> None:
    rows = [
        (each.name, each.kind, each.id, "private" if each.private else "",
         "yes" if each.chosen else "")
        for each in listing.items
    ]  # fmt: skip
    table("To choose from", ["name", "kind", "id", "", "collected"], rows)


def _id_of(wanted: str, listing: list[Listed]) -> str:
    """Raises click.UsageError where nothing is called so, or several are."""
    found = [each.id for each in listing if wanted == each.id] or [
        each.id for each in listing if wanted.lstrip("#").lower() == each.name.lstrip("#").lower()
    ]
    if len(found) != 1:
        problem = "There are several" if found else "There is none"
        raise click.UsageError(f"{problem} called {wanted!r}: give an id of the list.")
    return found[0]
