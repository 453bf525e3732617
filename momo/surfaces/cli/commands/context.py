"""`momo context`: what a model should know before it answers."""

from typing import Any

import click

from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import print_json
from retrieval.assembling.assemble import Format
from retrieval.assembling.context import context as assemble
from retrieval.backends import Backend
from retrieval.graph.expand import GraphMode
from retrieval.tuning import CONTEXT_TOKENS, SMALL_WINDOW


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--max-tokens", type=click.IntRange(0, 200_000), default=CONTEXT_TOKENS, show_default=True
)
@click.option(
    "--max-bytes", type=click.IntRange(0), metavar="BYTES",
    help=f"Beside the tokens; {SMALL_WINDOW} for a small window.",
)  # fmt: skip
@click.option(
    "--format", "format_", type=click.Choice([f.value for f in Format]), default="markdown",
    show_default=True, help="Markdown, or XML in the elements of Memento.",
)  # fmt: skip
@options.how
@options.filters
@options.identity
@options.as_json
def context(
    query: tuple[str, ...],
    max_tokens: int,
    max_bytes: int | None,
    format_: str,
    backend: Backend | None,
    graph: GraphMode | None,
    team: str | None,
    email: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """What is known on QUERY within a budget, newer decisions in more detail."""
    filters = options.filters_of(given)
    with session.acting(team, email) as who:
        made = assemble(
            who.scope, " ".join(query), max_tokens=max_tokens, max_bytes=max_bytes,
            format=Format(format_), filters=filters, backend=backend, graph=graph,
        )  # fmt: skip
    if as_json:
        print_json(made)
    else:
        click.echo(made.text, nl=not made.text.endswith("\n"))
