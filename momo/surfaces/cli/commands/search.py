"""`momo search`: memories that match, best first."""

from itertools import zip_longest
from typing import Any

import click

from momo.surfaces.cli import options, session
from momo.surfaces.cli.explained import print_rest, print_why
from momo.surfaces.cli.show import day, inert, out, print_json
from retrieval.backends import Backend
from retrieval.graph.expand import GraphMode
from retrieval.pipeline import search as find
from retrieval.results import Result
from retrieval.stages import Stage


@click.command()
@click.argument("query", nargs=-1)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@click.option("--decisions", is_flag=True, help="Decisions alone, not the messages around them.")
@click.option(
    "--explain", is_flag=True, help="Say why each result is there, and why not before others."
)
@options.how
@options.without
@options.filters
@options.identity
@options.as_json
def search(
    query: tuple[str, ...],
    limit: int,
    decisions: bool,
    explain: bool,
    backend: Backend | None,
    graph: GraphMode | None,
    off: tuple[Stage, ...],
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
            backend=backend, graph=graph, off=off,
        )  # fmt: skip
    if as_json:
        print_json(found)
        return
    if not found.results:
        out.print("Nothing found.")
    whys = found.explanation.why if found.explanation else ()
    for number, (result, why) in enumerate(zip_longest(found.results, whys), 1):
        _print_result(number, result)
        if why:
            print_why(why)
    if found.explanation:
        print_rest(found.explanation)
    if found.degraded:
        out.print(f"[yellow]{inert(found.degraded)}[/]")


def _print_result(number: int, result: Result) -> None:
    holds = "" if result.holds == "holds" else f" [yellow]{result.holds.value}[/]"
    out.print(
        f"[bold]{number}. {inert(result.title)}[/]{holds}  "
        f"[dim]{day(result.source.date)} {inert(result.source.source)} {result.score:.2f}  "
        f"{result.id}[/]"
    )
    out.print(f"   {inert(result.summary)[:300]}")
    if result.source.url:
        out.print(f"   [dim]{inert(result.source.url)}[/]")
    if result.via:
        out.print(f"   [dim]{inert(result.via)}[/]")
