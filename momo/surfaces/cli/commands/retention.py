"""`momo retention`: how long what a source gave is kept."""

from typing import Any
from uuid import UUID

import click
from django.db.models import Count, Min, Q

from connectors.models import Integration, SourceItem
from connectors.registry import SOURCES
from lifecycle.retention import policies
from lifecycle.retention.models import RETENTION_ACTIONS, RetentionPolicy
from momo.platform.accounts.models import Audience
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, out, print_json, table


@click.group()
def retention() -> None:
    """How long things are kept, and what is kept."""


@retention.command("set")
@click.argument("days", type=click.IntRange(1, 36_500))
@click.option(
    "--action", type=click.Choice([value for value, _ in RETENTION_ACTIONS]), required=True,
    help="Erase items with their memories, or texts and keep the decisions.",
)  # fmt: skip
@click.option("--source", type=click.Choice(SOURCES), help="Any by default.")
@click.option("--private", is_flag=True, help="For what is yours alone.")
@click.option("--audience", type=click.UUID, help="For one private channel that you are in.")
@options.identity
def set_(days: int, team: str | None, email: str | None, **given: Any) -> None:
    """Have what is older than DAYS go every day."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            policy = policies.keep_for(days, **given | {"source": given["source"] or ""})
        except Audience.DoesNotExist:
            raise click.ClickException("There is no such channel that you are in.") from None
        except (NotAllowed, policies.Unclear) as error:
            raise click.ClickException(str(error)) from None
    click.echo(policy.id)


@retention.command("list")
@options.identity
@options.as_json
def list_(team: str | None, email: str | None, as_json: bool) -> None:
    """The policies that you can see."""
    names = ("id", "source", "days", "action", "visibility", "done_at", "erased", "held")
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = list(RetentionPolicy.objects.order_by("created_at").values(*names))
    if as_json:
        print_json(found)
    else:
        rows = [(*(each[name] for name in names[:5]), day(each["done_at"]), each["erased"],
                 each["held"]) for each in found]  # fmt: skip
        table("Retention policies", [*names[:5], "carried out", "erased", "held"], rows)


@retention.command()
@click.argument("policy", type=click.UUID)
@options.identity
def drop(policy: UUID, team: str | None, email: str | None) -> None:
    """Carry a policy out no more."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        try:
            policies.drop(policy)
        except RetentionPolicy.DoesNotExist:
            raise click.ClickException("There is no such policy that you can see.") from None
        except NotAllowed as error:
            raise click.ClickException(str(error)) from None
    out.print("Dropped: what is there stays.")


@retention.command()
@click.argument("policy", type=click.UUID)
@click.option("--dry-run", is_flag=True, help="Say how many items would go.")
@options.identity
def run(policy: UUID, dry_run: bool, team: str | None, email: str | None) -> None:
    """Carry a policy out now, as the scheduler does every day."""
    with session.acting(team, email) as who:
        try:
            if dry_run:
                items, held = policies.preview(who.scope, policy)
                out.print(f"{items} items would go; legal holds keep {held}.")
            else:
                out.print(f"{policies.carry_out_now(who.scope, policy)} items went.")
        except RetentionPolicy.DoesNotExist:
            raise click.ClickException("There is no such policy that you can see.") from None
        except NotAllowed as error:
            raise click.ClickException(str(error)) from None


@retention.command()
@options.identity
@options.as_json
def sources(team: str | None, email: str | None, as_json: bool) -> None:
    """The sources, how much each gave that you can see, and since when."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        names = Integration.objects.order_by("created_at").values("id", "name", "source")
        items = SourceItem.objects.values("integration_id").annotate(
            items=Count("id"), oldest=Min("occurred_at", filter=Q(dated=True))
        )
        counted = {row["integration_id"]: row for row in items}
        found = [
            {**name, "items": row.get("items", 0), "oldest": row.get("oldest")}
            for name in names
            for row in [counted.get(name["id"], {})]
        ]
    if as_json:
        print_json(found)
    else:
        rows = [(f["id"], f["name"], f["source"], f["items"], day(f["oldest"])) for f in found]
        table("Sources", ["id", "name", "source", "items", "oldest"], rows)
