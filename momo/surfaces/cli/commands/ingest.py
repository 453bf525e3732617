"""`momo ingest`: bring a file or folder into a team's memory."""

from pathlib import Path
from typing import Any

import click
from rich.progress import Progress

from connectors import progress
from connectors.contract import UnreadableSource, Visibility
from connectors.models import SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest as fetch
from decisions.pipeline.drain import drain_team
from lifecycle.reconcile.work import reconcile
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, out, print_json, table

KINDS = ["mbox", "slack", "git", "adr", "notion", "discord", "notes"]
VISIBILITIES = ["private", "shared", "secret"]


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--name", default="", help="What to call this source, if there are several.")
@click.option("--visibility", type=click.Choice(VISIBILITIES), help="Who may see it.")
@options.identity
@options.as_json
def ingest(
    kind: str,
    path: Path,
    name: str,
    visibility: str | None,
    team: str | None,
    email: str | None,
    as_json: bool,
) -> None:
    """Read PATH, a KIND of source, and find the decisions in it.

    Reading the same path again adds nothing; after an interruption it takes what is missing.
    Mail is private to you unless you say otherwise, other sources are your team's.

    \b
      momo ingest mbox ~/takeout.mbox
      momo ingest slack export.zip
      momo ingest git .
      momo ingest adr docs/adr
    """
    chosen = Visibility(visibility) if visibility else None
    with session.acting(team, email) as who:
        try:
            run, left = _take_in(who, kind, path, name=name, visibility=chosen)
        except UnreadableSource as error:
            raise click.ClickException(str(error)) from None
    summary = _summary(run) | left
    if as_json:
        print_json(summary)
    else:
        _show(summary)
    if left["parked"]:
        raise SystemExit(1)


def _take_in(
    who: session.Identity, kind: str, path: Path, **chosen: Any
) -> tuple[SyncRun, dict[str, int]]:
    """Fetch, then run the pipeline here until this team has nothing left to do."""
    with Progress(console=err, transient=True) as bars:
        reading = bars.add_task(f"Reading {path.name}", total=None)
        run = fetch(
            who.scope,
            FILE_CONNECTORS[kind],
            path.resolve(),
            on_progress=lambda run: bars.update(
                reading, completed=run.read, total=max(run.expected, run.read)
            ),
            **chosen,
        )
        working = bars.add_task("Finding decisions", total=progress.left(who.scope).waiting)
        drain_team(who.scope.team_id, on_batch=lambda size: bars.update(working, advance=size))
        reconcile(who.scope.team_id)
    left = progress.left(who.scope)
    return run, {"waiting": left.waiting, "parked": left.parked}


def _summary(run: SyncRun) -> dict[str, Any]:
    names = ("read", "added", "updated", "unchanged", "skipped", "refused", "refusals")
    return {"run": str(run.id)} | {name: getattr(run, name) for name in names}


def _show(summary: dict[str, Any]) -> None:
    out.print(
        f"[bold]{summary['added']}[/] added, {summary['updated']} updated, "
        f"{summary['unchanged']} unchanged, {summary['skipped']} skipped, "
        f"{summary['refused']} refused."
    )
    if summary["refusals"]:
        table(
            "Not taken",
            ["where", "why"],
            [(r["locator"], r["reason"]) for r in summary["refusals"][:20]],
        )
    if summary["waiting"]:
        out.print(f"{summary['waiting']} still wait: momo pipeline status")
    if summary["parked"]:
        out.print(f"[red]{summary['parked']} parked[/]: momo pipeline status says why")
