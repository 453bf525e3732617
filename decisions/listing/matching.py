"""The memories that pass a list's filters, as far as the current principal may see them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeVar, cast

from django.db.models import BooleanField, CharField, Field, QuerySet
from django.db.models.expressions import Expression, RawSQL
from django.utils import timezone

from decisions import conditions
from decisions.listing.words import has_words
from decisions.models import Memory
from momo.platform.tenancy.context import current_team_id

UNSEEN = ("search", "sealed_context", "fingerprint")  # wide columns that no answer shows
ROW = "decisions_memory"  # as Django calls it
DUE_SOON = 7  # days, of `due=week`
DUE = ("overdue", "week", "any")
Clause = tuple[str, dict[str, Any]]

_M = TypeVar("_M", bound=Memory)

_PLAIN = {
    "kind": f"{ROW}.kind = %(f_kind)s",
    "type": f"{ROW}.decision_type = ANY(%(f_type)s)",
    "source": f"{ROW}.source = ANY(%(f_source)s)",
    "visibility": f"{ROW}.visibility = ANY(%(f_visibility)s)",
    "confidence": f"{ROW}.confidence = ANY(%(f_confidence)s)",
    "tag": f"{ROW}.tags @> %(f_tag)s::text[]",
    "tags_all": f"{ROW}.tags @> %(f_tags_all)s::text[]",
    "tags_any": f"{ROW}.tags && %(f_tags_any)s::text[]",
    "tags_none": f"NOT {ROW}.tags && %(f_tags_none)s::text[]",
    "since": f"{ROW}.source_date >= %(f_since)s",
    "until": f"{ROW}.source_date < %(f_until)s",
    "as_of": f"{ROW}.valid_from <= %(f_as_of)s",
}
_NAMING = {
    "person": conditions.names_person("%(f_person)s", ROW),
    "project": conditions.names_project("%(f_project)s", ROW),
    "entity": conditions.names_entity("%(f_entity)s", ROW),
}
_OWED = (
    f"{ROW}.status IN ('decided', '') AND {ROW}.superseded_by IS NULL"
    f" AND {ROW}.archived_at IS NULL AND {ROW}.due_on"
)
_DUE = {
    "overdue": f"{_OWED} < %(f_today)s",
    "week": f"{_OWED} BETWEEN %(f_today)s AND %(f_today)s + {DUE_SOON}",
    "any": f"{ROW}.due_on IS NOT NULL",
}


def matching(rows: QuerySet[_M], wanted: Mapping[str, Any]) -> QuerySet[_M]:
    """The rows that pass all filters that are set; a secret one only where it is asked for.

    Asked how things were at a time, each has `holds_then`: whether it held.
    """
    sql, params = clause_of(wanted)
    rows = rows.filter(_raw(sql, params, BooleanField())).defer(*UNSEEN)
    if not wanted.get("as_of"):
        return rows
    held = conditions.holds(ROW, then=True)
    return cast("QuerySet[_M]", rows.annotate(holds_then=_raw(held, params, CharField())))


def clause_of(wanted: Mapping[str, Any]) -> Clause:
    """The filters as a condition on `decisions_memory`, with all parameters that it takes."""
    parts, params = [f"{ROW}.team_id = %(team)s"], {"team": current_team_id()}
    for clause, given in _clauses(wanted):
        parts.append(clause)
        params |= given
    return " AND ".join(parts), params


def _clauses(wanted: Mapping[str, Any]) -> Iterator[Clause]:
    for name, clause in _PLAIN.items():
        if value := wanted.get(name):
            yield clause, {f"f_{name}": value}
    for name, clause in _NAMING.items():
        if value := wanted.get(name):
            names = [value] if isinstance(value, str) else list(value)
            yield clause, {f"f_{name}": conditions.folded(names)}
    if query := wanted.get("q"):
        yield has_words(query, ROW)
    yield from _standing(wanted)
    if not wanted.get("include_secret"):
        yield f"{ROW}.visibility <> 'secret'", {}


def _standing(wanted: Mapping[str, Any]) -> Iterator[Clause]:
    then = bool(wanted.get("as_of"))
    if statuses := wanted.get("status"):
        status = conditions.column_then("status", ROW) if then else f"{ROW}.status"
        yield f"{status} = ANY(%(f_status)s)", {"f_status": statuses}
    if standings := wanted.get("holds"):
        held = conditions.holds(ROW, then=then)
        yield f"({held}) = ANY(%(f_holds)s)", {"f_holds": standings}
    if due := wanted.get("due"):
        yield _DUE[due], {"f_today": timezone.now().date()}
    archived = wanted.get("archived")
    if archived is not None:
        yield f"({ROW}.archived_at IS NOT NULL) = %(f_archived)s", {"f_archived": archived}


class _OfOneTable(RawSQL):
    """Looks for no columns of a parent's table: a proxy has its own."""

    def resolve_expression(self, *args: Any, **options: Any) -> Self:
        return Expression.resolve_expression(self, *args, **options)


_NAMED = re.compile(r"%\((\w+)\)s")


def _raw(sql: str, params: Mapping[str, Any], kind: "Field[Any, Any]") -> RawSQL:
    """An expression of named parameters, where Django takes them by their places."""
    places = [params[name] for name in _NAMED.findall(sql)]
    text = _NAMED.sub("%s", sql)
    return _OfOneTable(text, places, output_field=kind)
