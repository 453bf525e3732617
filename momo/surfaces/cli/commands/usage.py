"""`momo usage` and `momo budget`: what models used and may use."""

from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

import click
from django.conf import settings
from django.utils import timezone

from decisions.models import ExtractionTally
from decisions.pipeline.tally import tallies
from momo.platform.accounts.services import NotAllowed, is_admin
from momo.platform.ai import budgets
from momo.platform.ai import usage as used
from momo.platform.ai.budgets import Budget
from momo.platform.ai.metering import STAGES
from momo.platform.ai.models import Period
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import out, print_json, table

COLUMNS = ["", "calls", "tokens in", "tokens out", "cost"]
DAYS = 30
READ = ("day", "extractor", "messages", "noise", "decisions", "dropped")


@click.command()
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="From this day on.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="Up to this day.")
@options.identity
@options.as_json
def usage(
    since: datetime | None, until: datetime | None, team: str | None, email: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Calls, tokens and money of the last 30 days, by stage, model and day."""
    last = until.date() if until else timezone.now().date()
    first = since.date() if since else last - timedelta(days=DAYS - 1)
    if first > last:
        raise click.UsageError("--since comes after --until.")
    with session.acting(team, email) as who, acting_as(who.scope.team_id, who.scope.principal_id):
        _only_admins(who.scope)
        report, read = used.report(first, last), tallies(first)
    if as_json:
        print_json(_plain(report) | {"extraction": [_read(each) for each in read]})
        return
    if not report.by_stage:
        out.print(f"No model was asked from {first} to {last}.")
    for title, rows in (
        ("Stage", report.by_stage), ("Model", report.by_model), ("Day", report.by_day)
    ):  # fmt: skip
        if rows:
            table(title, COLUMNS, [_row(each) for each in rows])
    if read:
        table("Read for decisions", list(READ), [tuple(_read(each).values()) for each in read])
    if any(each.unpriced_tokens for each in report.by_model):
        out.print("Models without a price in MOMO_PRICES count tokens and no money.")


def _cost(_: click.Context, __: click.Parameter, given: str | None) -> Decimal | None:
    try:
        cost = None if given is None else Decimal(given)
        if cost is None or 0 <= cost <= budgets.MOST_COST:
            return cost
    except InvalidOperation:  # no number, or one that is not to be compared
        pass
    raise click.BadParameter(f"{given!r} is no sum of money from 0 to {budgets.MOST_COST}.")


@click.command()
@click.option("--period", type=click.Choice(Period.values), help="Set the budget of each ...")
@click.option("--stage", type=click.Choice(STAGES), help="... for one stage alone.")
@click.option("--tokens", type=click.IntRange(0, budgets.MOST_TOKENS), help="The most tokens.")
@click.option("--cost", callback=_cost, help="The most money, in the currency of the prices.")
@click.option("--batches/--no-batches", default=None, help="Read what is imported in batches.")
@options.identity
@options.as_json
def budget(
    period: str | None, stage: str | None, tokens: int | None, cost: Decimal | None,
    batches: bool | None, team: str | None, email: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what models may use; with --period, set it: without --tokens and --cost, no limit."""
    if period is None and (stage or tokens is not None or cost is not None):
        raise click.UsageError("Say for how long: --period day or --period month.")
    with session.acting(team, email) as who, acting_as(who.scope.team_id, who.scope.principal_id):
        _only_admins(who.scope)
        if period:
            budgets.set_budget(Budget(period, stage or budgets.ALL_STAGES, tokens, cost))
        if batches is not None:
            budgets.choose_batches(batches)
        standings, batched = budgets.standings(), budgets.batch_backfills()
    if as_json:
        print_json({"batch_backfills": batched, "budgets": [_standing(each) for each in standings]})
        return
    rows = [
        (s.budget.stage or "all", s.budget.period, _of(s.tokens, s.budget.tokens),
         _of(_money(s.cost), s.budget.cost), f"{s.renews_at:%Y-%m-%d}")
        for s in standings
    ]  # fmt: skip
    table("Budgets", ["stage", "each", "tokens", f"cost ({_currency()})", "renews"], rows)
    out.print(f"Imports are read {'in batches' if batched else 'at once'}.")


def _only_admins(scope: Scope) -> None:
    if not is_admin(scope.principal_id):
        raise click.ClickException(
            str(NotAllowed("Only the team's owners and admins see what models use."))
        )


def _read(each: ExtractionTally) -> dict[str, Any]:
    return {name: getattr(each, name) for name in READ}


def _of(have: object, most: object) -> str:
    return f"{have} of {most}" if most is not None else f"{have}, no limit"


def _row(each: used.Used) -> tuple[object, ...]:
    return each.key, each.calls, each.input_tokens, each.output_tokens, _money(each.cost)


def _money(cost: Decimal) -> str:
    return f"{cost:.4f}"


def _currency() -> str:
    return str(settings.MOMO_PRICE_CURRENCY)


def _plain(report: used.UsageReport) -> dict[str, object]:
    def listed(rows: object) -> list[dict[str, object]]:
        return [
            {name: getattr(row, name) for name in used.Used.__dataclass_fields__}
            | {"cost": str(row.cost)}
            for row in rows  # type: ignore[attr-defined]
        ]

    return {
        "since": report.since, "until": report.until, "currency": _currency(),
        "by_stage": listed(report.by_stage), "by_model": listed(report.by_model),
        "by_day": listed(report.by_day),
    }  # fmt: skip


def _standing(each: budgets.Standing) -> dict[str, object]:
    cost = each.budget.cost
    return {
        "stage": each.budget.stage, "period": each.budget.period, "tokens": each.budget.tokens,
        "cost": None if cost is None else str(cost), "used_tokens": each.tokens,
        "used_cost": str(each.cost), "spent": each.spent, "renews_at": each.renews_at,
    }  # fmt: skip
