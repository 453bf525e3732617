"""Anchor: the people, projects and other things that the best memories name, weighted."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from momo.platform.tenancy.context import current_team_id
from retrieval.landing.meaning import Meaning
from retrieval.tuning import (
    ANCHOR_MEMORIES,
    ANCHORS,
    MEMORY_WEIGHT,
    PROBE,
    SEMANTIC_WEIGHT,
    STRUCTURAL_WEIGHT,
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A thing that seeds name. The signals are in 0..1; the weights of all anchors sum to 1."""

    id: UUID
    type: str
    name: str
    semantic: float
    memory: float
    structural: float
    weight: float


# What an entity means is the mean of what is said about it: a name by itself says little to a model
# of word meanings, and asking a model for each name would hold this transaction open. Both look at
# a bounded number of edges, so that a hub costs no more than anything else.
_ANCHORS = """
WITH named AS (
    SELECT e.dst AS id, avg(seed.score) AS memory
    FROM unnest(%(ids)s::uuid[], %(scores)s::float8[]) AS seed(id, score)
    JOIN decisions_edge e ON e.team_id = %(team)s AND e.src = seed.id
    WHERE e.dst_entity_id IS NOT NULL AND e.visibility <> 'secret'
    GROUP BY e.dst
)
SELECT n.id, n.type, n.name, named.memory, degree.edges, mean.cosine
FROM named
JOIN decisions_entity n ON n.team_id = %(team)s AND n.id = named.id
CROSS JOIN LATERAL (
    SELECT count(*) AS edges FROM (
        SELECT 1 FROM decisions_edge e WHERE e.team_id = %(team)s AND e.dst = n.id
        LIMIT %(probe)s) probed
) degree
CROSS JOIN LATERAL (
    SELECT 1 - (avg(about.embedding) <=> %(vector)s::halfvec) AS cosine FROM (
        SELECT v.embedding FROM decisions_edge e
        JOIN decisions_memoryembedding v ON v.team_id = %(team)s AND v.memory_id = e.src
        WHERE e.team_id = %(team)s AND e.dst = n.id AND v.model = %(model)s
        LIMIT %(memories)s) about
) mean
ORDER BY named.memory DESC, n.id
"""


def anchors(seeds: Mapping[UUID, float], meaning: Meaning) -> list[Anchor]:
    """What the seeds (memory id to score in 0..1) name, heaviest first, at most ANCHORS.

    One statement; call within `acting_as`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _ANCHORS,
            {
                "team": current_team_id(), "ids": list(seeds), "scores": list(seeds.values()),
                "vector": meaning.literal, "model": meaning.model, "probe": PROBE,
                "memories": ANCHOR_MEMORIES,
            },
        )  # fmt: skip
        return weighted(cursor.fetchall(), meaning)


def weighted(rows: list[tuple[Any, ...]], meaning: Meaning) -> list[Anchor]:
    """Anchors of (id, type, name, mean score of its seeds, degree, cosine or None). Pure."""
    widest = math.log1p(max((row[4] for row in rows), default=0)) or 1.0
    found = []
    for id_, type_, name, memory, degree, cosine in rows:
        semantic, structural = meaning.similarity(cosine), math.log1p(degree) / widest
        weight = (
            SEMANTIC_WEIGHT * semantic + MEMORY_WEIGHT * memory + STRUCTURAL_WEIGHT * structural
        )
        found.append(Anchor(id_, type_, name, semantic, memory, structural, weight))
    best = sorted(found, key=lambda anchor: (-anchor.weight, str(anchor.id)))[:ANCHORS]
    return _normalized(best)


def _normalized(found: list[Anchor]) -> list[Anchor]:
    total = sum(anchor.weight for anchor in found) or 1.0
    return [
        Anchor(a.id, a.type, a.name, a.semantic, a.memory, a.structural, a.weight / total)
        for a in found
    ]
