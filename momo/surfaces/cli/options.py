"""Options that many commands share."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from typing import Any

import click

from decisions.extraction.contract import DecisionType, Status
from retrieval.filters import Filters

Command = Callable[..., Any]


def identity(command: Command) -> Command:
    """`--team` and `--as`."""
    command = click.option("--as", "email", metavar="EMAIL", help="Who is asking.")(command)
    return click.option("--team", metavar="TEAM", help="The team's short name or id.")(command)


def as_json(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def filters(command: Command) -> Command:
    """Which memories to consider; the chosen values arrive as keyword `chosen`."""
    day = click.DateTime(["%Y-%m-%d"])
    for option in (
        click.option("--as-of", type=day, help="As it was known on this day."),
        click.option("--until", type=day, help="Up to this day."),
        click.option("--since", type=day, help="From this day on."),
        click.option("--tag", "tags", multiple=True, help="Has this tag; may repeat."),
        click.option("--about", multiple=True, help="Names this project, product or company."),
        click.option("--person", "people", multiple=True, help="Someone involved."),
        click.option("--source", "sources", multiple=True, help="gmail, slack, github ..."),
        click.option("--status", "statuses", multiple=True, help="decided, pending, reversed."),
        click.option("--type", "types", multiple=True, help="approval, selection ..."),
    ):
        command = option(command)
    return command


def filters_of(given: dict[str, Any], *, kinds: tuple[str, ...] = ()) -> Filters:
    """The filters that the options ask for. Raises click.UsageError for an unknown value."""
    _known("--type", given["types"], set(DecisionType))
    _known("--status", given["statuses"], set(Status))
    return Filters(
        kinds=kinds,
        decision_types=given["types"],
        statuses=given["statuses"],
        sources=given["sources"],
        people=given["people"],
        entities=given["about"],
        tags_all=given["tags"],
        since=_start(given["since"]),
        until=_end(given["until"]),
        as_of=_end(given["as_of"]),
    )


def _known(option: str, values: tuple[str, ...], allowed: set[Any]) -> None:
    for value in values:
        if value not in allowed:
            choices = ", ".join(sorted(str(a.value) for a in allowed))
            raise click.UsageError(f"{option} {value}: choose from {choices}.")


def _start(day: datetime | None) -> datetime | None:
    return day.replace(tzinfo=UTC) if day else None


def _end(day: datetime | None) -> datetime | None:
    """The last moment of a day, so that the day itself is included."""
    return datetime.combine(day.date(), time.max, UTC) if day else None
