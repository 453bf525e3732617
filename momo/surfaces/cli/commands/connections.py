"""`momo connections`: live sources, and what to do where one is not in order."""

import click

from connectors.live import selectors
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import print_json, table
from momo.surfaces.cli.sources import connected


@click.command()
@options.identity
@options.as_json
def connections(team: str | None, email: str | None, as_json: bool) -> None:
    """Live sources that you see: whether they are in order, and what to do next."""
    with session.acting(team, email) as who:
        found = [integration for integration, _ in connected(who.scope)]
        with acting_as(who.scope.team_id, who.scope.principal_id):
            health = selectors.health_of(found)
    if as_json:
        print_json([
            {"id": row.id, "kind": row.kind, "name": row.name} | {"connection": health[row.id]}
            for row in found
        ])  # fmt: skip
        return
    rows = []
    for row in found:
        how = health[row.id]
        heard = f"{how.heard_at:%Y-%m-%d %H:%M} UTC" if how.heard_at else "nothing yet"
        rows.append((row.name, row.kind, how.state, heard, how.problem, how.next_step))
    table("Connections", ["name", "kind", "state", "last heard", "problem", "next step"], rows)
