"""`momo compact`: one summary for what is old and alike, while everything goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from lifecycle.compaction import run
from lifecycle.compaction.state import AlreadyCompacting, LostClaim
from momo.platform.accounts.services import NotAllowed
from momo.platform.ai import ProviderError
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import err, out, print_json


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would be summed up, and make nothing.")
@options.identity
@options.as_json
def compact(dry_run: bool, team: str | None, email: str | None, as_json: bool) -> None:
    """Sum up old decisions that are alike: those of more than 90 days, in clusters of 3 and more.

    The scheduler does it every week for teams of 500 decisions and more. The decisions stay as
    they are; their summary comes beside them and leads to them. It may be stopped and run again.
    """
    with session.acting(team, email) as who:
        try:
            with _progress() as report:
                if dry_run:
                    found: run.Planned | run.Done = run.plan(who.scope, report=report)
                else:
                    found = run.compact(who.scope, report=report)
        except ProviderError as error:
            raise click.ClickException(f"{error} What is done is kept: run it again.") from None
        except (AlreadyCompacting, LostClaim, NotAllowed, run.TooFewDecisions) as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        print_json(found)
    elif isinstance(found, run.Planned):
        out.print(
            f"{found.decisions} decisions would be summed up in {found.summaries} summaries, "
            f"{found.largest} at most in one."
        )
    else:
        out.print(
            f"{found.made} summaries made, {found.remade} made anew, {found.withdrawn} withdrawn."
        )


@contextmanager
def _progress() -> Iterator[run.Report]:
    bars = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=err,
        transient=True,
    )  # fmt: skip
    with bars:
        bar = bars.add_task("Checking", total=None)
        yield lambda what, done, total: bars.update(
            bar, description=what, completed=done, total=total
        )
