"""How many decisions there are of each type, tag, person and so on, as filtered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from decisions import conditions
from decisions.listing.matching import ROW, clause_of

MOST_NAMED = 50  # tags, people and projects each, the most frequent first
FACETS = (
    "type", "status", "holds", "source", "confidence", "visibility", "tag", "person", "project",
)  # fmt: skip

# Each is read once. An entity counts once a decision, however often that names it.
_COUNTED = """
WITH found AS MATERIALIZED (
    SELECT {row}.id, decision_type AS type, {row}.status, ({holds}) AS holds, {row}.source,
        {row}.confidence, {row}.visibility, {row}.tags
    FROM decisions_memory WHERE {row}.kind = 'decision' AND {clause}
), named AS MATERIALIZED (
    SELECT n.type, n.id, n.name, count(DISTINCT e.src) AS total
    FROM found JOIN decisions_edge e ON e.team_id = %(team)s AND e.src_memory_id = found.id
        AND e.kind IN ('INVOLVES', 'ABOUT', 'MENTIONS')
    JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = e.dst_entity_id
        AND (n.type = 'project' OR (n.type = 'person' AND e.kind = 'INVOLVES'))
    GROUP BY n.type, n.id, n.name
)
SELECT CASE WHEN grouping(type) = 0 THEN 'type' WHEN grouping(status) = 0 THEN 'status'
        WHEN grouping(holds) = 0 THEN 'holds' WHEN grouping(source) = 0 THEN 'source'
        WHEN grouping(confidence) = 0 THEN 'confidence'
        WHEN grouping(visibility) = 0 THEN 'visibility' ELSE '' END,
    COALESCE(type, status, holds, source, confidence, visibility, ''), '', count(*)
FROM found
GROUP BY GROUPING SETS ((), (type), (status), (holds), (source), (confidence), (visibility))
UNION ALL
(SELECT 'tag', tag, '', count(*) FROM found CROSS JOIN unnest(tags) AS tag
 GROUP BY tag ORDER BY 4 DESC, 2 LIMIT %(most)s)
UNION ALL
(SELECT type, id::text, name, total FROM named WHERE type = 'person'
 ORDER BY total DESC, name, id LIMIT %(most)s)
UNION ALL
(SELECT type, id::text, name, total FROM named WHERE type = 'project'
 ORDER BY total DESC, name, id LIMIT %(most)s)
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """`label` is the name where `value` is an entity's id, else the value itself."""

    value: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Facets:
    """Each facet's values, the most frequent first; `total` counts the decisions."""

    total: int
    counts: Mapping[str, list[Counted]]


def facets(wanted: Mapping[str, Any]) -> Facets:
    """Of the decisions that pass the filters and that the principal sees. One statement."""
    clause, params = clause_of(wanted)
    held = conditions.holds(ROW, then=bool(wanted.get("as_of")))
    total, counts = 0, {name: list[Counted]() for name in FACETS}
    with connection.cursor() as cursor:
        cursor.execute(
            _COUNTED.format(row=ROW, holds=held, clause=clause), params | {"most": MOST_NAMED}
        )
        for facet, value, label, count in cursor.fetchall():
            if not facet:
                total = count
            elif value:
                counts[facet].append(Counted(value, label or value, count))
    for values in counts.values():
        values.sort(key=lambda each: (-each.count, each.label))
    return Facets(total, counts)
