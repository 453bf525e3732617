"""The legs of a search in SQL, each obeying the filters before its limit. Pure.

Conditions that only few memories fail (being archived or reversed) are turned around: those few
are listed and left out, so that ranking ten thousand vectors needs no look at ten thousand
memories. Any other condition is looked up first, in full.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from momo.platform.ai import EMBEDDING_DIMENSIONS
from retrieval.filters import Filters, status_sql, successor_sql, title_sql, to_sql
from retrieval.tuning import CONTEXT_WEIGHTS


@dataclass(frozen=True, slots=True)
class Legs:
    """What brings memories: their meaning, their words, the people they involve, the time that they
    are of. Without `context` a memory's own words count alone."""

    vector: bool = True
    words: bool = True
    people: bool = True
    times: bool = True
    context: bool = True


ALL_LEGS = Legs()

# `words` turns the terms into lexemes just as the index was made, and never fails on odd input.
# Under row-level security Postgres uses no index over words: see momo_worded, which finds the
# memories that have some themselves. What is said around a memory is in its thread, so the full
# text of the best threads is looked at: those that have most of the rarer words between them.
_WORDS = """
words AS MATERIALIZED (
    SELECT array_agg(lexeme) AS lexemes, array_agg(quote_literal(lexeme)::tsquery) AS each,
           string_agg(quote_literal(lexeme) || {own}, ' | ')::tsquery AS any
    FROM unnest(to_tsvector('english', %(terms)s))
), found AS MATERIALIZED (
    SELECT best.* FROM words, aside,
        momo_worded(words.lexemes, aside.ids, {threads}, {best}) AS best
), worded AS MATERIALIZED (
    SELECT id FROM (
        SELECT m.id, ts_rank('{weights}'::real[], {searched}, words.any) AS strength
        FROM decisions_memory m, words
        WHERE (m.thread_key = ANY((SELECT threads FROM found)::text[])
               OR m.id = ANY((SELECT memories FROM found)::uuid[]){secrets}) AND {allowed}
        ORDER BY strength DESC NULLS LAST, m.source_date DESC, m.id LIMIT %(limit)s
    ) AS best WHERE strength > 0
)"""
_NO_WORDS = """
words AS MATERIALIZED (SELECT NULL::text[] AS lexemes, NULL::tsquery[] AS each
), found AS (SELECT 0 AS indexed, '{{}}'::bigint[] AS frequencies)"""
_INVOLVED = """
involved AS MATERIALIZED (
    SELECT e.src_memory_id AS id,
        sum(CASE WHEN e.role = ANY(%(passive)s::text[]) THEN %(told)s ELSE 1 END
            * (%(shares)s::float8[])[array_position(%(people)s::uuid[], e.dst)]) AS involvement
    FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.dst = ANY(%(people)s) AND e.kind = 'INVOLVES'
    GROUP BY e.src_memory_id
)"""
_NOBODY_INVOLVED = """
involved AS (SELECT NULL::uuid AS id, 0::float8 AS involvement WHERE false)"""
_INVOLVING = """
involving AS (
    SELECT m.id FROM decisions_memory m
    WHERE m.id = ANY(ARRAY(SELECT id FROM involved)) AND {allowed}
    ORDER BY m.source_date DESC, m.id LIMIT %(limit)s
)"""
# What one decided comes before what one said.
_TIMELY = """
timely AS (
    SELECT m.id FROM decisions_memory m
    WHERE m.source_date >= %(span_start)s AND m.source_date < %(span_end)s AND {allowed}
    ORDER BY m.kind = 'observation', m.source_date DESC, m.id LIMIT %(limit)s
)"""
_ASIDE = "aside AS MATERIALIZED (SELECT {aside} AS ids)"
_ASKED = "asked AS MATERIALIZED (SELECT %(vector)s::halfvec AS vector)"
# A memory may have several vectors: more are fetched than memories wanted. The codes are read from
# an index that holds nothing else, a tenth of what the vectors take; which of the nearest by their
# codes are nearest indeed, the vectors tell.
_ROUGH = """
rough AS MATERIALIZED (
    SELECT e.memory_id AS id FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {among}{sealed}
    ORDER BY e.code <~> (SELECT binary_quantize(vector)::bit({bits}) FROM asked) LIMIT %(rough)s
), nearest AS MATERIALIZED (
    SELECT e.memory_id AS id, e.embedding <=> (SELECT vector FROM asked) AS distance
    FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s
      AND e.memory_id = ANY(ARRAY(SELECT id FROM rough))
    ORDER BY 2 LIMIT %(vectors)s
)"""
_ALLOWED = """
allowed AS MATERIALIZED (SELECT m.id FROM decisions_memory m WHERE {allowed})"""
# Where a team's vectors have an index of their own.
_WALKED = """
nearest AS MATERIALIZED (
    SELECT e.memory_id AS id, e.embedding <=> (SELECT vector FROM asked) AS distance
    FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s AND {among}{sealed}
    ORDER BY e.embedding <=> (SELECT vector FROM asked) LIMIT %(vectors)s
)"""
# Of a few memories all are ranked: walking an index until enough of them came by could take long.
# The index does not serve the sum.
_WALKED_ALLOWED = """
nearest AS MATERIALIZED (
    (SELECT e.memory_id AS id, e.embedding <=> (SELECT vector FROM asked) AS distance
     FROM decisions_memoryembedding e
     WHERE e.team_id = %(team)s AND e.model = %(model)s
       AND (e.memory_id IN (SELECT id FROM allowed)) IS TRUE
       AND (SELECT count(*) FROM allowed) > %(few)s
     ORDER BY e.embedding <=> (SELECT vector FROM asked) LIMIT %(vectors)s)
    UNION ALL
    (SELECT e.memory_id, (e.embedding <=> (SELECT vector FROM asked)) + 0
     FROM decisions_memoryembedding e
     WHERE e.team_id = %(team)s AND e.model = %(model)s
       AND e.memory_id = ANY(ARRAY(SELECT id FROM allowed
                                   WHERE (SELECT count(*) FROM allowed) <= %(few)s))
     ORDER BY 2 LIMIT %(vectors)s)
)"""
_NEAR = """
near AS MATERIALIZED (
    SELECT id, min(distance) AS distance FROM nearest
    GROUP BY id ORDER BY min(distance), id LIMIT %(limit)s
)"""

