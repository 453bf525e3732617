"""`momo pipeline`: what is left to do, and what was set aside."""

import click

from connectors import progress
from decisions import unreconciled
from decisions.pipeline.drain import drain_team
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, out, print_json, table


@click.group()
def pipeline() -> None:
    """What the pipeline has left to do."""


@pipeline.command()
@options.identity
@options.as_json
def status(team: str | None, email: str | None, as_json: bool) -> None:
    """Items that wait, by stage, and those that are parked, with the reason; and memories that are
    still to be compared with the others."""
    with session.acting(team, email) as who:
        left, parked = progress.left(who.scope), progress.parked(who.scope)
        with acting_as(who.scope.team_id, who.scope.principal_id):
            uncompared = unreconciled.waiting()
    if as_json:
        print_json(
            {"waiting": left.waiting, "by_stage": left.by_stage, "parked": left.parked,
             "parked_items": parked, "to_compare": uncompared}
        )  # fmt: skip
        return
    out.print(f"{left.waiting} waiting, {left.parked} parked.")
    if left.by_stage:
        table("Waiting", ["stage", "items"], sorted(left.by_stage.items()))
    if parked:
        rows = [(p.item_id, p.stage, p.attempts, day(p.parked_at), p.error) for p in parked]
        table("Parked", ["item", "stage", "attempts", "since", "why"], rows)
        out.print("Once the cause is gone: momo pipeline retry")
    if uncompared:
        reasons = [
            (w.memories, w.attempts, f"{w.due_at:%Y-%m-%d %H:%M} UTC", w.error) for w in uncompared
        ]
        table("To be compared", ["memories", "attempts", "again at", "why not yet"], reasons)


@pipeline.command()
@options.identity
def retry(team: str | None, email: str | None) -> None:
    """Try again what was parked."""
    with session.acting(team, email) as who:
        count = progress.retry_parked(who.scope)
        drain_team(who.scope.team_id)
        left = progress.left(who.scope)
    out.print(f"{count} tried again, {left.parked} parked.")
