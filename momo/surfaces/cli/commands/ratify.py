"""`momo ratify` and `momo accuracy`: what deciders say of what was found, how often it is right."""

from typing import Any
from uuid import UUID

import click

from decisions import ratification
from decisions.extraction.contract import Status
from decisions.models import Decision, Verdict
from decisions.ratification import Judged
from decisions.refusals import NotYours, Refused
from decisions.serializers import MemoryChange
from momo.platform.ai import ProviderError
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, out, print_json, table


@click.command()
@click.argument("decision_id", type=click.UUID, required=False)
@click.option("--confirm", "verdict", flag_value="confirm", help="It is right.")
@click.option("--reject", "verdict", flag_value="reject", help="You decided no such thing.")
@click.option("--withdraw", "verdict", flag_value="withdraw", help="Take your word back.")
@click.option("--title", help="It is right with this title.")
@click.option("--summary", help="It is right with this summary.")
@click.option(
    "--status", type=click.Choice([each.value for each in Status]), help="It is right as this."
)
@click.option("--reason", default="", help="Why.")
@options.identity
@options.as_json
def ratify(
    decision_id: UUID | None, verdict: str | None, reason: str, team: str | None,
    email: str | None, as_json: bool, **changes: str | None,
) -> None:  # fmt: skip
    """Confirm, correct or reject a decision that names you as who made it.

    Without an id: those that wait for your word.
    """
    given = {name: value for name, value in changes.items() if value is not None}
    if decision_id is None:
        _list(team, email, as_json)
        return
    if bool(given) == bool(verdict):
        raise click.UsageError("Give one of --confirm, --reject and --withdraw, or what to change.")
    with session.acting(team, email) as who:
        try:
            _say(who.scope, decision_id, verdict or Verdict.EDIT, reason, given)
        except Decision.DoesNotExist:
            raise click.ClickException("There is no such decision.") from None
        except (NotYours, Refused, ProviderError) as error:
            raise click.ClickException(str(error)) from None
        said = {"id": decision_id, "verdict": verdict or Verdict.EDIT}
    print_json(said) if as_json else out.print("Noted.")


def _say(
    scope: Scope, decision_id: UUID, verdict: str, reason: str, changes: dict[str, str]
) -> None:
    if verdict == "withdraw":
        with acting_as(scope.team_id, scope.principal_id):
            ratification.withdraw(decision_id)
        return
    checked = MemoryChange(data=changes)
    if not checked.is_valid():
        told = (f"{name}: {' '.join(map(str, of))}" for name, of in checked.errors.items())
        raise click.UsageError("; ".join(told))
    ratification.ratify(
        scope, decision_id, Verdict(verdict), reason=reason, changes=checked.validated_data
    )


def _list(team: str | None, email: str | None, as_json: bool) -> None:
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = list(ratification.awaiting().order_by("-source_date", "-id")[:100])
    if as_json:
        print_json([_shown(each) for each in found])
    else:
        rows = [(each.id, day(each.source_date), each.title, each.source) for each in found]
        table("Waiting for your word", ["id", "when", "what", "source"], rows)


def _shown(decision: Any) -> dict[str, Any]:
    return {
        name: getattr(decision, name) for name in ("id", "title", "source", "source_date", "status")
    }


@click.command()
@options.identity
@options.as_json
def accuracy(team: str | None, email: str | None, as_json: bool) -> None:
    """How often what was found is right, by the word of those who made the decisions."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        found = ratification.accuracy()
    rows = [
        ("all", found.team),
        *((f"type {name}", each) for name, each in found.by_type.items()),
        *((f"source {name}", each) for name, each in found.by_source.items()),
    ]
    if as_json:
        print_json({"share": found.team.share, **{name: _counts(each) for name, each in rows}})
        return
    table(
        "Decisions judged by who made them",
        ["of", "right", "judged", "confirmed", "edited", "rejected"],
        [(name, _percent(each), *_counts(each).values()) for name, each in rows],
    )


def _counts(each: Judged) -> dict[str, int]:
    return {
        "judged": each.judged, "confirmed": each.confirmed, "edited": each.edited,
        "rejected": each.rejected,
    }  # fmt: skip


def _percent(each: Judged) -> str:
    return "-" if each.share is None else f"{each.share:.0%}"
