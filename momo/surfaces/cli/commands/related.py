"""`momo related`: what hangs together with a memory."""

from uuid import UUID

import click

from decisions.models import Memory
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, out, print_json, table
from retrieval.graph.related import related as find
from retrieval.tuning import MAX_RELATED, RELATED


@click.command()
@click.argument("memory_id", type=click.UUID)
@click.option("--limit", type=click.IntRange(1, MAX_RELATED), default=RELATED, show_default=True)
@options.identity
@options.as_json
def related(
    memory_id: UUID, limit: int, team: str | None, email: str | None, as_json: bool
) -> None:
    """What is related to a memory, and how."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            found = find(memory_id, limit=limit)
        except Memory.DoesNotExist:
            raise click.ClickException("There is no such memory.") from None
    if as_json:
        print_json(found)
        return
    if not found:
        out.print("Nothing is related to it. Older memories are linked by: momo backfill-crossrefs")
        return
    table(
        "Related",
        ["id", "when", "holds", "what", "how"],
        [(r.id, day(r.source_date), r.holds.value, r.title, r.how) for r in found],
    )
