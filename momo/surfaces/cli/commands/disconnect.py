"""`momo disconnect`: end a live source."""

import click

from lifecycle.retention import disconnecting
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, inert, out
from momo.surfaces.cli.sources import named, told


@click.command()
@click.argument("name")
@click.option("--keep", "what", flag_value="keep", help="What was collected stays.")
@click.option("--erase", "what", flag_value="erase", help="It goes, with all that was made of it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.identity
def disconnect(name: str, what: str | None, yes: bool, team: str | None, email: str | None) -> None:
    """Stop collecting from source NAME, and give its credentials back."""
    if what is None:
        raise click.UsageError("Say what becomes of what was collected: --keep or --erase.")
    with session.acting(team, email) as who, told():
        integration, _ = named(who.scope, name)
        if what == "erase" and not yes:
            click.confirm(
                "Erase all it gave? It does not come back, not even by connecting again.",
                abort=True,
                err=True,
            )
        with err.status("Disconnecting"):
            done = disconnecting.disconnect(who.scope, integration.id, erase=what == "erase")
    out.print(f"Disconnected: {inert(integration.name)}.")
    if done:
        out.print(f"{done.erased['items']} items erased.")
