"""`momo commitments`: what is owed, by whom and until when."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import click
from django.utils import timezone

from decisions.models import Memory
from decisions.refusals import Refused
from lifecycle.commitments import selectors, services
from lifecycle.commitments.follow_up import follow_up
from lifecycle.commitments.selectors import Commitment, State
from lifecycle.commitments.tuning import DUE_WITHIN
from lifecycle.digests.wording import owed
from momo.platform.ai import ProviderError, metering
from momo.platform.tenancy.context import acting_as
from momo.platform.tenancy.zones import zone_of_team
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, out, print_json, table


@click.group(invoke_without_command=True)
@click.option("--overdue", is_flag=True, help="What is late.")
@click.option("--due", type=click.IntRange(0), metavar="DAYS", help="What is due in so many days.")
@click.option("--closed", is_flag=True, help="What is done, and what says so.")
@options.identity
@options.as_json
@click.pass_context
def commitments(
    context: click.Context,
    overdue: bool,
    due: int | None,
    closed: bool,
    team: str | None,
    email: str | None,
    as_json: bool,
) -> None:
    """What people said that they would do, and have not done yet: the longest due first."""
    if context.invoked_subcommand:
        return
    if sum([overdue, due is not None, closed]) > 1:
        raise click.UsageError("Choose one of --overdue, --due and --closed.")
    state = State.OVERDUE if overdue else State.CLOSED if closed else State.OPEN
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        today = timezone.localdate(timezone=zone_of_team())
        rows = selectors.listed(
            state=state if due is None else State.DUE, today=today,
            until=today + timedelta(days=DUE_WITHIN if due is None else due),
        )  # fmt: skip
    if as_json:
        print_json(rows)
    else:
        _show(rows, closed=closed)


@commitments.command()
@click.argument("commitment_id", type=click.UUID)
@options.identity
def close(commitment_id: UUID, team: str | None, email: str | None) -> None:
    """Say that it is done."""
    _say(services.close, commitment_id, team, email)
    out.print("Closed.")


@commitments.command()
@click.argument("commitment_id", type=click.UUID)
@options.identity
def reopen(commitment_id: UUID, team: str | None, email: str | None) -> None:
    """Say that it is not done, whatever a message says."""
    _say(services.reopen, commitment_id, team, email)
    out.print("Open again.")


@commitments.command("follow-up")
@options.identity
def follow_up_command(team: str | None, email: str | None) -> None:
    """See in all messages what is done; the scheduler does it as they come."""
    with session.acting(team, email) as who:
        try:
            with metering.charged_to(who.scope):
                found = follow_up(who.scope)
        except ProviderError as error:
            raise click.ClickException(str(error)) from None
    out.print(f"{found} closed by what was said." if found else "Nothing was found to be done.")


def _say(
    verb: Callable[[UUID], None], commitment_id: UUID, team: str | None, email: str | None
) -> None:
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            verb(commitment_id)
        except Memory.DoesNotExist:
            raise click.ClickException("There is no such commitment.") from None
        except Refused as error:
            raise click.ClickException(str(error)) from None


def _show(rows: list[Commitment], *, closed: bool) -> None:
    if closed:
        columns = ["id", "what", "who", "said done by", "in these words"]
        shown = [
            (r.id, owed(r.title), r.owner, r.closed_by or "a message", r.evidence) for r in rows
        ]
    else:
        columns = ["id", "due", "state", "who", "what"]
        shown = [(r.id, day(r.due_on), r.state.value, r.owner, owed(r.title)) for r in rows]
    table("Commitments", columns, shown)
