"""`momo reindex`: vectors and full-text entries made anew, while searches go on."""

from collections.abc import Iterator

import click
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from lifecycle import reindex as reindexing
from lifecycle.owner import NoOwner
from lifecycle.reindex_state import AlreadyReindexing
from momo.platform.accounts.services import NotAllowed
from momo.platform.ai import ProviderError
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.vault.envelope import SealError
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, inert, out, print_json
from retrieval.active import IndexStatus, index_status


@click.command()
@click.option("--anew", is_flag=True, help="Also what has an entry already.")
@click.option("--every-team", is_flag=True, help="All teams, as the owner of the database.")
@click.option("--background", is_flag=True, help="Leave the work to the workers.")
@click.option("--status", is_flag=True, help="Say how far it is, and do nothing.")
@options.identity
@options.as_json
def reindex(
    anew: bool,
    every_team: bool,
    background: bool,
    status: bool,
    team: str | None,
    email: str | None,
    as_json: bool,
) -> None:
    """Index what lacks a vector or a full-text entry, as after a change of MOMO_EMBEDDING_MODEL.

    Searches go on and use the old model until every memory has a vector of the new one. What was
    killed goes on where it was, by itself where workers run; what Ctrl-C stopped, when run again.
    """
    done, failed = [], False
    for scope in _scopes(team, email, every_team=every_team):
        try:
            if not status:
                _reindex(scope, anew=anew, background=background)
        except click.ClickException as error:
            if not every_team:
                raise
            failed = True  # one team's trouble is not another's
            err.print(f"Team {scope.team_id}: {inert(error.message)}")
        with acting_as(scope.team_id, scope.principal_id):
            done.append(index_status())
    if as_json:
        print_json(done if every_team else done[0])
    else:
        for each in done:
            _show(each)
    if failed:
        raise SystemExit(1)


def _scopes(team: str | None, email: str | None, *, every_team: bool) -> Iterator[Scope]:
    """Who is asking, or an owner of each team. Servers run while the caller goes through them."""
    if not every_team:
        with session.acting(team, email) as who:
            yield who.scope
        return
    with session.ready():
        try:
            scopes = reindexing.every_team()
        except NoOwner as error:
            raise click.ClickException(str(error)) from None
        yield from scopes


def _reindex(scope: Scope, *, anew: bool, background: bool) -> None:
    bars = Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
        console=err, transient=True,
    )  # fmt: skip
    try:
        if background:
            reindexing.begin_for(scope, anew=anew)
            return
        with bars:
            bar = bars.add_task("Indexing", total=None)
            reindexing.reindex(
                scope, anew=anew,
                report=lambda done, total: bars.update(bar, completed=done, total=total),
            )  # fmt: skip
    except ProviderError as error:
        raise click.ClickException(f"{error} What is done is kept: run it again.") from None
    except (AlreadyReindexing, NotAllowed, SealError) as error:
        raise click.ClickException(str(error)) from None


def _show(status: IndexStatus) -> None:
    out.print(
        f"Searched with {inert(status.model)}, {status.indexed} of {status.memories} indexed."
    )
    if status.model != status.configured:
        out.print(f"[yellow]Configured is {inert(status.configured)}: momo reindex[/]")
    if status.state:
        out.print(
            f"Indexing with {inert(status.target)}: {status.state}, {status.progress:.0%} done."
        )
    if status.left_out:
        out.print("[yellow]Some texts are refused by the model: found by their words alone.[/]")
    if status.error:
        out.print(f"[yellow]{inert(status.error)}[/]")
