"""The legs of a search in SQL that find words, people and times, each obeying the filters before
its limit; for the leg for meaning see `nearest`. Pure.

Conditions that only few memories fail (being archived or reversed) are turned around: those few
are listed and left out, so that ranking ten thousand vectors needs no look at ten thousand
memories. Any other condition is looked up first, in full.
"""

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


ALL_LEGS = Legs()

# The terms become lexemes just as the index was made, and never fail on odd input. Under row-level
# security Postgres uses no index over words: momo_hits finds what has some among its own.
_HITS = """
WITH words AS MATERIALIZED (
    SELECT COALESCE(array_agg(lexeme), '{{}}') AS lexemes
    FROM unnest(to_tsvector('english', %(terms)s))
), hit AS MATERIALIZED (
    SELECT hit.*
    FROM words, momo_hits(words.lexemes) WITH ORDINALITY AS hit (memories, threads, place)
), eligible AS MATERIALIZED ({eligible})
SELECT lexemes, ARRAY(SELECT memories FROM hit ORDER BY place),
    ARRAY(SELECT threads FROM hit ORDER BY place),
    (SELECT string_agg(uuid_send(id), ''::bytea) FROM eligible),
    (SELECT string_agg(int8send(thread), ''::bytea) FROM eligible),
    COALESCE(%(known)s::bigint,
             (SELECT count(*) FROM decisions_memoryterms t WHERE t.team_id = %(team)s))
FROM words
"""
IDS_ASIDE = """
SELECT a.id FROM decisions_memory a WHERE a.team_id = %(team)s AND ({conditions})"""
_ASIDE = f"SELECT id, 0::bigint AS thread FROM ({IDS_ASIDE}) AS aside"  # noqa: S608  (constants)
# Threads have the numbers that momo_hits gives them.
_ALLOWED = """
SELECT m.id, hashtextextended(COALESCE(NULLIF(m.thread_key, ''), m.id::text), 0) AS thread
FROM decisions_memory m WHERE {allowed}"""
# Each of these gives memories by their ids, and by where their rows are.
# What is said around a memory is in its thread, so the full text of the best threads is looked at.
WORDED = """
SELECT best.id, best.place FROM (
    SELECT m.id, m.ctid AS place, ts_rank('{weights}'::real[], {searched}, words.any) AS strength
    FROM decisions_memory m, words
    WHERE (m.thread_key = ANY(ARRAY(
               SELECT t.thread_key FROM decisions_memoryterms t
               WHERE t.team_id = %(team)s AND t.memory_id = ANY(%(of_threads)s::uuid[])
                 AND t.thread_key <> ''))
           OR m.id = ANY(%(said)s::uuid[]){secrets}) AND {allowed}
    ORDER BY strength DESC NULLS LAST, m.source_date DESC, m.id LIMIT %(limit)s
) AS best WHERE strength > 0"""
# Whom memories involve, and how much: 1 for who said it, less for who was told.
INVOLVED = """
involved AS MATERIALIZED (
    SELECT e.src_memory_id AS id, sum(
        CASE WHEN e.role = ANY(%(passive)s::text[]) THEN %(told)s ELSE 1 END
        * (%(shares)s::float8[])[array_position(%(people)s::uuid[], e.dst)]) AS involvement
    FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.dst = ANY(%(people)s::uuid[]) AND e.kind = 'INVOLVES'
      AND e.src_memory_id IS NOT NULL
    GROUP BY e.src_memory_id
)"""
# The newest are told by an index that holds dates and little else, where few fail the filters:
# somebody may be in very many.
INVOLVING = """
SELECT n.id, n.ctid AS place FROM decisions_memory n
WHERE n.team_id = %(team)s AND n.id = ANY(ARRAY(
    SELECT m.id FROM decisions_memory m
    WHERE m.id = ANY(ARRAY(SELECT id FROM involved)) AND {passing}
    ORDER BY m.source_date DESC, m.id LIMIT %(by_people)s))"""
LATEST = """
SELECT m.id, m.ctid AS place FROM decisions_memory m WHERE {allowed}
ORDER BY m.source_date DESC, m.id DESC LIMIT %(limit)s"""
# What one decided comes before what one said.
TIMELY = """
SELECT m.id, m.ctid AS place FROM decisions_memory m
WHERE m.source_date >= %(span_start)s AND m.source_date < %(span_end)s AND {allowed}
ORDER BY m.kind = 'observation', m.source_date DESC, m.id LIMIT %(limit)s"""

_OWN_WEIGHTS = (0.0, 0.0, 0.0, 1.0)
_BRACES = str.maketrans("()", "{}")  # a tuple as Postgres reads an array
_INDEXED = "m.search"
# A secret is in no index. Its owner, asking for secrets, searches those few rows as they are.
_INDEXED_OR_NOT = "COALESCE(m.search, to_tsvector('english', m.title || ' ' || m.summary))"


def hits_sql(filters: Filters) -> str:
    """One row: the query's lexemes; for each of them the memories that have it, and their threads;
    the memories that are `set_aside` by the filters or, where these ask for more, those that they
    allow, with their threads; and how many memories there are."""
    made = _kept_hits_sql if few_fail(filters) else _hits_sql  # those filters have no values
    return made(filters)


def _hits_sql(filters: Filters) -> str:
    allowed, _ = to_sql(filters)
    eligible = _ASIDE if few_fail(filters) else _ALLOWED
    return one_line(
        _HITS.format(eligible=eligible.format(conditions=set_aside(filters), allowed=allowed))
    )


_kept_hits_sql = lru_cache(_hits_sql)


def strength_of(filters: Filters, legs: Legs) -> tuple[str, str]:
    """What words are searched in, and what they count in each part of it."""
    weights = CONTEXT_WEIGHTS if legs.context else _OWN_WEIGHTS
    searched = _INDEXED_OR_NOT if filters.include_secret else _INDEXED
    # Written out: a parameter of another type would be converted once a row.
    return searched, str(weights).translate(_BRACES)


def one_line(sql: str) -> str:
    return " ".join(sql.split())  # psycopg keeps what it makes of one of 4,096 characters at most


@lru_cache
def few_fail(filters: Filters) -> bool:
    """Whether nothing is asked of memories that more than a few of them would not be."""
    rest = replace(filters, include_archived=False, include_reversed=False, include_secret=False)
    return rest == Filters()


def passing_sql(filters: Filters) -> str:
    """What `to_sql` says of `decisions_memory m`: where few fail it, by a list of these, so that an
    index tells of all others."""
    if not few_fail(filters):
        return to_sql(filters)[0]
    sealed = "" if filters.include_secret else " AND m.visibility <> 'secret'"
    return f"m.team_id = %(team)s AND m.id NOT IN ({IDS_ASIDE}){sealed}".format(
        conditions=set_aside(filters)
    )


def set_aside(filters: Filters) -> str:
    """The condition on `a` of the few memories that are left out at once of what has the words, a
    vector or the people; empty where all that are not allowed are."""
    if not few_fail(filters):
        return ""
    conditions = [
        condition
        for included, condition in (
            (filters.include_archived, "a.archived_at IS NOT NULL"),
            (filters.include_reversed, "a.status = 'reversed'"),
        )
        if not included
    ]
    return " OR ".join(conditions) or "false"
