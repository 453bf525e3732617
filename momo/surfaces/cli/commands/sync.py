"""`momo sync`: look for changes now."""

from uuid import UUID

import click

from connectors.live import engine, managing, selectors
from connectors.live.turns import Lane
from decisions.pipeline.drain import drain_team
from lifecycle.reconcile.work import reconcile
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, inert, out
from momo.surfaces.cli.sources import connected, named, told


@click.command()
@click.argument("name", required=False)
@click.option("--wait", is_flag=True, help="Until all is brought in and worked through.")
@options.identity
def sync(name: str | None, wait: bool, team: str | None, email: str | None) -> None:
    """Look for changes in source NAME now, or in all that you may manage."""
    with session.acting(team, email) as who, told():
        chosen = [named(who.scope, name)] if name else connected(who.scope)
        asked = []
        for integration, _ in chosen:
            if _ask(who.scope, integration.id, required=name is not None):
                asked.append(integration)
        if not asked:
            raise click.ClickException(
                "The team's owners and admins sync what is connected."
                if chosen
                else "There is nothing to sync. Connect a source: momo connect"
            )
        if wait:
            with err.status("Bringing it in"):
                _work(who.scope, [integration.id for integration in asked])
        for integration in asked:
            out.print(
                f"{integration.kind} {inert(integration.name)}: {_told(who.scope, integration.id)}"
            )


def _ask(scope: Scope, integration_id: UUID, *, required: bool) -> bool:
    """Whether the source was asked to look: others' are left out, unless named."""
    with acting_as(scope.team_id, scope.principal_id):
        connection = managing.connection_of(integration_id)
        try:
            managing.guard_managing(connection)
        except NotAllowed:
            if required:
                raise
            return False
        managing.sync_now(connection)
        return True


def _work(scope: Scope, integration_ids: list[UUID]) -> None:
    """Together with the workers, if any run."""
    while True:
        for lane in Lane:
            engine.take_turns(lane)
        drain_team(scope.team_id)
        reconcile(scope.team_id)
        with acting_as(scope.team_id, scope.principal_id):
            found = [
                selectors.progress_of(managing.connection_of(each)) for each in integration_ids
            ]
        if all(each.finished or each.waits or each.next_step for each in found):
            return


def _told(scope: Scope, integration_id: UUID) -> str:
    with acting_as(scope.team_id, scope.principal_id):
        progress = selectors.progress_of(managing.connection_of(integration_id))
    run, left = progress.run, progress.backlog.waiting.total()
    read = f"{run.read} read of {max(run.expected, run.read)}" if run else "nothing read yet"
    step = f" {inert(progress.next_step)}" if progress.next_step else ""
    return f"{progress.state}, {read}, {left} still to be worked through.{step}"
