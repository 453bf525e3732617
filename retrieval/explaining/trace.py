"""Trace: what is shown of each memory found: its people, source, lineage and occurrences."""

import json
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.packed import PackedIds
from retrieval.filters import Filters, successor_sql, title_sql
from retrieval.landing.texts import Texts, opened
from retrieval.lines import OWN
from retrieval.ranking.signals import Scored
from retrieval.results import Holds, Related, Result, Source

# Everything about up to MAX_RESULTS memories in one statement. A related memory or a source that
# the principal may not see is simply not there: row-level security holds in each subquery.
# Most have neither options nor people, and an empty list takes as long to parse as any.
# Edges are found by `src_memory_id`: by `src` and rare kinds Postgres tries each `dst` of the team.
_AUTHOR = "COALESCE(s.author->>'name', s.author->>'handle', s.author->>'email')"
_RELATED = f"""
    SELECT jsonb_build_object('id', r.id, 'title', {{title}}, 'source', jsonb_build_object(
        'source', r.source, 'date', r.source_date, 'url', r.source_url, 'quote', r.quote,
        'container', COALESCE(s.container, ''), 'author', COALESCE({_AUTHOR}, '')))
    FROM decisions_memory r
    LEFT JOIN connectors_sourceitem s ON s.team_id = %(team)s AND s.id = r.source_item_id
    WHERE r.team_id = %(team)s AND r.visibility <> 'secret' AND """  # noqa: S608  (constants)
_TRACE = f"""
SELECT m.id, m.kind, m.title, m.summary, m.rationale, m.decision_type, m.confidence,
    m.status, NULLIF(m.options, '[]'), NULLIF(m.people, '[]'), m.owner_name, m.due_on,
    m.importance, m.tags, m.visibility, m.source, m.source_date, m.source_url, m.quote,
    m.source_item_id, m.occurrence_count, m.first_seen_at, m.last_seen_at,
    s.container, {_AUTHOR} AS author,
    ARRAY(SELECT n.name FROM decisions_edge e
          JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = e.dst
          WHERE e.team_id = %(team)s AND e.src_memory_id = m.id
            AND e.kind IN ('ABOUT', 'MENTIONS', 'RELATES_TO')
          ORDER BY n.name) AS entities,
    ({_RELATED} r.id = {{successor}}) AS successor,
    ARRAY({_RELATED} {{replaced}} ORDER BY r.source_date DESC) AS replaced,
    {{before}} AS before,
    CASE WHEN m.source_date >= %(full_since)s AND s.deleted_at IS NULL THEN s.sealed_text END
FROM decisions_memory m
LEFT JOIN connectors_sourceitem s ON s.team_id = %(team)s AND s.id = m.source_item_id
WHERE m.team_id = %(team)s AND m.id = ANY(%(ids)s::uuid[])
"""  # noqa: S608  (constants)


_REPLACED = "r.superseded_by = m.id"
_REPLACED_THEN = """r.valid_from <= %(f_as_of)s AND r.id IN (
    SELECT x.old_id FROM decisions_supersession x
    WHERE x.team_id = %(team)s AND x.new_id = m.id AND x.undone_at IS NULL)"""
# What a person changed later, as it was before: by field, of its first change after that time.
_BEFORE = """(SELECT jsonb_object_agg(c.key, c.value->0) FROM (
    SELECT DISTINCT ON (f.key) f.key, f.value
    FROM decisions_memoryrevision v CROSS JOIN LATERAL jsonb_each(v.changes) f
    WHERE v.team_id = %(team)s AND v.memory_id = m.id AND v.changed_at > %(f_as_of)s
      AND f.key <> 'visibility'
    ORDER BY f.key, v.number) c)"""
_NOW = Filters()


class Traced(NamedTuple):
    """What is shown of what was found, in its order; `texts` are the full ones, by memory id."""

    results: tuple[Result, ...]
    texts: Texts


def trace(scored: Sequence[Scored], *, filters: Filters = _NOW) -> tuple[Result, ...]:
    """The results of what was distilled, in its order, as of the time the filters ask about.

    One statement; call within `acting_as`.
    """
    return asked_trace(scored, filters=filters)().results


