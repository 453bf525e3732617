"""What is read of each memory that landed, in SQL: itself, and what it is ranked by. Pure."""

from functools import lru_cache

from retrieval.filters import Filters, status_sql, successor_sql, title_sql
from retrieval.landing.legs import Legs, few_fail, one_line, strength_of

# Of Candidate, in its order. A number is read several times as fast as a time.
_COLUMNS = """m.id, m.kind, {status}, date_part('epoch', m.source_date), m.source_item_id,
    {title}, m.summary, {successor}, m.word_count, m.first_person_count, m.name_count, m.tells_time,
    m.is_question, m.gives_reason, m.decision_type"""
_WORDS = """
words AS MATERIALIZED (
    SELECT array_agg(quote_literal(lexeme)::tsquery ORDER BY place) AS each
    FROM unnest(%(lexemes)s::text[]) WITH ORDINALITY AS given (lexeme, place)
)"""
# Looked up for each: a person may be involved in any number of memories.
_INVOLVEMENT = """COALESCE((
    SELECT sum(CASE WHEN e.role = ANY(%(passive)s::text[]) THEN %(told)s ELSE 1 END
            * (%(shares)s::float8[])[array_position(%(people)s::uuid[], e.dst)])
    FROM decisions_edge e
    WHERE e.team_id = %(team)s AND e.src = m.id AND e.dst = ANY(%(people)s) AND e.kind = 'INVOLVES'
), 0)"""
# A column for each lexeme takes a quarter of the time that an array does.
_STRENGTH = ", ts_rank('{weights}'::real[], {searched}, words.each[{place}])"
_SIGNALS = """
WITH {words}
SELECT {columns}, {involvement}, m.id::text{strengths}
FROM decisions_memory m CROSS JOIN words
WHERE m.team_id = %(team)s AND m.id = ANY(%(ids)s::uuid[]) ORDER BY m.id
"""


def columns_sql(filters: Filters) -> str:
    """What is read of `m`, as of the time the filters ask about."""
    return _COLUMNS.format(
        status=status_sql(filters), title=title_sql(filters), successor=successor_sql(filters)
    )


def signals_sql(filters: Filters, legs: Legs, *, named: bool, lexemes: int) -> str:
    """A row for each of the `ids`: the columns, its involvement where people are `named`, its id as
    text, and the strengths of so many `lexemes`."""
    made = _kept_sql if few_fail(filters) else _sql  # those filters have no values
    return made(filters, legs.context, named, lexemes)


def _sql(filters: Filters, context: bool, named: bool, lexemes: int) -> str:
    searched, weights = strength_of(filters, Legs(context=context))
    strengths = (
        _STRENGTH.format(weights=weights, searched=searched, place=place)
        for place in range(1, lexemes + 1)
    )
    return one_line(
        _SIGNALS.format(
            words=_WORDS,
            columns=columns_sql(filters),
            involvement=_INVOLVEMENT if named else "0::float8",
            strengths="".join(strengths),
        )
    )


_kept_sql = lru_cache(maxsize=256)(_sql)
