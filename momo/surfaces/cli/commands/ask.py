"""`momo ask`: an answer, with its sources."""

from typing import Any

import click

from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, inert, out, print_json
from retrieval.answering.answer import ask as answer_to


@click.command()
@click.argument("question", nargs=-1, required=True)
@options.filters
@options.identity
@options.as_json
def ask(
    question: tuple[str, ...], team: str | None, email: str | None, as_json: bool, **given: Any
) -> None:
    """Answer QUESTION from what the team has decided, citing each source."""
    filters = options.filters_of(given)
    with session.acting(team, email) as who:
        answer = answer_to(who.scope, " ".join(question), filters=filters)
    if as_json:
        print_json(answer)
        return
    out.print(inert(answer.text))
    if answer.citations:
        out.print()
    for cited in answer.citations:
        where = " · ".join(
            filter(None, (cited.source, cited.author, day(cited.date), cited.holds.value))
        )
        out.print(f"[bold]\\[{cited.number}][/] {inert(cited.title)}  [dim]{inert(where)}[/]")
        if cited.quote:
            out.print(f"    “{inert(cited.quote)[:300]}”")
        if cited.url:
            out.print(f"    [dim]{inert(cited.url)}[/]")