# A score of one leg is computed for what the others brought, too: every signal of each candidate.
_LANDED = "landed AS MATERIALIZED ({landed})"
_MEASURED = """
measured AS (
    SELECT id, distance FROM near
    UNION ALL
    SELECT e.memory_id, min(e.embedding <=> (SELECT vector FROM asked))
    FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s
      AND e.memory_id = ANY(ARRAY(SELECT id FROM landed EXCEPT SELECT id FROM near))
    GROUP BY e.memory_id
)"""
_NOT_MEASURED = """
measured AS (SELECT NULL::uuid AS id, NULL::float8 AS distance WHERE false)"""
# A column for each lexeme takes a quarter of the time that an array does. Of one term there may be
# several lexemes: those beyond the columns come in an array.
_STRENGTH = "ts_rank('{weights}'::real[], {searched}, {lexeme})"
_FURTHER = """CASE WHEN cardinality(words.each) > {terms}
    THEN ARRAY(SELECT {strength} FROM unnest(words.each[{terms} + 1:]) AS lexeme) END"""
# Of Candidate, in its order. A number is read several times as fast as a time.
COLUMNS = """m.id, m.kind, {status}, date_part('epoch', m.source_date), m.source_item_id,
    {title}, m.summary, {successor}, m.word_count, m.first_person_count, m.name_count, m.tells_time,
    m.is_question, m.gives_reason, m.decision_type"""
_BROUGHT = """
brought AS MATERIALIZED (
    SELECT id, min(distance) AS distance, sum(involvement) AS involvement FROM (
        SELECT id, NULL::float8 AS distance, NULL::float8 AS involvement, true AS landed FROM landed
        UNION ALL SELECT id, distance, NULL, false FROM measured
        UNION ALL SELECT id, NULL, involvement, false FROM involved
    ) AS each
    GROUP BY id HAVING bool_or(landed)
)"""
# Gathered, not joined: whatever the planner thinks of their number, each is read once.
_SIGNALS = """
SELECT {columns}, brought.distance, brought.involvement, {strengths},
    (SELECT jsonb_build_array(lexemes, frequencies, indexed)::text FROM words, found)
FROM brought JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = brought.id CROSS JOIN words
ORDER BY m.id
"""

_OWN_WEIGHTS = (0.0, 0.0, 0.0, 1.0)
_BRACES = str.maketrans("()", "{}")  # a tuple as Postgres reads an array
_INDEXED = "m.search"
# A secret is in no index. Its owner, asking for secrets, searches those few rows as they are.
_INDEXED_OR_NOT = "COALESCE(m.search, to_tsvector('english', m.title || ' ' || m.summary))"


def columns_sql(filters: Filters) -> str:
    """What is read of `m`, as of the time the filters ask about."""
    return COLUMNS.format(
        status=status_sql(filters), title=title_sql(filters), successor=successor_sql(filters)
    )


def landing_sql(
    filters: Filters, legs: Legs, *, named: bool = True, terms: int = 0, walked: bool = False
) -> str:
    """One statement over all legs; `named` says whether there are people to be involved, `walked`
    whether an index leads to the nearest vectors. The strengths of the first so many `terms` are
    columns, those of any more an array.
    """
    made = _kept_statement if _few_fail(filters) else _statement  # those filters have no values
    return made(filters, legs, named, terms, walked)


