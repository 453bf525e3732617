"""`momo decisions`: listing them, one in full, and its history."""

from typing import Any, BinaryIO
from uuid import UUID

import click

from decisions.export.write import FORMATS
from decisions.export.write import export as written
from decisions.models import Decision
from decisions.serializers import memory_detail
from momo.platform.tenancy.context import acting_as
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import day, inert, out, print_json, table
from retrieval.filters import listed_by
from retrieval.pipeline import search


@click.group()
def decisions() -> None:
    """The team's decisions."""


@decisions.command("list")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True)
@options.filters
@options.identity
@options.as_json
def list_(limit: int, team: str | None, email: str | None, as_json: bool, **given: Any) -> None:
    """The newest decisions that pass the filters."""
    filters = options.filters_of(given, kinds=("decision",))
    with session.acting(team, email) as who:
        found = search(who.scope, "", filters=filters, limit=limit).results
    if as_json:
        print_json(found)
        return
    table(
        "Decisions",
        ["id", "when", "type", "holds", "what", "source"],
        [
            (r.id, day(r.source.date), r.decision_type, r.holds.value, r.title, r.source.source)
            for r in found
        ],
    )


@decisions.command()
@click.argument("decision_id", type=click.UUID)
@options.identity
@options.as_json
def show(decision_id: UUID, team: str | None, email: str | None, as_json: bool) -> None:
    """One decision in full: people, reasons, options, source, lineage and edits."""
    with (
        session.acting(team, email) as who,
        acting_as(who.scope.team_id, who.scope.principal_id),
    ):
        decision = Decision.objects.filter(id=decision_id).first()
        if decision is None:
            raise click.ClickException("There is no such decision.")
        found = memory_detail(decision)
    if as_json:
        print_json(found)
        return
    out.print(f"[bold]{inert(found['title'])}[/]")
    for name in _FIELDS:
        if found[name]:
            told = found[name] if name != "source_date" else day(decision.source_date)
            out.print(f"[dim]{name.replace('_', ' ')}:[/] {inert(told)}")
    for name in ("options", "people", "occurrences"):
        if found[name]:
            rows = [list(entry.values()) for entry in found[name]]
            table(name.capitalize(), list(found[name][0]), rows)
    _show_lineage(found["lineage"])


@decisions.command()
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(FORMATS)),
    default="csv",
    show_default=True,
    help="A table, JSON, or a ZIP file of decision records.",
)
@click.option(
    "--output", "-o", type=click.File("wb", lazy=True), default="-", help="Standard output if none."
)
@options.filters
@options.identity
def export(
    format_: str, output: BinaryIO, team: str | None, email: str | None, **given: Any
) -> None:
    """Write the decisions that pass the filters to a file."""
    with session.acting(team, email) as who:
        wanted = listed_by(options.filters_of(given, kinds=("decision",)))
        for part in written(who.scope, FORMATS[format_], wanted):
            output.write(part.encode() if isinstance(part, str) else part)


_FIELDS = (
    "decision_type", "status", "confidence", "source_date", "source", "source_url", "summary",
    "rationale", "quote", "owner_name", "due_on",
)  # fmt: skip


def _show_lineage(lineage: dict[str, Any]) -> None:
    if lineage["supersessions"]:
        titles = {d["id"]: d["title"] for d in lineage["decisions"]}
        table(
            "What replaced what",
            ["older", "newer", "why"],
            [
                (titles[r["old_id"]], titles[r["new_id"]], r["reason"])
                for r in lineage["supersessions"]
            ],
        )
