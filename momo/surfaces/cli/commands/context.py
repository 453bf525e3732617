"""`momo context`: what a model should know before it answers."""

from typing import Any

import click

from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import print_json
from retrieval.context import context as assemble


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--max-tokens", type=click.IntRange(50, 200_000), default=4000, show_default=True)
@options.filters
@options.identity
@options.as_json
def context(
    query: tuple[str, ...],
    max_tokens: int,
    team: str | None,
    email: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Markdown on QUERY within a budget of tokens, newer decisions in more detail."""
    filters = options.filters_of(given)
    with session.acting(team, email) as who:
        made = assemble(who.scope, " ".join(query), max_tokens=max_tokens, filters=filters)
    if as_json:
        print_json(made)
    else:
        click.echo(made.text)
