"""What a search may return, and its translation to SQL. Filters act inside each leg, before its
limit, so that a rare kind of memory is never crowded out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from decisions import conditions

Clause = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that all must hold; an empty one does not count.

    `people` are names, addresses or handles; `projects` are names of projects, and `entities` of
    these, technologies and the like; an id works in all, and one match is enough. `since` and
    `until` bound the source date, both included. `as_of` asks as if at that time: what came later
    is not there, and what was superseded, reversed or archived later still held. Superseded
    memories are demoted, reversed and archived ones are left out, and secrets are shown to their
    owner alone and only if asked for. A time without a zone is in UTC.
    """

    kinds: tuple[str, ...] = ()
    decision_types: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    visibility: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    tags_all: tuple[str, ...] = ()
    tags_any: tuple[str, ...] = ()
    tags_none: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    include_superseded: bool = True
    include_reversed: bool = False
    include_archived: bool = False
    include_secret: bool = False

    def __post_init__(self) -> None:
        for name in ("since", "until", "as_of"):
            moment: datetime | None = getattr(self, name)
            if moment and moment.utcoffset() is None:
                object.__setattr__(self, name, moment.replace(tzinfo=UTC))


_LISTED = {
    "kinds": "m.kind = ANY(%(f_kinds)s)",
    "decision_types": "m.decision_type = ANY(%(f_decision_types)s)",
    "sources": "m.source = ANY(%(f_sources)s)",
    "visibility": "m.visibility = ANY(%(f_visibility)s)",
    "tags_all": "m.tags @> %(f_tags_all)s::text[]",
    "tags_any": "m.tags && %(f_tags_any)s::text[]",
    "tags_none": "NOT m.tags && %(f_tags_none)s::text[]",
}


def to_sql(filters: Filters) -> Clause:
    """A condition on `decisions_memory m` and its parameters.

    Takes `%(team)s` as given by the statement around it.
    """
    sql, params = ["m.team_id = %(team)s"], dict[str, Any]()
    for clause, values in _clauses(filters):
        sql.append(clause)
        params |= values
    return " AND ".join(sql), params


def standing_of(filters: Filters) -> Filters:
    """Of the filters those that say what is there at all: when it is, and whether it still holds.

    For what leads from one memory to another. Their SQL takes no parameter that these do not.
    """
    return Filters(
        as_of=filters.as_of,
        include_reversed=filters.include_reversed or "reversed" in filters.statuses,
        include_archived=filters.include_archived,
    )


def listed_by(filters: Filters) -> dict[str, Any]:
    """The same conditions as a list of decisions takes them, the newest first.

    Up to the moment `until`, which a list leaves out and a search takes in.
    """
    until = filters.until and filters.until + timedelta(microseconds=1)
    shown = {
        "holds": True, "pending": True, "superseded": filters.include_superseded,
        "reversed": filters.include_reversed or "reversed" in filters.statuses,
    }  # fmt: skip
    return {
        "type": list(filters.decision_types), "status": list(filters.statuses),
        "source": list(filters.sources), "visibility": list(filters.visibility),
        "person": filters.people, "project": filters.projects, "entity": filters.entities,
        "tags_all": list(filters.tags_all), "tags_any": list(filters.tags_any),
        "tags_none": list(filters.tags_none), "since": filters.since, "until": until,
        "as_of": filters.as_of, "holds": [name for name, is_shown in shown.items() if is_shown],
        "archived": None if filters.include_archived else False,
        "include_secret": filters.include_secret, "sort": "newest",
    }  # fmt: skip


def successor_sql(filters: Filters) -> str:
    """The id of what replaced `m`, or null, at the time the filters ask about."""
    return conditions.successor_then() if filters.as_of else "m.superseded_by"


def superseded_sql(filters: Filters) -> str:
    """Whether `m` counts as superseded, at the time the filters ask about."""
    return f"({successor_sql(filters)} IS NOT NULL)"


def status_sql(filters: Filters) -> str:
    """The status of `m` at the time the filters ask about."""
    return conditions.column_then("status") if filters.as_of else "m.status"


def title_sql(filters: Filters, row: str = "m") -> str:
    """The title of a row at the time the filters ask about."""
    return conditions.column_then("title", row) if filters.as_of else f"{row}.title"


def _clauses(filters: Filters) -> Iterator[Clause]:
    for name, clause in _LISTED.items():
        if values := getattr(filters, name):
            yield clause, {f"f_{name}": _storable(values)}
    yield from _naming(filters)
    yield from _times(filters)
    yield from _standing(filters)
    if not filters.include_secret:
        yield "m.visibility <> 'secret'", {}


def _standing(filters: Filters) -> Iterator[Clause]:
    status = status_sql(filters)
    if filters.statuses:
        yield f"{status} = ANY(%(f_statuses)s)", {"f_statuses": _storable(filters.statuses)}
    if not filters.include_superseded:
        yield f"NOT {superseded_sql(filters)}", {}
    if not (filters.include_reversed or "reversed" in filters.statuses):
        yield f"{status} <> 'reversed'", {}
    if not filters.include_archived:
        later = " OR m.archived_at > %(f_as_of)s" if filters.as_of else ""
        yield f"(m.archived_at IS NULL{later})", {}


def _naming(filters: Filters) -> Iterator[Clause]:
    if filters.people:
        yield conditions.names_person("%(f_people)s"), {"f_people": _folded(filters.people)}
    if filters.projects:
        yield conditions.names_project("%(f_projects)s"), {"f_projects": _folded(filters.projects)}
    if filters.entities:
        yield conditions.names_entity("%(f_entities)s"), {"f_entities": _folded(filters.entities)}


def _times(filters: Filters) -> Iterator[Clause]:
    bounds: Mapping[str, tuple[str, datetime | None]] = {
        "f_since": ("m.source_date >= %(f_since)s", filters.since),
        "f_until": ("m.source_date <= %(f_until)s", filters.until),
        "f_as_of": ("m.valid_from <= %(f_as_of)s", filters.as_of),
    }
    for name, (clause, moment) in bounds.items():
        if moment:
            yield clause, {name: moment}


def _folded(names: tuple[str, ...]) -> list[str]:
    return conditions.folded(_storable(names))


def _storable(values: tuple[str, ...]) -> list[str]:
    """Postgres stores no NUL and no lone surrogate, so none can be searched for."""
    return [v.replace("\0", "").encode("utf-8", "ignore").decode() for v in values]
