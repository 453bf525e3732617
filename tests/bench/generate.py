"""Teams with many memories, written straight into the tables: what measuring needs, quickly.

Vectors lie around topics in a space of few dimensions, turned into 1,536: as those of texts do,
and unlike uniformly random ones, which have no near neighbors to find. They go in by binary COPY,
texts are made by Postgres.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

import numpy as np
from django.db import connections
from numpy.typing import NDArray

from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.ids import uuid7

MODEL = "wordllama-256"  # what the offline product asks for
BATCH = 10_000  # rows a statement
LATENT = 64  # dimensions that vary, of the 1,536
TOPIC_MEMORIES = 40  # memories a topic
SPREAD = 0.7  # of a memory around its topic; topics have a spread of 1
FILLER_SIZE = 1_000  # memories of a team that is only there
PEOPLE = 20  # named people a team; every memory involves one

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Visible:
    """Who sees a share of a team's memories: the columns of the row."""

    visibility: str = "shared"
    owner_id: UUID | None = None
    audience_id: UUID | None = None


SHARED = (Visible(),)


class Space:
    """The vectors of one run; the same seed gives the same ones."""

    def __init__(self, seed: int = 7) -> None:
        self._draw = np.random.default_rng(seed)
        self._turn = self._draw.standard_normal((LATENT, EMBEDDING_DIMENSIONS), np.float32)

    def team(self, count: int) -> Iterator[Vectors]:
        """Unit vectors of a team, in batches; shape (rows, EMBEDDING_DIMENSIONS)."""
        topics = self._normal(max(1, count // TOPIC_MEMORIES))
        for at in range(0, count, BATCH):
            chosen = self._draw.integers(0, len(topics), min(BATCH, count - at))
            yield self._turned(topics[chosen] + SPREAD * self._normal(len(chosen)))

    def near(self, vectors: Vectors, count: int) -> Vectors:
        """Queries: near to `count` of the given vectors, but to none exactly."""
        chosen = vectors[self._draw.integers(0, len(vectors), count)]
        noise = self._turned(self._normal(count))
        return _unit(chosen + 0.5 * noise)

    def _normal(self, rows: int) -> Vectors:
        return self._draw.standard_normal((rows, LATENT), np.float32)

    def _turned(self, latent: Vectors) -> Vectors:
        return _unit(latent @ self._turn)


def _unit(rows: Vectors) -> Vectors:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


_MEMORIES = """
INSERT INTO decisions_memory (team_id, id, visibility, owner_id, audience_id, kind, title, summary,
    rationale, quote, decision_type, confidence, status, options, people, owner_name, replaces,
    importance, tags, source, source_date, source_url, thread_key, extractor, valid_from,
    occurrence_count, first_seen_at, last_seen_at, created_at, updated_at, search)
SELECT %(team)s, id, %(visibility)s, %(owner)s, %(audience)s, 'decision', title, summary,
    '', '', 'selection', 'high', 'decided', '[]', '[]', '', '', 0.8, '{}', 'slack', at, '', '', '',
    at, 1, at, at, at, at,
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', summary), 'B')
FROM (
    SELECT id, now() - random() * interval '700 days' AS at,
        (SELECT string_agg(w[1 + 0 * g + floor(power(random(), 2) * cardinality(w))::int], ' ')
         FROM generate_series(1, 5) AS g WHERE id IS NOT NULL) AS title,
        (SELECT string_agg(w[1 + 0 * g + floor(power(random(), 2) * cardinality(w))::int], ' ')
         FROM generate_series(1, 20) AS g WHERE id IS NOT NULL) AS summary
    FROM unnest(%(ids)s::uuid[]) AS id, (SELECT %(words)s::text[] AS w) AS words
) AS made
"""
_PEOPLE = """
INSERT INTO decisions_entity (team_id, id, visibility, type, name, key, holder, aliases, handles,
    emails, description, created_at)
SELECT %(team)s, id, 'shared', 'person', 'Person ' || n, 'person ' || n, %(nobody)s,
    ARRAY['person ' || n], '{}', '{}', '', now()
FROM unnest(%(people)s::uuid[]) WITH ORDINALITY AS p(id, n) ON CONFLICT DO NOTHING
"""
_EDGES = """
INSERT INTO decisions_edge (team_id, id, visibility, owner_id, audience_id, kind, src_memory_id,
    dst_entity_id, role, weight, reason, created_at)
SELECT %(team)s, gen_random_uuid(), %(visibility)s, %(owner)s, %(audience)s, 'INVOLVES', id,
    (%(people)s::uuid[])[1 + n %% %(count)s], 'author', 1, '', now()
FROM unnest(%(ids)s::uuid[]) WITH ORDINALITY AS m(id, n)
"""
_COPY = (
    "COPY decisions_memoryembedding (team_id, memory_id, model, chunk, visibility, owner_id, "
    "audience_id, embedding) FROM STDIN (FORMAT BINARY)"
)
_COPY_HEAD = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_TAIL = b"\xff\xff"


def vocabulary(size: int = 800) -> list[str]:
    """Words that mean nothing; the earlier in the list, the more often they are used."""
    syllables = ["ba", "do", "ke", "li", "mu", "na", "po", "ri", "su", "ta", "ve", "zo"]
    words = ["".join(three) for three in itertools.product(syllables, repeat=3)]
    return random.Random(3).sample(words, size)


def add_team(
    team_id: UUID, count: int, space: Space, *, seen_by: Sequence[Visible] = SHARED
) -> Vectors:
    """Give a team memories, as the owner. Returns the vectors of the last batch, for queries.

    Memory n is visible as `seen_by[n % len(seen_by)]` says.
    """
    vectors = np.empty((0, EMBEDDING_DIMENSIONS), np.float32)
    people = [uuid5(team_id, str(number)) for number in range(PEOPLE)]
    words = vocabulary()
    with connections["owner"].cursor() as cursor:
        given = {"team": team_id, "people": people, "nobody": UUID(int=0), "count": PEOPLE}
        cursor.execute(_PEOPLE, given)
        for vectors in space.team(count):
            for offset, seen in enumerate(seen_by):
                part = vectors[offset :: len(seen_by)]
                if not len(part):
                    continue
                ids = [uuid7() for _ in range(len(part))]
                given |= {
                    "ids": ids, "words": words, "visibility": seen.visibility,
                    "owner": seen.owner_id, "audience": seen.audience_id,
                }  # fmt: skip
                cursor.execute(_MEMORIES, given)
                cursor.execute(_EDGES, given)
                with cursor.copy(_COPY) as copy:
                    copy.write(_COPY_HEAD + _rows(team_id, ids, seen, part) + _COPY_TAIL)
    return vectors


def _rows(team_id: UUID, ids: Sequence[UUID], seen: Visible, vectors: Vectors) -> bytes:
    """Rows as COPY wants them: a count of columns, then length and bytes of each."""
    columns = [
        team_id.bytes, None, MODEL.encode(), b"\0\0", seen.visibility.encode(),
        seen.owner_id and seen.owner_id.bytes, seen.audience_id and seen.audience_id.bytes,
    ]  # fmt: skip
    rows = np.zeros(len(ids), dtype=_row_type(columns))
    rows["columns"], rows["head"] = len(columns) + 1, EMBEDDING_DIMENSIONS << 16
    for number, column in enumerate(columns):
        size = 16 if number == 1 else -1 if column is None else len(column)
        rows[f"size{number}"] = size
        if column:
            rows[f"value{number}"] = np.void(column)
    rows["value1"] = np.frombuffer(b"".join(each.bytes for each in ids), dtype="V16")
    rows["size"], rows["vector"] = 4 + 2 * EMBEDDING_DIMENSIONS, vectors
    return rows.tobytes()


def _row_type(columns: Sequence[bytes | None]) -> np.dtype[np.void]:
    fields: list[tuple[str, object]] = [("columns", ">i2")]
    for number, column in enumerate(columns):
        fields.append((f"size{number}", ">i4"))
        if column is not None or number == 1:
            fields.append((f"value{number}", f"V{len(column) if column else 16}"))
    vector = ("vector", ">f2", (EMBEDDING_DIMENSIONS,))
    return np.dtype([*fields, ("size", ">i4"), ("head", ">u4"), vector])  # type: ignore[list-item]


_DEFERRED = "memory_search"


def load_index_last(*, drop: bool) -> None:
    """Drop the full-text index before a large load, and make it anew after it."""
    with connections["owner"].cursor() as cursor:
        if drop:
            cursor.execute(f"DROP INDEX IF EXISTS {_DEFERRED}")
            return
        cursor.execute("SET maintenance_work_mem = '1GB'")
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS {_DEFERRED} ON decisions_memory USING gin (search)"
        )
        cursor.execute("RESET maintenance_work_mem")
