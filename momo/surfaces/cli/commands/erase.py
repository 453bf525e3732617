"""`momo erase`: what must not be kept goes, with all that was made of it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import click
from rich.console import Console

from connectors.holds import OnHold
from connectors.models import Integration, SourceItem
from lifecycle.owner import NoOwner
from lifecycle.retention import erasing
from lifecycle.retention.erasing import Erasure, NotErased
from lifecycle.retention.targets import NoTarget, Target
from lifecycle.retention.vacuum import vacuum
from momo.platform.accounts.services import NotAllowed
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, out, print_json, table


@click.group()
def erase() -> None:
    """Erase an item, a thread, a channel, a source, or all that a person wrote.

    With it go its memories, but for what other sources say too, and all that was made of them;
    what they had replaced holds again. An admin erases what the team shares, anyone what is
    theirs alone.
    """


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        options.as_json,
        options.identity,
        click.option("--yes", is_flag=True, help="Do not ask."),
        click.option("--dry-run", is_flag=True, help="Say what would go, and erase nothing."),
    ):
        command = option(command)
    return command


@erase.command()
@click.argument("item", type=click.UUID)
@_options
def item(item: UUID, **how: Any) -> None:
    """Erase one message, page or note, by its id."""
    _run({"item": item}, **how)


@erase.command()
@click.argument("integration", type=click.UUID)
@_options
def integration(integration: UUID, **how: Any) -> None:
    """Erase a source with all that it gave. `momo retention sources` lists their ids."""
    _run({"integration": integration}, **how)


@erase.command()
@click.argument("integration", type=click.UUID)
@click.argument("name")
@_options
def container(integration: UUID, name: str, **how: Any) -> None:
    """Erase channel or folder NAME of a source."""
    _run({"integration": integration, "container": name}, **how)


@erase.command()
@click.argument("integration", type=click.UUID)
@click.argument("key")
@_options
def thread(integration: UUID, key: str, **how: Any) -> None:
    """Erase the thread KEY of a source."""
    _run({"integration": integration, "thread": key}, **how)


@erase.command()
@click.argument("address")
@_options
def person(address: str, **how: Any) -> None:
    """Erase all that ADDRESS wrote. What others quote of it stays in what they wrote."""
    _run({"person": address}, **how)


@erase.command("vacuum")
@click.option("--full", is_flag=True, help="Write the tables anew; each is locked meanwhile.")
def vacuum_(full: bool) -> None:
    """Clear what is erased out of the database's files, as its owner."""
    with session.servers():
        try:
            tables = vacuum(full=full)
        except NoOwner as error:
            raise click.ClickException(str(error)) from None
    out.print(f"Vacuumed {len(tables)} tables. The write-ahead log and backups are yours to age.")


def _run(
    named: dict[str, Any], *, dry_run: bool, yes: bool, team: str | None, email: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    with session.acting(team, email) as who:
        try:
            target = Target(**named)
            found = erasing.preview(who.scope, target)
            if not dry_run:
                if not yes:
                    _show(found, "would go", on=err)
                    click.confirm("Erase it? This cannot be taken back.", abort=True, err=True)
                with err.status("Erasing"):
                    found = erasing.erase(who.scope, target)
        except (SourceItem.DoesNotExist, Integration.DoesNotExist):
            raise click.ClickException("There is nothing here that you can see.") from None
        except (NoTarget, NotAllowed, NotErased, OnHold) as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json(found)
    else:
        _show(found, "would go" if dry_run else "erased")


def _show(found: Erasure, what: str, *, on: Console = out) -> None:
    left = found.verified
    rows = [(name.replace("_", " "), n, left.get(name, "")) for name, n in found.erased.items()]
    if rows:
        table("Erasure", ["", what, "left"], rows, on=on)
    else:
        on.print("Nothing that you can see matches.")
    for number, told in (
        (found.rebased, "memories stay, as other sources say the same"),
        (found.reinstated, "decisions hold again"),
        (found.read_again, "messages of the same threads are read anew without it"),
        (found.left, "more items match: they are the team's, for an admin to erase"),
    ):
        if number:
            on.print(f"{number} {told}.")
