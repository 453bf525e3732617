"""`momo digest`: what was decided, changed, is open and due, as it would be mailed."""

from datetime import date, datetime
from pathlib import Path

import click
from django.conf import settings
from django.utils import timezone

from lifecycle.digests import send, subscriptions
from lifecycle.digests.contents import Digest
from lifecycle.digests.mail import as_html
from lifecycle.digests.models import DigestRun
from lifecycle.digests.rendering import BeyondCalendar, preview, rendered
from lifecycle.digests.slack import as_blocks
from lifecycle.digests.text import as_text
from lifecycle.scheduling.claims import Taken
from lifecycle.scheduling.slots import Cadence
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.zones import zone_of_team
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import in_json, inert, out


@click.command()
@click.option(
    "--period", type=click.Choice([each.value for each in Cadence]), default="week",
    show_default=True, help="The day, seven days or month that ended yesterday.",
)  # fmt: skip
@click.option("--before", type=click.DateTime(["%Y-%m-%d"]), help="Or that ended before this day.")
@click.option("--for-team", is_flag=True, help="What the team shares, rather than what you see.")
@click.option(
    "--format", "how", type=click.Choice(["text", "html", "slack", "json"]), default="text",
    show_default=True,
)  # fmt: skip
@click.option("--json", "how", flag_value="json", help="As --format json.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Into this file.")
@click.option("--send", "sending", is_flag=True, help="Mail it to yourself, unless it was sent.")
@options.identity
def digest(
    period: str,
    before: datetime | None,
    for_team: bool,
    how: str,
    output: Path | None,
    sending: bool,
    team: str | None,
    email: str | None,
) -> None:
    """Tell what was decided, changed, is open and due, as far as you may see it."""
    if sending and (before or for_team or output):
        raise click.UsageError("--send mails your own latest digest: leave the other options out.")
    cadence = Cadence(period)
    with session.acting(team, email) as who:
        if sending:
            _send(who.scope, cadence, who.email)
            return
        try:
            with acting_as(who.scope.team_id, who.scope.principal_id):
                told = preview(
                    cadence, zone_of_team(), timezone.now(), for_team=for_team,
                    before=_day(before),
                )  # fmt: skip
        except BeyondCalendar as error:
            raise click.UsageError(str(error)) from None
    _put(_rendered(told, how), output)


def _put(shown: str, output: Path | None) -> None:
    if output is None:
        click.echo(shown, nl=False)
        return
    try:
        output.write_text(shown, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(str(error)) from None


def _rendered(told: Digest, how: str) -> str:
    if how == "json":
        return in_json(rendered(told, "json")) + "\n"
    if how == "slack":
        return in_json({"blocks": as_blocks(told)}) + "\n"
    return as_html(told) if how == "html" else as_text(told)


def _day(moment: datetime | None) -> date | None:
    return moment.date() if moment else None


def _send(scope: Scope, cadence: Cadence, address: str) -> None:
    """By the person's own subscription, or one that does not come by itself."""
    with acting_as(scope.team_id, scope.principal_id):
        row = subscriptions.own(cadence) or subscriptions.subscribe(
            {"cadence": cadence.value, "active": False}, for_team=False, is_admin=False
        )
        before = DigestRun.objects.filter(subscription_id=row.id, state="sent").last()
    try:
        run = send.send_now(scope, row.id, timezone.now())
    except Taken:
        raise click.ClickException("It is being sent by another process.") from None
    assert run is not None
    if run.state != "sent":
        raise click.ClickException(run.error or "It was not sent.")
    if before and before.id == run.id:
        out.print(f"It was sent already, on {run.sent_at:%Y-%m-%d %H:%M} UTC.")
    else:
        out.print(f"Sent to {inert(address)}{_kept()}.")


def _kept() -> str:
    """Where a mail is without a server for mails: in a file, which nobody is brought."""
    to_files = settings.EMAIL_BACKEND.endswith("filebased.EmailBackend")
    return f": no mail server is set, so it is kept in {settings.EMAIL_FILE_PATH}" * to_files
