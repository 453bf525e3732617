"""What a search may return, and its translation to SQL. Filters act inside each leg, before its
limit, so that a rare kind of memory is never crowded out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

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


# An edit keeps what was there before, and when it changed.
_THEN = """COALESCE((
    SELECT v.changes->'{1}'->>0 FROM decisions_memoryrevision v
    WHERE v.team_id = %(team)s AND v.memory_id = {0}.id AND v.changed_at > %(f_as_of)s
      AND v.changes ? '{1}'
    ORDER BY v.number LIMIT 1), {0}.{1})"""
# Of several that replaced it the row names the last alone, and none that was reversed since. As
# when decisions are settled, one that not all who see the older one see does not count. What the
# row names goes only where no record is seen: of one that is, the answer above has said all.
_SUCCESSOR_THEN = f"""COALESCE((
    SELECT r.new_id FROM decisions_supersession r
    JOIN decisions_memory n ON n.team_id = %(team)s AND n.id = r.new_id
    WHERE r.team_id = %(team)s AND r.old_id = m.id AND r.undone_at IS NULL
      AND n.valid_from <= %(f_as_of)s AND {_THEN.format("n", "status")} <> 'reversed'
      AND (n.visibility = 'shared' OR m.visibility IN ('private', 'secret')
           OR (m.visibility = 'restricted' AND n.visibility = 'restricted'
               AND n.audience_id = m.audience_id))
    ORDER BY n.valid_from DESC, n.id DESC LIMIT 1
), CASE WHEN m.invalid_at <= %(f_as_of)s AND NOT EXISTS (
    SELECT FROM decisions_supersession r
    WHERE r.team_id = %(team)s AND r.old_id = m.id AND r.new_id = m.superseded_by
      AND r.undone_at IS NULL
) THEN m.superseded_by END)"""  # noqa: S608  (constants)

_LISTED = {
    "kinds": "m.kind = ANY(%(f_kinds)s)",
    "decision_types": "m.decision_type = ANY(%(f_decision_types)s)",
    "sources": "m.source = ANY(%(f_sources)s)",
    "visibility": "m.visibility = ANY(%(f_visibility)s)",
    "tags_all": "m.tags @> %(f_tags_all)s::text[]",
    "tags_any": "m.tags && %(f_tags_any)s::text[]",
    "tags_none": "NOT m.tags && %(f_tags_none)s::text[]",
}
# An entity that is another one to its holder alone leads where that one does, and an id may be that
# of a name that went to another entity since it was given out.
_NAMING = """m.id IN (
    SELECT e.src_memory_id FROM decisions_entity n
    JOIN decisions_edge e ON e.team_id = %(team)s AND e.dst = COALESCE(n.merged_into, n.id)
    WHERE n.team_id = %(team)s AND e.src_memory_id IS NOT NULL AND {which})"""
_NAMED = """(n.key = ANY({0}) OR lower(n.name) = ANY({0}) OR n.aliases && {0}::text[]
    OR n.id::text = ANY({0}) OR n.id IN (
        SELECT x.entity_id FROM decisions_entityname x
        WHERE x.team_id = %(team)s AND x.id::text = ANY({0})))"""
_PERSON = """n.type = 'person' AND ({named} OR n.emails && {0}::text[] OR n.handles && {0}::text[]
    OR string_to_array(lower(n.name), ' ') && {0}::text[])"""


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


def successor_sql(filters: Filters) -> str:
    """The id of what replaced `m`, or null, at the time the filters ask about."""
    return _SUCCESSOR_THEN if filters.as_of else "m.superseded_by"


def superseded_sql(filters: Filters) -> str:
    """Whether `m` counts as superseded, at the time the filters ask about."""
    return f"({successor_sql(filters)} IS NOT NULL)"


def status_sql(filters: Filters) -> str:
    """The status of `m` at the time the filters ask about."""
    return _THEN.format("m", "status") if filters.as_of else "m.status"


def title_sql(filters: Filters, row: str = "m") -> str:
    """The title of a row at the time the filters ask about."""
    return _THEN.format(row, "title") if filters.as_of else f"{row}.title"


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
        values = "%(f_people)s"
        which = _PERSON.format(values, named=_NAMED.format(values))
        yield _NAMING.format(which=which), {"f_people": _folded(filters.people)}
    if filters.projects:
        which = "n.type = 'project' AND " + _NAMED.format("%(f_projects)s")
        yield _NAMING.format(which=which), {"f_projects": _folded(filters.projects)}
    if filters.entities:
        which = _NAMED.format("%(f_entities)s")
        yield _NAMING.format(which=which), {"f_entities": _folded(filters.entities)}


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
    return [name.strip().lstrip("@").casefold() for name in _storable(names)]


def _storable(values: tuple[str, ...]) -> list[str]:
    """Postgres stores no NUL and no lone surrogate, so none can be searched for."""
    return [v.replace("\0", "").encode("utf-8", "ignore").decode() for v in values]
