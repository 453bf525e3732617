"""`momo hold`: legal holds, under which nothing is erased."""

from datetime import datetime
from uuid import UUID

import click

from connectors import holds
from connectors.holds import Covered
from connectors.models import Integration, LegalHold
from connectors.registry import SOURCES
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.options import end_of, start_of
from momo.surfaces.cli.show import day, out, print_json, table

_NAMES = (
    "id", "integration_id", "source", "person", "since", "until", "reason", "placed_at",
    "released_at",
)  # fmt: skip
_DAY = click.DateTime(["%Y-%m-%d"])


@click.group()
def hold() -> None:
    """Legal holds: what they cover is erased by nobody until they are released."""


@hold.command()
@click.argument("reason")
@click.option("--integration", type=click.UUID, help="Of one source, by its id.")
@click.option("--source", type=click.Choice(SOURCES), help="Of a kind of source.")
@click.option("--person", default="", metavar="ADDRESS", help="By or to this address.")
@click.option("--since", type=_DAY, help="From this day on.")
@click.option("--until", type=_DAY, help="Up to this day.")
@options.identity
def place(
    reason: str, integration: UUID | None, source: str | None, person: str, since: datetime | None,
    until: datetime | None, team: str | None, email: str | None,
) -> None:  # fmt: skip
    """Place a hold for REASON on what matches all options; on the whole team without any."""
    if not reason.strip():
        raise click.UsageError("Say what the hold is for.")
    if since and until and since > until:
        raise click.UsageError("--since comes after --until: it would cover nothing.")
    covered = Covered(integration, source or "", person, start_of(since), end_of(until))
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            placed = holds.place(covered, reason=reason)
        except Integration.DoesNotExist:
            raise click.ClickException("There is no such source that you can see.") from None
        except NotAllowed as error:
            raise click.ClickException(str(error)) from None
    click.echo(placed.id)


@hold.command()
@click.argument("hold_id", type=click.UUID)
@options.identity
def release(hold_id: UUID, team: str | None, email: str | None) -> None:
    """Release a hold: retention goes on from the next day."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            holds.release(hold_id)
        except LegalHold.DoesNotExist:
            raise click.ClickException("There is no such hold.") from None
        except NotAllowed as error:
            raise click.ClickException(str(error)) from None
    out.print("Released.")


@hold.command("list")
@click.option("--released", is_flag=True, help="Those that were released, too.")
@options.identity
@options.as_json
def list_(released: bool, team: str | None, email: str | None, as_json: bool) -> None:
    """Holds in force, for admins."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            found = list(holds.placed(released=released).order_by("placed_at").values(*_NAMES))
        except NotAllowed as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json(found)
    else:
        days = {"since", "until", "placed_at", "released_at"}
        rows = [[day(row[n]) if n in days else row[n] for n in _NAMES] for row in found]
        table("Legal holds", [name.replace("_", " ") for name in _NAMES], rows)
