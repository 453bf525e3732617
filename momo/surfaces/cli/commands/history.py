"""`momo history`: what was decided on a topic over time."""

from uuid import UUID

import click

from decisions.histories.history import Change, Entry, of
from decisions.models import Decision
from decisions.people import deciders
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, inert, out, print_json
from retrieval.filters import Filters
from retrieval.pipeline import search
from retrieval.ranking.gate import relevant

SEEDS = 3  # decisions that a search finds, whose topic is told; chosen
_DECISIONS = Filters(kinds=("decision",), include_reversed=True)


@click.command()
@click.argument("topic", metavar="QUERY|ID")
@options.identity
@options.as_json
def history(topic: str, team: str | None, email: str | None, as_json: bool) -> None:
    """What was decided on a topic, oldest first: what replaced what, why, and who said so.

    The topic is that of a decision, or of those that a search finds.
    """
    with session.acting(team, email) as who:
        ids = _asked(who.scope, topic)
        with acting_as(who.scope.team_id, who.scope.principal_id):
            found = of(ids)
    if as_json:
        print_json(found)
        return
    if not found.entries:
        out.print("Nothing that you can see was decided on it.")
    for entry in found.entries:
        _show(entry)
    if found.more:
        out.print("[dim]There is more that belongs to it less.[/]")


def _asked(scope: Scope, topic: str) -> list[UUID]:
    """The decision with this id, or those that answer a query best, if any does."""
    try:
        memory_id = UUID(topic)
    except ValueError:
        found = search(scope, topic, filters=_DECISIONS, limit=SEEDS)
        return [result.id for result in relevant(found.results)]
    with acting_as(scope.team_id, scope.principal_id):
        if not Decision.objects.filter(id=memory_id).exists():
            raise click.ClickException("There is no such decision.")
    return [memory_id]


def _show(entry: Entry) -> None:
    people = ", ".join(deciders(entry.people))
    by = f" ({people})" if people else ""
    out.print(
        f"{day(entry.at)}  [bold]{inert(entry.title)}[/]{inert(by)}  {entry.holds}  "
        f"[dim]{entry.id}[/]"
    )
    if entry.rationale:
        out.print(f"            because {inert(entry.rationale)}")
    for change in entry.changes:
        out.print(f"            {inert(_told(change))}")


def _told(change: Change) -> str:
    said = f"{day(change.at)} {change.what}"
    if change.by:
        said += f" by “{change.by}”"
    if change.who:
        said += f", says {change.who}"
    return f"{said}. {change.reason}" if change.reason else said
