"""`momo graph`: the team's memory as a picture."""

import webbrowser
from dataclasses import asdict
from pathlib import Path

import click
from django.utils import timezone

from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import out, print_json
from momo.surfaces.graph.export import page
from momo.surfaces.web.built import NotBuilt
from retrieval.filters import Filters
from retrieval.graph.picture import DRAWN
from retrieval.graph.picture import graph as read
from retrieval.tuning import GRAPH_MEMORIES, MAX_GRAPH_MEMORIES

_KINDS = [*DRAWN.kinds, "observation"]


@click.command()
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, path_type=Path), default="momo-graph.html",
    show_default=True, help="The HTML file to write.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(1, MAX_GRAPH_MEMORIES), default=GRAPH_MEMORIES,
    show_default=True, help="Memories at most, the most important and newest first.",
)  # fmt: skip
@click.option("--kind", "kinds", type=click.Choice(_KINDS), multiple=True, help="May repeat.")
@click.option("--open", "show", is_flag=True, help="Open it in the browser.")
@options.identity
@options.as_json
def graph(
    output: Path,
    limit: int,
    kinds: tuple[str, ...],
    show: bool,
    team: str | None,
    email: str | None,
    as_json: bool,
) -> None:
    """Draw what you may see as one HTML file that works without a network.

    With --json the graph itself is printed, and no file is written.
    """
    filters = Filters(kinds=kinds, include_reversed=True) if kinds else DRAWN
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = read(limit=limit, filters=filters)
        name = who.team.name
    if as_json:
        print_json(asdict(found))
        return
    try:
        output.write_text(page(found, team=name, at=timezone.now()), encoding="utf-8")
    except (NotBuilt, OSError) as error:
        raise click.ClickException(str(error)) from None
    out.print(f"{len(found.nodes)} nodes, {len(found.edges)} relations: {output.resolve()}")
    if show:
        webbrowser.open(output.resolve().as_uri())
