"""Exports: decisions as CSV, JSON, or a folder of decision records."""

import json
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from decisions.export import adr, tables
from decisions.export.archive import Member, zipped
from decisions.export.rows import pieces, successors
from decisions.export.serializers import ExportItem
from momo.platform.audit import services as audit
from momo.platform.rest import spreadsheets
from momo.platform.tenancy.context import Scope, acting_as

Parts = Generator[Any, None, None]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write decisions: `write` gives text, or bytes, as it is read."""

    name: str
    media_type: str
    suffix: str
    write: Callable[[Scope, Mapping[str, Any]], Parts]


def export(scope: Scope, format_: Format, wanted: Mapping[str, Any]) -> Parts:
    """Note that decisions are taken out, and give them as they are read, piece by piece.

    Not to be called in a transaction.
    """
    with acting_as(scope.team_id, scope.principal_id):
        audit.record("decisions.exported", format=format_.name)
    return format_.write(scope, wanted)


def _csv(scope: Scope, wanted: Mapping[str, Any]) -> Generator[str, None, None]:
    yield tables.header()
    for piece in pieces(scope, wanted):
        yield tables.lines(piece)


def _json(scope: Scope, wanted: Mapping[str, Any]) -> Generator[str, None, None]:
    shown = ExportItem()  # one for all: each holds on to what it showed
    yield '{"items": ['
    between = "\n"
    for piece in pieces(scope, wanted):
        rows = map(shown.to_representation, piece)
        written = (json.dumps(row, cls=JSONEncoder, ensure_ascii=False) for row in rows)
        yield between + ",\n".join(written)
        between = ",\n"
    yield "\n]}\n"


def _adr(scope: Scope, wanted: Mapping[str, Any]) -> Generator[bytes, None, None]:
    yield from zipped(_records(scope, {**wanted, "sort": "oldest"}))


def _records(scope: Scope, wanted: Mapping[str, Any]) -> Iterator[Member]:
    """Numbered from the oldest on."""
    newer, place = successors(scope, wanted), 0
    for piece in pieces(scope, wanted):
        for decision in piece:
            place += 1
            by = newer.get(decision.superseded_by) if decision.superseded_by else None
            name = adr.file_name(place, decision.title)
            yield f"adr/{name}", decision.source_date, adr.record(decision, superseded_by=by)


FORMATS = {
    "csv": Format("csv", spreadsheets.MEDIA_TYPE, "csv", _csv),
    "json": Format("json", "application/json", "json", _json),
    "adr": Format("adr", "application/zip", "zip", _adr),
}
