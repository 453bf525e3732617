"""Options that many commands share."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import Any

import click

from decisions.extraction.contract import DecisionType, Status
from decisions.models import Kind
from momo.platform.tenancy.visibility import Visibility
from retrieval.backends import Backend
from retrieval.filters import Filters
from retrieval.graph.expand import GraphMode
from retrieval.stages import Stage

Command = Callable[..., Any]


def identity(command: Command) -> Command:
    """`--team` and `--as`."""
    command = click.option("--as", "email", metavar="EMAIL", help="Who is asking.")(command)
    return click.option("--team", metavar="TEAM", help="The team's short name or id.")(command)


def as_json(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def _values_of(kind: type[StrEnum], many: bool = False) -> dict[str, Any]:
    """Keywords of an option that takes the values of an enumeration."""

    def chosen(_: click.Context, __: click.Parameter, value: Any) -> Any:
        if many:
            return tuple(map(kind, value))
        return None if value is None else kind(value)

    return {"type": click.Choice([each.value for each in kind]), "callback": chosen}


def how(command: Command) -> Command:
    """`--backend` and `--graph`; they arrive as what `pipeline.search` takes."""
    for option in (
        click.option(
            "--graph", **_values_of(GraphMode),
            help="Rank what hangs together with the best results beside them.",
        ),
        click.option(
            "--backend", **_values_of(Backend),
            help="By meaning, by words, or by both.  [default: the team's choice]",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def without(command: Command) -> Command:
    """`--without`."""
    return click.option(
        "--without", "off", multiple=True, **_values_of(Stage, many=True),
        help="Leave out this part of the search; may repeat.",
    )(command)  # fmt: skip


def filters(command: Command) -> Command:
    """Which memories to consider, named as in the API; see `filters_of`."""
    day = click.DateTime(["%Y-%m-%d"])
    for option in (
        _yes("--include-secret", "Your own secrets too."),
        _yes("--include-archived", "What was archived, too."),
        _yes("--include-reversed", "Reversed decisions, too."),
        click.option(
            "--include-superseded/--exclude-superseded",
            default=True,
            show_default=True,
            help="What was replaced, too.",
        ),
        click.option("--as-of", type=day, help="As it was at the end of this day."),
        click.option("--until", type=day, help="Up to this day."),
        click.option("--since", type=day, help="From this day on."),
        _many("--tags-none", "tags_none", "Does not have this tag."),
        _many("--tags-any", "tags_any", "Has one of these tags."),
        _many("--tag", "tags_all", "Has this tag, and each other that is given."),
        _many("--about", "entities", "Names this project, product or company."),
        _many("--project", "projects", "Names this project."),
        _many("--person", "people", "Someone involved."),
        _one_of("--visibility", "visibility", Visibility),
        _many("--source", "sources", "gmail, slack, github ..."),
        _one_of("--status", "statuses", Status),
        _one_of("--type", "decision_types", DecisionType),
        _one_of("--kind", "kinds", Kind),
    ):
        command = option(command)
    return command


def _many(name: str, field: str, help_text: str) -> Callable[[Command], Command]:
    return click.option(name, field, multiple=True, help=f"{help_text} May repeat.")


def _one_of(name: str, field: str, values: Iterable[StrEnum]) -> Callable[[Command], Command]:
    known = click.Choice([value.value for value in values])
    return click.option(name, field, multiple=True, type=known, help="One of these; may repeat.")


def _yes(name: str, help_text: str) -> Callable[[Command], Command]:
    return click.option(name, is_flag=True, help=help_text)


def filters_of(given: dict[str, Any], *, kinds: tuple[str, ...] = ()) -> Filters:
    """The filters that the options ask for. `kinds` are a command's own, instead of the option."""
    values = {field.name: given[field.name] for field in fields(Filters)}
    days = {"since": start_of, "until": end_of, "as_of": end_of}
    values |= {name: read(given[name]) for name, read in days.items()}
    return Filters(**values | {"kinds": kinds or given["kinds"]})


def start_of(day: datetime | None) -> datetime | None:
    """The first moment of a day, in UTC."""
    return day.replace(tzinfo=UTC) if day else None


def end_of(day: datetime | None) -> datetime | None:
    """The last moment of a day, so that the day itself is included."""
    return datetime.combine(day.date(), time.max, UTC) if day else None