def _statement(filters: Filters, legs: Legs, named: bool, terms: int, walked: bool) -> str:
    allowed, _ = to_sql(filters)
    searched = _INDEXED_OR_NOT if filters.include_secret else _INDEXED
    # Written out: a parameter of another type would be converted once a row.
    weights = str(CONTEXT_WEIGHTS if legs.context else _OWN_WEIGHTS).translate(_BRACES)
    strength = partial(_STRENGTH.format, searched=searched, weights=weights)
    values = {
        "allowed": allowed,
        "searched": searched,
        "secrets": " OR m.visibility = 'secret'" if filters.include_secret else "",
        "own": "''" if legs.context else "':A'",
        "columns": columns_sql(filters),
        "bits": EMBEDDING_DIMENSIONS,
        "landed": " UNION ".join(_landed(legs)),
        "weights": weights,
        "strengths": _strengths(strength, terms) if legs.words else "NULL::real[]",
        **_kept(filters),
    }
    sql = f"WITH {', '.join(_parts(filters, legs, named, walked))} {_SIGNALS}".format(**values)
    return " ".join(sql.split())  # psycopg keeps what it makes of one of 4,096 characters at most


_kept_statement = lru_cache(maxsize=256)(_statement)


def nearest_sql(*, walked: bool) -> str:
    """The leg for meaning by itself, without filters: the ids of memories, nearest first."""
    filters = Filters()
    parts = ", ".join((_ASIDE, _ASKED, *_nearest(_few_fail(filters), walked)))
    values = {"bits": EMBEDDING_DIMENSIONS, **_kept(filters)}
    return f"WITH {parts} SELECT id FROM nearest ORDER BY distance".format(**values)  # noqa: S608


def _strengths(strength: Callable[..., str], terms: int) -> str:
    each = (strength(lexeme=f"words.each[{place}]") for place in range(1, terms + 1))
    return ", ".join((*each, _FURTHER.format(terms=terms, strength=strength(lexeme="lexeme"))))


def _parts(filters: Filters, legs: Legs, named: bool, walked: bool) -> Iterator[str]:
    yield _ASIDE
    yield _INVOLVED if named else _NOBODY_INVOLVED
    yield _WORDS if legs.words else _NO_WORDS
    if legs.people:
        yield _INVOLVING
    if legs.times:
        yield _TIMELY
    if legs.vector:
        yield _ASKED
        yield from _nearest(_few_fail(filters), walked)
        yield _NEAR
    yield _LANDED
    yield _MEASURED if legs.vector else _NOT_MEASURED
    yield _BROUGHT


def _nearest(few_fail: bool, walked: bool) -> Iterator[str]:
    if not few_fail:
        yield _ALLOWED
    if walked:
        yield _WALKED if few_fail else _WALKED_ALLOWED
    else:
        yield _ROUGH


def _landed(legs: Legs) -> Iterator[str]:
    yield "SELECT NULL::uuid AS id WHERE false"
    for on, leg in (
        (legs.vector, "near"), (legs.words, "worded"), (legs.people, "involving"),
        (legs.times, "timely"),
    ):  # fmt: skip
        if on:
            yield f"SELECT id FROM {leg}"  # noqa: S608


def _few_fail(filters: Filters) -> bool:
    """Whether nothing is asked of memories that more than a few of them would not be."""
    rest = replace(filters, include_archived=False, include_reversed=False, include_secret=False)
    return rest == Filters()


def _kept(filters: Filters) -> dict[str, str]:
    """What is left out at once of what has the words or a vector, and how many threads are looked
    at: all where it is seen later whether their memories are allowed."""
    if not _few_fail(filters):
        return {
            "aside": "'{}'::uuid[]", "threads": "NULL", "best": "NULL", "sealed": "",
            "among": "e.memory_id IN (SELECT id FROM allowed)",
        }  # fmt: skip
    conditions = [
        condition
        for included, condition in (
            (filters.include_archived, "a.archived_at IS NOT NULL"),
            (filters.include_reversed, "a.status = 'reversed'"),
        )
        if not included
    ]
    aside = f"""ARRAY(SELECT a.id FROM decisions_memory a
        WHERE a.team_id = %(team)s AND ({" OR ".join(conditions) or "false"}))"""  # noqa: S608
    return {
        "aside": aside,
        "among": "e.memory_id NOT IN (SELECT unnest(ids) FROM aside)",
        "sealed": "" if filters.include_secret else " AND e.visibility <> 'secret'",
        "threads": "%(threads)s",
        "best": "%(said)s",
    }
