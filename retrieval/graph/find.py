"""Finding nodes of the graph by what stands on them."""

from momo.platform.tenancy.statements import rows_of
from retrieval.filters import to_sql
from retrieval.graph.nodes import (
    COLUMNS,
    MEMORY_COLUMNS,
    GraphNode,
    memory_node,
)
from retrieval.graph.picture import DRAWN
from retrieval.tuning import NODES_FOUND

# What begins with the words comes first, then what is named, then by importance. An entity is
# there if some relation leads to it that the reader sees.
_FIND = f"""
(SELECT NULL::uuid, '', '', m.title ILIKE %(start)s AS starts, {MEMORY_COLUMNS}
 FROM decisions_memory m WHERE {{allowed}} AND m.title ILIKE ALL (%(words)s)
 ORDER BY starts DESC, m.importance DESC, m.source_date DESC, m.id LIMIT %(limit)s)
UNION ALL
(SELECT n.id, n.type, n.name, n.name ILIKE %(start)s AS starts, {{nothing}}
 FROM decisions_entity n
 WHERE n.team_id = %(team)s AND n.merged_into IS NULL AND n.type <> 'thread'
   AND (n.name ILIKE ALL (%(words)s)
        OR array_to_string(n.aliases || n.handles || n.emails, ' ') ILIKE ALL (%(words)s))
   AND EXISTS (SELECT FROM decisions_edge e
       WHERE e.team_id = %(team)s AND e.dst = n.id AND e.visibility <> 'secret')
 ORDER BY starts DESC, n.name, n.id LIMIT %(limit)s)
"""  # noqa: S608  (constants)


def find(q: str, *, limit: int = NODES_FOUND) -> list[GraphNode]:
    """Memories and entities whose title or names have all the words of `q`, or their beginnings.

    One statement; call within `acting_as`.
    """
    words = [f"%{_literal(word)}%" for word in q.split()]
    if not words:
        return []
    allowed, params = to_sql(DRAWN)
    params |= {"words": words, "start": f"{_literal(q.strip())}%", "limit": limit}
    sql = _FIND.format(allowed=allowed, nothing=", ".join(["NULL"] * COLUMNS))
    rows = sorted(rows_of(sql, params), key=lambda row: (not row[3], row[0] is None))
    return [
        GraphNode(row[0], False, row[1], row[2], 0.0) if row[0] else memory_node(*row[4:])
        for row in rows[:limit]
    ]


def _literal(text: str) -> str:
    """For LIKE, with what Postgres does not store left out."""
    kept = text.replace("\0", "").encode("utf-8", "ignore").decode()
    return kept.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
