"""`momo fakes`: the services of the live demo."""

from pathlib import Path

import click

from momo.surfaces.cli.show import err


@click.command()
@click.option("--first-port", type=int, default=8100, show_default=True, help="Of five in a row.")
@click.option("--momo", default="http://127.0.0.1:8000", show_default=True, help="Where Momo is.")
@click.option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Where the variables are written that point Momo at them, as JSON.",
)
def fakes(first_port: int, momo: str, settings: Path) -> None:
    """Play Gmail, GitHub, Notion, Slack and Discord on this machine, with the demo team in them.

    They listen on loopback only. `momo up --live-demo` starts them, and connects the team.
    """
    from momo.surfaces.demo.live import playing  # with five services, which few commands need

    err.print("Playing. Stop with Ctrl-C.")
    playing.play(first_port, momo, settings, wait=playing.until_stopped)
