"""Teams with many memories, written straight into the tables: what measuring needs, quickly.

Vectors lie around topics in a space of few dimensions, turned into 1,536: as those of texts do,
and unlike uniformly random ones, which have no near neighbors to find. They go in by binary COPY.
Texts are messages in threads and decisions made in them, indexed with what was said around them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

import numpy as np
from django.db import connections
from numpy.typing import NDArray

from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.ids import uuid7
from tests.bench.texts import NAMES, Writer, columns

MODEL = "wordllama-256"  # what the offline product asks for
BATCH = 10_000  # rows a statement
LATENT = 64  # dimensions that vary, of the 1,536
TOPIC_MEMORIES = 40  # memories a topic
SPREAD = 0.7  # of a memory around its topic; topics have a spread of 1
FILLER_SIZE = 1_000  # memories of a team that is only there
PEOPLE = len(NAMES)  # of a team; every memory involves one

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


# What a word counts in the messages around, as the contextual index has it.
_MEMORIES = """
INSERT INTO decisions_memory (team_id, id, visibility, owner_id, audience_id, kind, title, summary,
    rationale, quote, decision_type, confidence, status, options, people, owner_name, replaces,
    importance, tags, source, source_date, source_url, thread_key, extractor, valid_from,
    occurrence_count, first_seen_at, last_seen_at, created_at, updated_at, search)
SELECT %(team)s, id, %(visibility)s, %(owner)s, %(audience)s, kind, title, summary, '', '',
    CASE kind WHEN 'decision' THEN 'selection' ELSE '' END, 'high',
    CASE kind WHEN 'decision' THEN 'decided' ELSE '' END, '[]', '[]', '', '',
    CASE kind WHEN 'decision' THEN 0.8 ELSE 0.2 END, '{}', 'slack', at, '', thread, '',
    at, 1, at, at, at, at,
    CASE kind WHEN 'decision' THEN own || setweight(to_tsvector('english', body), 'B')
    ELSE own || setweight(lag(own, 1, ''::tsvector) OVER near, 'B')
        || setweight(lag(own, 2, ''::tsvector) OVER near || lag(own, 3, ''::tsvector) OVER near
                     || lag(own, 4, ''::tsvector) OVER near, 'C')
        || setweight(lead(own, 1, ''::tsvector) OVER near || lead(own, 2, ''::tsvector) OVER near,
                     'D') END
FROM (
    SELECT *, setweight(to_tsvector('english', CASE kind WHEN 'decision'
        THEN title || ' ' || summary ELSE body END), 'A') AS own
    FROM unnest(%(ids)s::uuid[], %(kind)s::text[], %(title)s::text[], %(summary)s::text[],
        %(body)s::text[], %(thread)s::text[], %(at)s::timestamptz[])
    AS given (id, kind, title, summary, body, thread, at)
) AS made WINDOW near AS (PARTITION BY thread, kind ORDER BY at, id)
"""
_PEOPLE = """
INSERT INTO decisions_entity (team_id, id, visibility, type, name, key, holder, aliases, handles,
    emails, description, created_at)
SELECT %(team)s, id, 'shared', 'person', name, lower(name), %(nobody)s,
    ARRAY[lower(name)], '{}', '{}', '', now()
FROM unnest(%(people)s::uuid[], %(names)s::text[]) AS p(id, name) ON CONFLICT DO NOTHING
"""
_EDGES = """
INSERT INTO decisions_edge (team_id, id, visibility, owner_id, audience_id, kind, src_memory_id,
    dst_entity_id, role, weight, reason, created_at)
SELECT %(team)s, gen_random_uuid(), %(visibility)s, %(owner)s, %(audience)s, 'INVOLVES', id,
    (%(people)s::uuid[])[1 + n %% %(count)s], 'author', 1, '', now()
FROM unnest(%(ids)s::uuid[]) WITH ORDINALITY AS m(id, n)
"""
_TERMS = """
INSERT INTO decisions_memoryterms (team_id, memory_id, visibility, owner_id, audience_id,
    thread_key, terms)
SELECT team_id, id, visibility, owner_id, audience_id, thread_key,
    momo_terms(team_id, tsvector_to_array(CASE kind
        WHEN 'observation' THEN ts_filter(search, '{a}') ELSE search END))
FROM decisions_memory WHERE team_id = %(team)s AND id = ANY(%(ids)s)
"""
_COPY = (
    "COPY decisions_memoryembedding (team_id, memory_id, model, chunk, visibility, owner_id, "
    "audience_id, embedding) FROM STDIN (FORMAT BINARY)"
)
_COPY_HEAD = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_TAIL = b"\xff\xff"


def add_team(
    team_id: UUID, count: int, space: Space, *, seen_by: Sequence[Visible] = SHARED
) -> Vectors:
    """Give a team memories, as the owner. Returns the vectors of the last batch, for queries.

    Memory n is visible as `seen_by[n % len(seen_by)]` says.
    """
    vectors = np.empty((0, EMBEDDING_DIMENSIONS), np.float32)
    people = [uuid5(team_id, str(number)) for number in range(PEOPLE)]
    writer = Writer(team_id.int % 2**32)
    with connections["owner"].cursor() as cursor:
        given: dict[str, Any] = {
            "team": team_id, "people": people, "nobody": UUID(int=0), "count": PEOPLE,
            "names": list(NAMES),
        }  # fmt: skip
        cursor.execute(_PEOPLE, given)
        for vectors in space.team(count):
            for offset, seen in enumerate(seen_by):
                part = vectors[offset :: len(seen_by)]
                if not len(part):
                    continue
                ids = [uuid7() for _ in range(len(part))]
                given |= columns(writer.memories(len(part))) | {
                    "ids": ids, "visibility": seen.visibility, "owner": seen.owner_id,
                    "audience": seen.audience_id,
                }  # fmt: skip
                cursor.execute(_MEMORIES, given)
                cursor.execute(_TERMS, given)
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
