"""`momo connect`: connect a live source."""

from uuid import UUID

import click
from django.urls import reverse

from connectors.live import authorizing, catalog
from connectors.live.contract import Purpose
from connectors.live.models import Authorization, Connection, LinkedIdentity
from connectors.registry import LIVE_CONNECTORS
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.visibility import Visibility
from momo.surfaces.cli import options, running, session
from momo.surfaces.cli.show import err, inert, out, table
from momo.surfaces.cli.sources import told


@click.command()
@click.argument("kind", required=False)
@click.option("--link", is_flag=True, help="Only say who you are there; connect nothing.")
@click.option(
    "--visibility",
    type=click.Choice([Visibility.PRIVATE.value, Visibility.SHARED.value]),
    help="Who sees what it gives.  [default: the source's]",
)
@options.identity
def connect(
    kind: str | None, link: bool, visibility: str | None, team: str | None, email: str | None
) -> None:
    """Connect source KIND. Open the address that is printed and allow it there.

    If the page at the end shows a code, type it in here. Without KIND: what can be connected.
    Momo must be running (`momo up`), as the service sends the browser back to it.
    """
    if kind is None:
        _list()
        return
    with session.acting(team, email) as who, told():
        purpose = Purpose.LINK if link else Purpose.CONNECT
        chosen = Visibility(visibility) if visibility else None
        with acting_as(who.scope.team_id, who.scope.principal_id):
            started = authorizing.begin(kind, _way_back(kind), purpose=purpose, visibility=chosen)
        out.print("Open this, and allow it there:\n")
        out.print(inert(started.url))
        code = click.prompt(
            "\nThe code on the page (or just Enter)", default="", show_default=False
        )
        done = _finish(who.scope, started.authorization_id, code)
    if isinstance(done, LinkedIdentity):
        out.print(f"You are {inert(done.name or done.external_id)} there.")
    elif done:
        out.print(f"Connected: {inert(done.account_name)}. See: momo connections")


def _list() -> None:
    rows = [
        (
            offer.kind,
            offer.title,
            offer.who_connects.replace("_", " "),
            ", ".join(offer.missing) or "ready",
        )
        for offer in catalog.offers()
    ]
    table("Sources", ["kind", "", "connected by", "still to be set"], rows)
    err.print("How to set them: docs/connectors/")


def _way_back(kind: str) -> str:
    place = kind if kind in LIVE_CONNECTORS else "unknown"  # told by `begin`
    return f"{running.address()}{reverse('connector-callback', kwargs={'kind': place})}"


def _finish(scope: Scope, authorization_id: UUID, code: str) -> Connection | LinkedIdentity | None:
    """With the code; without one the browser has finished it, or nothing was allowed."""
    if code:
        answer = authorizing.kept_answer(scope, authorization_id, code)
        return authorizing.complete(scope, authorization_id, answer)
    with acting_as(scope.team_id, scope.principal_id):
        used = Authorization.objects.filter(id=authorization_id, used_at__isnull=False)
        if not used.exists():
            raise click.ClickException("Nothing was allowed yet: run it again.")
    out.print("Finished in the browser. See: momo connections")
    return None
