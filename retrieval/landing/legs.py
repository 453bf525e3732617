"""The legs of a search in SQL that find words, people and times, each obeying the filters before
its limit; for the leg for meaning see `nearest`. Pure.

Conditions that only few memories fail (being archived or reversed) are turned around: those few
are listed and left out, so that ranking ten thousand vectors needs no look at ten thousand
memories. Any other condition is looked up first, in full.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from retrieval.filters import Filters, to_sql
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

    @property
    def told(self) -> bool:
        """Whether there is one besides that for meaning."""
        return self.words or self.people or self.times


ALL_LEGS = Legs()

# `words` turns the terms into lexemes just as the index was made, and never fails on odd input.
# Under row-level security Postgres uses no index over words: see momo_worded, which finds the
# memories that have some themselves. What is said around a memory is in its thread, so the full
# text of the best threads is looked at: those that have most of the rarer words between them.
_WORDS = """
words AS MATERIALIZED (
    SELECT array_agg(lexeme) AS lexemes,
           string_agg(quote_literal(lexeme) || {own}, ' | ')::tsquery AS any
    FROM unnest(to_tsvector('english', %(terms)s))
), found AS MATERIALIZED (
    SELECT best.* FROM words, aside,
        momo_worded(words.lexemes, aside.ids, {threads}, {best}, %(known)s::bigint) AS best
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
words AS (SELECT '{{}}'::text[] AS lexemes),
found AS (SELECT 0::bigint AS indexed, '{{}}'::bigint[] AS frequencies)"""
_INVOLVING = """
involving AS (
    SELECT m.id FROM decisions_memory m
    WHERE m.id = ANY(ARRAY(
            SELECT e.src_memory_id FROM decisions_edge e
            WHERE e.team_id = %(team)s AND e.dst = ANY(%(people)s) AND e.kind = 'INVOLVES'))
        AND {allowed}
    ORDER BY m.source_date DESC, m.id LIMIT %(limit)s
)"""
# What one decided comes before what one said.
_TIMELY = """
timely AS (
    SELECT m.id FROM decisions_memory m
    WHERE m.source_date >= %(span_start)s AND m.source_date < %(span_end)s AND {allowed}
    ORDER BY m.kind = 'observation', m.source_date DESC, m.id LIMIT %(limit)s
)"""
ASIDE = "aside AS MATERIALIZED (SELECT {aside} AS ids)"
_BROUGHT = """
SELECT COALESCE(words.lexemes, '{{}}'), found.frequencies, found.indexed, ARRAY({brought})
FROM words, found
"""

_OWN_WEIGHTS = (0.0, 0.0, 0.0, 1.0)
_BRACES = str.maketrans("()", "{}")  # a tuple as Postgres reads an array
_INDEXED = "m.search"
# A secret is in no index. Its owner, asking for secrets, searches those few rows as they are.
_INDEXED_OR_NOT = "COALESCE(m.search, to_tsvector('english', m.title || ' ' || m.summary))"


def brought_sql(filters: Filters, legs: Legs) -> str:
    """One row: the query's lexemes, in how many memories each is, of how many, and the ids of what
    the legs bring. For `legs` of which one is `told`."""
    made = _kept_sql if few_fail(filters) else _sql  # those filters have no values
    return made(filters, legs)


def _sql(filters: Filters, legs: Legs) -> str:
    allowed, _ = to_sql(filters)
    searched, weights = strength_of(filters, legs)
    values = {
        "allowed": allowed,
        "searched": searched,
        "weights": weights,
        "secrets": " OR m.visibility = 'secret'" if filters.include_secret else "",
        "own": "''" if legs.context else "':A'",
        "brought": " UNION ".join(f"SELECT id::text FROM {leg}" for leg in _names(legs)),  # noqa: S608
        **left_out(filters),
    }
    return one_line(f"WITH {', '.join(_parts(legs))} {_BROUGHT}".format(**values))


_kept_sql = lru_cache(maxsize=64)(_sql)


def _parts(legs: Legs) -> Iterator[str]:
    if legs.words:
        yield ASIDE
    yield _WORDS if legs.words else _NO_WORDS
    if legs.people:
        yield _INVOLVING
    if legs.times:
        yield _TIMELY


def _names(legs: Legs) -> Iterator[str]:
    for on, leg in ((legs.words, "worded"), (legs.people, "involving"), (legs.times, "timely")):
        if on:
            yield leg


def strength_of(filters: Filters, legs: Legs) -> tuple[str, str]:
    """What words are searched in, and what they count in each part of it."""
    weights = CONTEXT_WEIGHTS if legs.context else _OWN_WEIGHTS
    searched = _INDEXED_OR_NOT if filters.include_secret else _INDEXED
    # Written out: a parameter of another type would be converted once a row.
    return searched, str(weights).translate(_BRACES)


def one_line(sql: str) -> str:
    return " ".join(sql.split())  # psycopg keeps what it makes of one of 4,096 characters at most


def few_fail(filters: Filters) -> bool:
    """Whether nothing is asked of memories that more than a few of them would not be."""
    rest = replace(filters, include_archived=False, include_reversed=False, include_secret=False)
    return rest == Filters()


def left_out(filters: Filters) -> dict[str, str]:
    """What is left out at once of what has the words or a vector, and how many threads are looked
    at: all where it is seen later whether their memories are allowed."""
    if not few_fail(filters):
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
