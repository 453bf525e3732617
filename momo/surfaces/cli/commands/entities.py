"""`momo entities`: who and what memories name, and which names are one."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import click
from django.core.exceptions import ObjectDoesNotExist

from decisions.entities import acts, reading
from decisions.entities.serializers import (
    TYPES,
    EntityDetailItem,
    EntityItem,
    SuggestionItem,
)
from decisions.models import EntityName
from decisions.refusals import Refused
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import out, print_json, table


@click.group(invoke_without_command=True)
@click.option("--suggestions", is_flag=True, help="Names that may be one, where no rule is sure.")
@click.option("--type", "type_", type=click.Choice(TYPES))
@click.option("--named", "q", default="", help="Part of a name, address or handle.")
@click.option("--limit", type=click.IntRange(1, 500), default=50, show_default=True)
@options.identity
@options.as_json
@click.pass_context
def entities(
    context: click.Context, suggestions: bool, type_: str | None, q: str, limit: int,
    team: str | None, email: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Who and what memories name, and which names are one person or thing."""
    if context.invoked_subcommand:
        return
    with _acting(team, email):
        if suggestions:
            rows = reading.suggestions().order_by("-score", "id")[:limit]
            _show_suggestions(reading.with_names(list(rows)), as_json=as_json)
            return
        found = reading.entities(type_=type_ or "", q=q).order_by("-memories", "name")[:limit]
        shown = list(EntityItem(found, many=True).data)
    if as_json:
        print_json(shown)
        return
    columns = ["id", "type", "name", "also", "memories"]
    table("Entities", columns, [
        (e["id"], e["type"], e["name"], _also(e), e["memories"]) for e in shown
    ])  # fmt: skip


@entities.command()
@click.argument("entity_id", type=click.UUID)
@options.identity
@options.as_json
def show(entity_id: UUID, team: str | None, email: str | None, as_json: bool) -> None:
    """One entity with its names, and what people said of these."""
    with _acting(team, email):
        _show(entity_id, as_json=as_json)


@entities.command()
@click.argument("one", type=click.UUID)
@click.argument("other", type=click.UUID, required=False)
@click.option("--reason", default="")
@options.identity
@options.as_json
def merge(
    one: UUID, other: UUID | None, reason: str, team: str | None, email: str | None, as_json: bool
) -> None:
    """Say that two entities are one; or, with the id of a suggestion, that its two are."""
    with _acting(team, email, "suggestion" if other is None else "entity"):
        if other is None:
            _show(acts.answer(one, same=True, reason=reason), as_json=as_json)
        else:
            _show(acts.merge(one, other, reason=reason), as_json=as_json)


@entities.command()
@click.argument("entity_id", type=click.UUID)
@click.argument("names", type=click.UUID, nargs=-1, required=True)
@click.option("--reason", default="")
@options.identity
@options.as_json
def split(
    entity_id: UUID, names: tuple[UUID, ...], reason: str, team: str | None, email: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Say that some names of an entity (see `show`) are another one."""
    with _acting(team, email):
        _show(acts.split(entity_id, names, reason=reason), as_json=as_json)


@entities.command("keep-apart")
@click.argument("suggestion_id", type=click.UUID)
@click.option("--reason", default="")
@options.identity
def keep_apart(suggestion_id: UUID, reason: str, team: str | None, email: str | None) -> None:
    """Say that the two of a suggestion are not one."""
    with _acting(team, email, "suggestion"):
        acts.answer(suggestion_id, same=False, reason=reason)
    out.print("They stay two.")


@entities.command()
@click.argument("act", type=click.UUID)
@options.identity
def undo(act: UUID, team: str | None, email: str | None) -> None:
    """Take back a merge or a split (see `show` for its id)."""
    with _acting(team, email, "merge or split"):
        acts.undo(act)
    out.print("Taken back.")


@contextmanager
def _acting(team: str | None, email: str | None, asked: str = "entity") -> Iterator[None]:
    """In the principal's scope; what is not there or refused is said in one line."""
    with session.acting(team, email) as who:
        try:
            with acting_as(who.scope.team_id, who.scope.principal_id):
                yield
        except ObjectDoesNotExist:
            raise click.ClickException(f"There is no such {asked}.") from None
        except Refused as error:
            raise click.ClickException(str(error)) from None


def _show(entity_id: UUID, *, as_json: bool) -> None:
    found = EntityDetailItem(reading.detail(entity_id)).data
    if as_json:
        print_json(found)
        return
    entity = found["entity"]
    table(
        f"{entity['type']} {entity['name']} ({entity['id']})",
        ["name id", "spelled", "addresses", "handles", "seen by"],
        [
            (n["id"], ", ".join(n["spelled"]), ", ".join(n["emails"]), ", ".join(n["handles"]),
             n["visibility"])
            for n in found["names"]
        ],
    )  # fmt: skip
    if found["verdicts"]:
        said = {(v["act"], v["verdict"], v["reason"]): None for v in found["verdicts"]}
        table("What people said", ["act", "verdict", "why"], list(said))


def _show_suggestions(found: list[reading.Suggested], *, as_json: bool) -> None:
    if as_json:
        print_json(list(SuggestionItem(found, many=True).data))
        return
    if not found:
        out.print("Nothing is undecided.")
        return
    table(
        "May be one",
        ["suggestion", "one", "other", "why"],
        [(s.verdict.id, _named(s.a), _named(s.b), s.verdict.reason) for s in found],
    )
    out.print("They are one: momo entities merge SUGGESTION. They are not: keep-apart SUGGESTION.")


def _named(name: EntityName) -> str:
    return ", ".join([*sorted(name.spelled), *name.emails, *(f"@{h}" for h in name.handles)])


def _also(entity: dict[str, list[str]]) -> str:
    return ", ".join([*entity["aliases"][1:], *entity["emails"], *entity["handles"]])
