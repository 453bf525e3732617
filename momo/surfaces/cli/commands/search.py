"""`momo search`: memories that match, best first."""

from typing import Any

import click

from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, inert, out, print_json
from retrieval.expand import GraphMode
from retrieval.graph_tuning import GRAPH_MODE
from retrieval.pipeline import search as find


@click.command()
@click.argument("query", nargs=-1)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--decisions", is_flag=True, help="Decisions alone, not the messages around them.")
@click.option("--explain", is_flag=True, help="Say how each result came about.")
@click.option(
    "--graph", type=click.Choice([m.value for m in GraphMode]), default=GRAPH_MODE,
    show_default=True, help="Rank what hangs together with the best results beside them.",
)  # fmt: skip
@options.filters
@options.identity
@options.as_json
def search(
    query: tuple[str, ...],
    limit: int,
    decisions: bool,
    explain: bool,
    graph: str,
    team: str | None,
    email: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Find what matches QUERY; without one, the newest that pass the filters."""
    filters = options.filters_of(given, kinds=("decision",) if decisions else ())
    with session.acting(team, email) as who:
        found = find(
            who.scope, " ".join(query), filters=filters, limit=limit, explain=explain,
            graph=GraphMode(graph),
        )  # fmt: skip
    if as_json:
        print_json(found)
        return
    if not found.results:
        out.print("Nothing found.")
    for number, result in enumerate(found.results, 1):
        holds = "" if result.holds == "holds" else f" [yellow]{result.holds.value}[/]"
        out.print(
            f"[bold]{number}. {inert(result.title)}[/]{holds}  "
            f"[dim]{day(result.source.date)} {inert(result.source.source)} "
            f"{result.score:.2f}[/]"
        )
        out.print(f"   {inert(result.summary)[:300]}")
        if result.source.url:
            out.print(f"   [dim]{inert(result.source.url)}[/]")
        if explain:
            out.print(f"   [dim]{inert(result.signals)}[/]")
        if found.explanation and (tie := found.explanation.ties.get(result.id)):
            out.print(f"   [dim]{inert(tie)}[/]")
    if found.degraded:
        out.print(f"[yellow]{inert(found.degraded)}[/]")
