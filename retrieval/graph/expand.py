"""Expand: what hangs together with the best memories, and how.

A hop follows one relation either way. From each node at most PROBE relations each way are read
and FAN_OUT of them followed, and each node is left by its best path alone: a thread of thousands
of messages, or the boss, costs no more than any other node.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest
from typing import Any
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id
from retrieval.filters import Filters, standing_of, title_sql, to_sql
from retrieval.graph.anchor import anchors
from retrieval.graph.paths import Node, Path, Step
from retrieval.graph.ppr import Link, blend, personalized_pagerank
from retrieval.landing.meaning import Meaning
from retrieval.tuning import FAN_OUT, HOP_DECAY, HOPS, PASSIVE_ROLES, PROBE, REACHED, SEEDS


class GraphMode(StrEnum):
    OFF = "off"
    HOPS = "hops"
    SEM_PPR = "sem_ppr"


@dataclass(frozen=True, slots=True)
class Expansion:
    """Memories reached, with a score in 0..1 and the best path to each."""

    scores: dict[UUID, float] = field(default_factory=dict)
    paths: dict[UUID, Path] = field(default_factory=dict)


# The strongest relations first, those who were merely told last; newest first among equals. The
# backwards probe reads the index from its end, where newer rows tend to be: which of a hub's
# relations are seen is deliberately imprecise, how many is not.
_RELATIONS = """
    SELECT relation.*, count(*) OVER () AS degree FROM (
        (SELECT e.id, e.dst AS node, e.dst_memory_id IS NOT NULL AS is_memory, e.kind, e.role,
            e.weight, true AS forwards
         FROM decisions_edge e
         WHERE e.team_id = %(team)s AND e.src = w.node AND e.dst_item_id IS NULL
           AND e.visibility <> 'secret'
         LIMIT %(probe)s)
        UNION ALL
        (SELECT e.id, e.src, e.src_memory_id IS NOT NULL, e.kind, e.role, e.weight, false
         FROM decisions_edge e
         WHERE e.team_id = %(team)s AND e.dst = w.node AND e.visibility <> 'secret'
         ORDER BY e.kind DESC LIMIT %(probe)s)
    ) relation
    ORDER BY relation.role = ANY(%(passive)s), relation.is_memory DESC, relation.weight DESC,
        relation.id DESC
    LIMIT %(fan_out)s
"""
# Of two paths with one score the one through the rarer thing says more. Names are looked up one
# by one: a planner that knows little of a young table would else join the whole of it.
_EXPAND = f"""
WITH RECURSIVE walk AS (
    SELECT m.id AS node, true AS is_memory, seed.score, 0 AS hops, 0::bigint AS hub,
        ARRAY[m.id] AS nodes, ARRAY[]::text[] AS kinds, ARRAY[]::text[] AS roles,
        ARRAY[]::boolean[] AS forwards
    FROM unnest(%(ids)s::uuid[], %(scores)s::float8[]) AS seed(id, score)
    JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = seed.id
  UNION ALL
    SELECT * FROM (
        SELECT DISTINCT ON (step.node) step.node, step.is_memory,
            w.score * %(decay)s * step.weight AS score, w.hops + 1,
            greatest(w.hub, step.degree) AS hub, w.nodes || step.node,
            w.kinds || step.kind::text, w.roles || step.role::text, w.forwards || step.forwards
        FROM walk w CROSS JOIN LATERAL ({_RELATIONS}) step
        WHERE w.hops < %(hops)s AND step.node <> ALL (w.nodes)
        ORDER BY step.node, score DESC, hub
    ) level
), reached AS (
    SELECT DISTINCT ON (node) * FROM walk WHERE hops > 0 AND is_memory
    ORDER BY node, score DESC, hub
)
SELECT r.score, r.kinds, r.roles, r.forwards, s.id, s.kind, {{s_title}},
    CASE WHEN r.hops > 1 THEN r.nodes[2] END, via.type IS NULL,
    COALESCE(via.type, mid.kind), COALESCE(via.name, mid.title), m.id, m.kind, {{title}}
