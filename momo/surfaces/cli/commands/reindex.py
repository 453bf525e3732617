"""`momo reindex`: vectors and full-text entries made anew, while searches go on."""

import click
from rich.progress import Progress

from lifecycle.reindex import reindex as run
from momo.platform.ai import ProviderError
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, out, print_json


@click.command()
@click.option("--all", "everything", is_flag=True, help="Also what has an entry already.")
@options.identity
@options.as_json
def reindex(everything: bool, team: str | None, email: str | None, as_json: bool) -> None:
    """Index what lacks a vector or a full-text entry, as after a change of MOMO_EMBEDDING_MODEL.

    Searches go on and use the old model until every memory has a vector of the new one. A run that
    was stopped goes on where it was; with --all it starts over.
    """
    with session.acting(team, email) as who, Progress(console=err, transient=True) as shown:
        task = shown.add_task("Indexing", total=None)
        try:
            done = run(who.scope, everything=everything, report=lambda n: shown.advance(task, n))
        except ProviderError as error:
            raise click.ClickException(f"{error} What is done is kept: run it again.") from None
    if as_json:
        print_json(done)
        return
    out.print(f"{done.memories} memories indexed; searches use {done.model}.")
