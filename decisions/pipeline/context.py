"""Context: a message is found by what was said around it in its thread, too.

Its full-text entry holds its own words (weight A), those of the message before (B), of the three
before that (C) and of the two after (D); its vector is mixed with theirs. Both are functions of
the stored thread alone: whatever changes a message brings those around it up to date in the same
transaction, so a late reply, an edit and a deletion leave nothing stale, in whatever order workers
get to them. Only messages seen by the very same people lend each other words.
"""

import hashlib
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from decisions.models import Kind, Memory
from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.context import current_team_id

# By distance in the thread, of a message's vector in those of others. Measured on five long
# conversations: recall@10 0.82 with these, 0.72 without any; half or twice as much lies within
# 0.01. Four before and two after, as for words, give 0.004 less.
WEIGHTS_BEFORE = (0.5, 0.3, 0.2, 0.2, 0.2, 0.2)
WEIGHTS_AFTER = (0.2, 0.2, 0.2, 0.2)
# A message of more different words lends none: a long mail would drown the others.
LENT_LEXEMES = 200


class Place(NamedTuple):
    """Where in which thread a message stands, and who sees it."""

    source: str
    thread_key: str
    visibility: str
    owner_id: UUID | None
    audience_id: UUID | None
    source_date: Any
    source_item_id: UUID | None


def place_of(memory: Memory) -> Place | None:
    """None for what has no thread around it."""
    if memory.kind != Kind.OBSERVATION or not memory.thread_key or not memory.source_item_id:
        return None
    return Place(*(getattr(memory, name) for name in Place._fields))


_SAME_THREAD = """m.team_id = %(team)s AND m.kind = 'observation' AND m.search IS NOT NULL
    AND m.thread_key = changed.thread_key AND m.source = changed.source
    AND m.visibility = changed.visibility
    AND m.owner_id IS NOT DISTINCT FROM changed.owner_id
    AND m.audience_id IS NOT DISTINCT FROM changed.audience_id"""
# `touched` are those whose context a changed place is in, and the rest is what theirs is made of.
# Where a place is empty now, one more than needed is touched, which changes nothing.
_SLICE = f"""
WITH changed AS (
    SELECT * FROM unnest(%(sources)s::text[], %(threads)s::text[], %(visibilities)s::text[],
        %(owners)s::uuid[], %(audiences)s::uuid[], %(dates)s::timestamptz[], %(items)s::uuid[])
    AS changed (source, thread_key, visibility, owner_id, audience_id, source_date, source_item_id)
), around AS (
    SELECT near.id, bool_or(near.touched) AS touched FROM changed CROSS JOIN LATERAL (
        (SELECT m.id, row_number() OVER (ORDER BY m.source_date DESC, m.source_item_id DESC)
                <= %(after)s + 1 AS touched
         FROM decisions_memory m WHERE {_SAME_THREAD}
           AND (m.source_date, m.source_item_id) <= (changed.source_date, changed.source_item_id)
         ORDER BY m.source_date DESC, m.source_item_id DESC LIMIT %(reach)s + 1)
        UNION ALL
        (SELECT m.id, row_number() OVER (ORDER BY m.source_date, m.source_item_id)
                <= %(before)s AS touched
         FROM decisions_memory m WHERE {_SAME_THREAD}
           AND (m.source_date, m.source_item_id) > (changed.source_date, changed.source_item_id)
         ORDER BY m.source_date, m.source_item_id LIMIT %(reach)s)
    ) near GROUP BY near.id
)"""  # noqa: S608  (constants)
_THREAD = """(PARTITION BY {also}m.source, m.thread_key, m.visibility, m.owner_id, m.audience_id
    ORDER BY m.source_date, m.source_item_id)"""