def asked_trace(
    scored: Sequence[Scored], *, filters: Filters, full_since: datetime | None = None
) -> Callable[[], Traced]:
    """As `trace`, waited for when called: meanwhile something else can be asked. With the full
    texts of what is from `full_since` on."""
    if not scored:
        return lambda: Traced((), {})
    rows = OWN.send(
        _sql(filters) if filters.as_of else _TRACE_NOW,
        {
            "team": current_team_id(),
            "ids": PackedIds.of(each.candidate.key for each in scored),
            "f_as_of": filters.as_of,
            "full_since": full_since,
        },
    )

    def traced() -> Traced:
        shown = {row[0].bytes: _Row._make(row) for row in rows()}
        # Between two statements a memory may be deleted: it is not shown then.
        found = [(each, row) for each in scored if (row := shown.get(each.candidate.key))]
        return Traced(
            tuple(_result(_as_it_was(row), each) for each, row in found),
            opened((row.id, row.source_item_id, row.sealed_text) for _, row in found),
        )

    return traced


def holds_of(status: str, *, superseded: bool) -> Holds:
    """Whether a memory still holds: being reversed says more than being superseded."""
    if status == "reversed":
        return Holds.REVERSED
    if superseded:
        return Holds.SUPERSEDED
    return Holds.PENDING if status == "pending" else Holds.HOLDS


def _sql(filters: Filters) -> str:
    return _TRACE.format(
        successor=successor_sql(filters),
        replaced=_REPLACED_THEN if filters.as_of else _REPLACED,
        before=_BEFORE if filters.as_of else "NULL::jsonb",
        title=title_sql(filters, "r"),
    )


_TRACE_NOW = _sql(_NOW)


class _Row(NamedTuple):
    """What the statement selects, in its order."""

    id: UUID
    kind: str
    title: str
    summary: str
    rationale: str
    decision_type: str
    confidence: str
    status: str
    options: str | list[dict[str, Any]] | None
    people: str | list[dict[str, str]] | None
    owner_name: str
    due_on: date | None
    importance: float
    tags: list[str]
    visibility: str
    source: str
    source_date: datetime
    source_url: str
    quote: str
    source_item_id: UUID | None
    occurrence_count: int
    first_seen_at: datetime
    last_seen_at: datetime
    container: str | None
    author: str | None
    entities: list[str]
    successor: str | dict[str, Any] | None
    replaced: list[str | dict[str, Any]]
    before: str | dict[str, Any] | None
    sealed_text: bytes | None


def _as_it_was(row: _Row) -> _Row:
    """A row as it was before what a person changed later."""
    if not row.before:
        return row
    before = {name: value for name, value in _parsed(row.before).items() if name in _Row._fields}
    if due_on := before.get("due_on"):
        before["due_on"] = date.fromisoformat(due_on)
    return row._replace(**before)


def _parsed(value: Any) -> Any:
    """JSON, which comes parsed from a cursor that reads binary, and as text from another."""
    return json.loads(value) if isinstance(value, str) else value


def _result(memory: _Row, each: Scored) -> Result:
    superseded = each.candidate.superseded
    people: tuple[dict[str, str], ...] = tuple(_parsed(memory.people or ()))
    return Result(
        id=memory.id,
        kind=memory.kind,
        title=memory.title,
        summary=memory.summary,
        rationale=memory.rationale,
        decision_type=memory.decision_type,
        confidence=memory.confidence,
        status=memory.status,
        options=tuple(_parsed(memory.options or ())),
        people=people,
        entities=tuple(memory.entities),
        owner_name=memory.owner_name,
        due_on=memory.due_on,
        importance=memory.importance,
        tags=tuple(memory.tags),
        visibility=memory.visibility,
        source=Source(
            source=memory.source,
            date=memory.source_date,
            url=memory.source_url,
            container=memory.container or "",
            author=memory.author or _decider(people),
            quote=memory.quote,
        ),
        source_item_id=memory.source_item_id,
        holds=holds_of(memory.status, superseded=superseded),
        # Asked as of a day before it was superseded, a memory has no successor yet.
        superseded_by=_related(memory.successor) if superseded and memory.successor else None,
        replaced=tuple(_related(row) for row in memory.replaced),
        occurrences=memory.occurrence_count,
        first_seen_at=memory.first_seen_at,
        last_seen_at=memory.last_seen_at,
        score=each.score,
        signals=each.signals,
    )


def _related(row: str | dict[str, Any]) -> Related:
    fields = _parsed(row)
    source = fields["source"] | {"date": datetime.fromisoformat(fields["source"]["date"])}
    return Related(UUID(fields["id"]), fields["title"], Source(**source))


def _decider(people: Sequence[dict[str, str]]) -> str:
    """Who to name where the source has no author: the first person of the decision itself."""
    return next((p.get("name") or p.get("handle") or p.get("email") or "" for p in people), "")