FROM reached r
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = r.node
JOIN decisions_memory s ON s.team_id = %(team)s AND s.id = r.nodes[1]
LEFT JOIN LATERAL (
    SELECT n.type, n.name FROM decisions_entity n
    WHERE n.team_id = %(team)s AND n.id = r.nodes[2] AND r.hops > 1 LIMIT 1
) via ON true
LEFT JOIN LATERAL (
    SELECT m.kind, {{title}} AS title FROM decisions_memory m
    WHERE m.id = r.nodes[2] AND r.hops > 1 AND {{standing}} LIMIT 1
) mid ON true
WHERE {{allowed}} AND (r.hops = 1 OR via.type IS NOT NULL OR mid.kind IS NOT NULL)
ORDER BY r.score DESC, r.hub, m.source_date DESC, m.id
LIMIT %(reached)s
"""  # noqa: S608  (constants)


def expand(
    seeds: Mapping[UUID, float],
    meaning: Meaning,
    mode: GraphMode = GraphMode.HOPS,
    *,
    filters: Filters = Filters(),  # noqa: B008  (frozen)
) -> Expansion:
    """What is up to HOPS away from the best SEEDS of the seeds (memory id to score in 0..1).

    Only memories that pass the filters are reached, a seed from another seed among them. `hops`
    takes one statement, scores fall by HOP_DECAY and by the relation's weight each hop; `sem_ppr`
    takes four and scores by rank and meaning. Call within `acting_as`.
    """
    best = dict(nlargest(SEEDS, seeds.items(), key=lambda item: (item[1], str(item[0]))))
    if mode == GraphMode.OFF or not best:
        return Expansion()
    paths = {path.nodes[-1].id: path for path in _walked(best, filters)}
    if mode == GraphMode.HOPS:
        return Expansion({id_: path.score for id_, path in paths.items()}, paths)
    return Expansion(_ranked(best, meaning, paths), paths)


def _walked(seeds: Mapping[UUID, float], filters: Filters) -> list[Path]:
    allowed, params = to_sql(filters)
    params |= {
        "team": current_team_id(), "ids": list(seeds), "scores": list(seeds.values()),
        "decay": HOP_DECAY, "hops": HOPS, "probe": PROBE, "fan_out": FAN_OUT,
        "reached": REACHED, "passive": list(PASSIVE_ROLES),
    }  # fmt: skip
    # Between two memories another may stand that the filters let stand, whatever they look for.
    standing, _ = to_sql(standing_of(filters))
    sql = _EXPAND.format(
        allowed=allowed,
        standing=standing,
        title=title_sql(filters),
        s_title=title_sql(filters, "s"),
    )
    return [_path(*row) for row in _rows(sql, params)]


def _path(
    score: float, kinds: list[str], roles: list[str], forwards: list[bool], *found: Any
) -> Path:
    seed, middle, last = found[:3], found[3:7], found[7:]
    nodes = [Node(seed[0], True, *seed[1:])]
    if middle[0]:
        nodes.append(Node(*middle))
    nodes.append(Node(last[0], True, *last[1:]))
    steps = tuple(Step(*step) for step in zip(kinds, roles, forwards, strict=True))
    return Path(tuple(nodes), steps, score)


_NEAR = """
SELECT v.memory_id, 1 - min(v.embedding <=> %(vector)s::halfvec)
FROM decisions_memoryembedding v
WHERE v.team_id = %(team)s AND v.memory_id = ANY(%(ids)s) AND v.model = %(model)s
GROUP BY v.memory_id
"""
_LINKS = """
SELECT e.src, e.dst, e.weight FROM decisions_edge e
WHERE e.team_id = %(team)s AND e.src = ANY(%(ids)s) AND e.dst = ANY(%(nodes)s)
  AND e.visibility <> 'secret' AND e.weight > 0
"""


def _ranked(
    seeds: Mapping[UUID, float], meaning: Meaning, paths: Mapping[UUID, Path]
) -> dict[UUID, float]:
    """Scores of the reached memories by a random walk from the anchors, and by meaning."""
    starts = {anchor.id: anchor.weight for anchor in anchors(seeds, meaning)}
    nodes = {node.id for path in paths.values() for node in path.nodes} | set(starts)
    memories = list({*seeds, *paths})
    team = current_team_id()
    links: list[Link] = list(_rows(_LINKS, {"team": team, "ids": memories, "nodes": list(nodes)}))
    near = dict(
        _rows(
            _NEAR,
            {"team": team, "ids": list(paths), "vector": meaning.literal, "model": meaning.model},
        )
    )
    rank = personalized_pagerank(links, starts or seeds)
    return blend(rank, {id_: meaning.similarity(near.get(id_)) for id_ in paths})


def _rows(sql: str, params: Mapping[str, Any]) -> Iterable[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()  # type: ignore[no-any-return]