_WORDS = f"""{_SLICE}, own AS (
    SELECT m.id, around.touched, ts_filter(m.search, '{{a}}') AS words, m.source, m.thread_key,
        m.visibility, m.owner_id, m.audience_id, m.source_date, m.source_item_id
    FROM around JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = around.id
), lent AS (
    SELECT *, CASE WHEN length(words) <= %(lent)s THEN words ELSE ''::tsvector END AS lends FROM own
), mixed AS (
    SELECT m.id, m.touched, m.words
        || setweight(lag(m.lends, 1, ''::tsvector) OVER thread, 'B')
        || setweight(lag(m.lends, 4, ''::tsvector) OVER thread
                     || lag(m.lends, 3, ''::tsvector) OVER thread
                     || lag(m.lends, 2, ''::tsvector) OVER thread, 'C')
        || setweight(lead(m.lends, 1, ''::tsvector) OVER thread
                     || lead(m.lends, 2, ''::tsvector) OVER thread, 'D') AS words
    FROM lent m WINDOW thread AS {_THREAD.format(also="")}
)
UPDATE decisions_memory m SET search = mixed.words FROM mixed
WHERE m.team_id = %(team)s AND m.id = mixed.id AND mixed.touched AND m.search <> mixed.words
"""  # noqa: S608  (constants)


def _neighbour(function: str, distance: int) -> str:
    return (
        f"COALESCE(({function}(v.embedding, {distance}) OVER thread)::vector"
        f" * %({function}{distance})s::vector, %(nothing)s::vector)"
    )


_MIXED = " + ".join(
    ["v.embedding::vector"]  # halves would fall out of their range when they are weighted
    + [_neighbour("lag", distance) for distance in range(1, len(WEIGHTS_BEFORE) + 1)]
    + [_neighbour("lead", distance) for distance in range(1, len(WEIGHTS_AFTER) + 1)]
)
_VECTORS = f"""{_SLICE}, mixed AS (
    SELECT m.id, v.model, around.touched, l2_normalize({_MIXED})::halfvec AS embedding
    FROM around JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = around.id
    JOIN decisions_messagevector v ON v.team_id = %(team)s AND v.memory_id = m.id
    WINDOW thread AS {_THREAD.format(also="v.model, ")}
)
UPDATE decisions_memoryembedding e SET embedding = mixed.embedding FROM mixed
WHERE e.team_id = %(team)s AND e.memory_id = mixed.id AND e.model = mixed.model AND e.chunk = 0
    AND mixed.touched AND e.embedding <> mixed.embedding  -- an indexed vector is dear to write
"""  # noqa: S608  (constants)


def refresh(places: Iterable[Place | None]) -> None:
    """Bring the index up to date around places where a message came, changed or went.

    Call in the transaction of that change. Threads are locked until its end, so that of two
    workers in one thread the second sees what the first has written.
    """
    changed = sorted({place for place in places if place}, key=str)
    if not changed:
        return
    lock({place.thread_key for place in changed})
    names = ("sources", "threads", "visibilities", "owners", "audiences", "dates", "items")
    columns = (list(column) for column in zip(*changed, strict=True))
    parameters: dict[str, Any] = dict(zip(names, columns, strict=True))
    parameters |= _PARAMETERS | {"team": current_team_id()}
    with connection.cursor() as cursor:
        cursor.execute(_WORDS, parameters)
        cursor.execute(_VECTORS, parameters)


def _constant(value: float) -> str:
    """A vector of one value, which scales another."""
    return f"[{','.join([str(value)] * EMBEDDING_DIMENSIONS)}]"


_PARAMETERS: dict[str, Any] = {
    "before": len(WEIGHTS_BEFORE),
    "after": len(WEIGHTS_AFTER),
    "reach": len(WEIGHTS_BEFORE) + len(WEIGHTS_AFTER),
    "lent": LENT_LEXEMES,
    "nothing": _constant(0),
    **{f"lag{n}": _constant(weight) for n, weight in enumerate(WEIGHTS_BEFORE, 1)},
    **{f"lead{n}": _constant(weight) for n, weight in enumerate(WEIGHTS_AFTER, 1)},
}


def lock(threads: Collection[str]) -> None:
    """Lock threads until the transaction ends; before any row in them, so that nobody deadlocks.

    In one order everywhere, for the same reason.
    """
    team = current_team_id()
    digests = (hashlib.sha256(f"{team}\0{key}".encode()).digest()[:8] for key in threads if key)
    keys = sorted(int.from_bytes(digest, "big", signed=True) for digest in digests)
    if not keys:
        return
    with connection.cursor() as cursor:
        locks = ", ".join(["pg_advisory_xact_lock(%s)"] * len(keys))
        cursor.execute(f"SELECT {locks}", keys)
