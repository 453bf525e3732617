"""`momo gateway`: listening to services that tell of changes over a connection of ours."""

import click

from connectors.live import gateways
from momo.surfaces.cli import session
from momo.surfaces.cli.show import err


@click.command()
def gateway() -> None:
    """Listen, for all teams, until stopped. `momo up` starts it where a source needs it.

    One process listens at a time; others wait to take over.
    """
    with session.ready():
        sources = gateways.listening()
        if not sources:
            raise click.ClickException(
                "No source that has a gateway is set up: see docs/connectors/discord.md."
            )
        err.print(f"Listening: {', '.join(source.title for source in sources)}. Stop with Ctrl-C.")
        try:
            gateways.run()
        except* gateways.Lost as lost:
            raise click.ClickException(str(lost.exceptions[0])) from None
