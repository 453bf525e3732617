"""`momo conflicts`: where two memories cannot both hold, for a person to settle."""

from uuid import UUID

import click

from decisions.histories.lineage import LineageError
from decisions.models import Memory
from decisions.refusals import Refused
from lifecycle.reconcile import conflicts as inbox
from lifecycle.reconcile.models import Conflict
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, out, print_json, table

LISTED = 100  # the newest


@click.group(invoke_without_command=True)
@click.option("--resolved", is_flag=True, help="Those that were settled.")
@options.identity
@options.as_json
@click.pass_context
def conflicts(
    context: click.Context, resolved: bool, team: str | None, email: str | None, as_json: bool
) -> None:
    """Where sources disagree and no rule says which holds; those of which you see both sides."""
    if context.invoked_subcommand:
        return
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = list(inbox.visible(resolved=resolved).order_by("-created_at", "-id")[:LISTED])
        memories = inbox.sides(found)
    both = [(each, memories[each.older_id], memories[each.newer_id]) for each in found]
    if as_json:
        print_json([_plain(*each) for each in both])
        return
    table(
        "Conflicts",
        ["id", "older", "newer", "why", "holds"],
        [(each.id, _said(a), _said(b), each.reason, each.holds) for each, a, b in both],
    )


@conflicts.command()
@click.argument("conflict_id", type=click.UUID)
@click.option(
    "--holds", type=click.Choice(Conflict.Holds.values), required=True,
    help="Which one holds; the other one is superseded.",
)  # fmt: skip
@options.identity
def resolve(conflict_id: UUID, holds: str, team: str | None, email: str | None) -> None:
    """Say which one holds, or that both do."""
    with session.acting(team, email) as who:
        try:
            with acting_as(who.scope.team_id, who.scope.principal_id):
                inbox.resolve(conflict_id, holds=holds)
        except Conflict.DoesNotExist:
            raise click.ClickException("There is no such conflict.") from None
        except (Refused, LineageError) as error:
            raise click.ClickException(str(error)) from None
    out.print("Noted.")


def _said(memory: Memory) -> str:
    return f"{day(memory.source_date)} {memory.title}: “{memory.quote or memory.summary}”"


def _plain(conflict: Conflict, older: Memory, newer: Memory) -> dict[str, object]:
    names = ("id", "title", "quote", "source", "source_url", "source_date")
    return {
        "id": conflict.id, "reason": conflict.reason, "holds": conflict.holds,
        "older": {name: getattr(older, name) for name in names},
        "newer": {name: getattr(newer, name) for name in names},
    }  # fmt: skip
