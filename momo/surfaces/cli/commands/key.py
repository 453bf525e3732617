"""`momo key`: API keys."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import click
from django.utils import timezone

from momo.platform.accounts import keys
from momo.platform.accounts.services import AccountError
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, err, out, print_json, table


@click.group()
def key() -> None:
    """API keys for people and agents."""


@key.command()
@click.argument("name")
@click.option("--agent", is_flag=True, help="For a new agent of this name, not for yourself.")
@click.option(
    "--scope", "scopes", multiple=True, default=("read",), help="read, write, admin; may repeat."
)
@click.option("--days", type=click.IntRange(min=1), help="Days until it expires.")
@options.identity
@options.as_json
def create(
    name: str,
    agent: bool,
    scopes: tuple[str, ...],
    days: int | None,
    team: str | None,
    email: str | None,
    as_json: bool,
) -> None:
    """Make a key called NAME. It is printed this once."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        administers = who.team.role in ("owner", "admin")
        if (agent or "admin" in scopes) and not administers:
            raise click.ClickException("Only an owner or admin can make agents and admin keys.")
        principal = keys.create_agent(name).id if agent else who.scope.principal_id
        expires_at = timezone.now() + timedelta(days=days) if days else None
        try:
            row, plain = keys.create_key(
                principal_id=principal, name=name, scopes=scopes, expires_at=expires_at
            )
        except AccountError as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json({"id": row.id, "key": plain, "scopes": row.scopes})
    else:
        click.echo(plain)
        err.print("Keep it now: it is not shown again.")


@key.command("list")
@options.identity
@options.as_json
def list_(team: str | None, email: str | None, as_json: bool) -> None:
    """Your keys; an admin sees the team's."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = keys.keys_visible_to(is_admin=who.team.role in ("owner", "admin"))
    rows: list[dict[str, Any]] = [
        {
            "id": k.id, "name": k.name, "prefix": k.prefix, "scopes": k.scopes,
            "last_used_at": k.last_used_at, "expires_at": k.expires_at, "revoked_at": k.revoked_at,
        }
        for k in found
    ]  # fmt: skip
    if as_json:
        print_json(rows)
        return
    table(
        "Keys",
        ["id", "name", "starts with", "scopes", "last used", "expires", "revoked"],
        [
            (r["id"], r["name"], f"momo_{r['prefix']}", " ".join(r["scopes"]),
             day(r["last_used_at"]), day(r["expires_at"]), day(r["revoked_at"]))
            for r in rows
        ],
    )  # fmt: skip


@key.command()
@click.argument("key_id", type=click.UUID)
@options.identity
def revoke(key_id: UUID, team: str | None, email: str | None) -> None:
    """Revoke a key, at once."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        mine = keys.keys_visible_to(is_admin=who.team.role in ("owner", "admin"))
        try:
            if key_id not in {k.id for k in mine}:
                raise AccountError("There is no such key in force.")
            keys.revoke_key(key_id)
        except AccountError as error:
            raise click.ClickException(str(error)) from None
    out.print("Revoked.")
