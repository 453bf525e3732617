"""Decisions as an export reads them: piece by piece, so that neither memory nor a transaction
grows with their number, however slow the reader is."""

from collections.abc import Generator, Mapping
from typing import Any
from uuid import UUID

from django.db import connection

from decisions.listing.matching import clause_of, matching
from decisions.listing.pages import Cursor, cursor_after, following
from decisions.models import Decision
from momo.platform.tenancy.context import Scope, acting_as

PIECE = 500  # decisions, read in a transaction of their own

# Their places among all that are exported, as `oldest` sorts them.
_SUCCESSORS = """
SELECT id, title, place FROM (
    SELECT id, title, row_number() OVER (ORDER BY source_date, id) AS place
    FROM decisions_memory WHERE kind = 'decision' AND {clause}
) numbered
WHERE id IN (
    SELECT superseded_by FROM decisions_memory
    WHERE superseded_by IS NOT NULL AND kind = 'decision' AND {clause})
"""


def pieces(scope: Scope, wanted: Mapping[str, Any]) -> Generator[list[Decision], None, None]:
    """The decisions that pass the filters, in the order of `sort`. One statement a piece."""
    sort, cursor = wanted["sort"], None
    while True:
        piece = _piece(scope, wanted, sort, cursor)
        if piece:
            yield piece
        if len(piece) < PIECE:
            return
        cursor = cursor_after(piece[-1], sort)


def successors(scope: Scope, wanted: Mapping[str, Any]) -> dict[UUID, tuple[int, str]]:
    """Of those that replaced another one of them: the place by `oldest`, from 1, and the title."""
    with acting_as(scope.team_id, scope.principal_id), connection.cursor() as cursor:
        clause, params = clause_of(wanted)
        cursor.execute(_SUCCESSORS.format(clause=clause), params)
        return {id_: (place, title) for id_, title, place in cursor.fetchall()}


def _piece(
    scope: Scope, wanted: Mapping[str, Any], sort: str, cursor: Cursor | None
) -> list[Decision]:
    with acting_as(scope.team_id, scope.principal_id):
        rows = matching(Decision.objects.all(), wanted)
        return list(following(rows, sort, cursor)[:PIECE])
