"""What is read of each memory that landed, in SQL: itself, and what it is ranked by. Pure."""

from functools import lru_cache

from retrieval.filters import Filters, status_sql, successor_sql, title_sql
from retrieval.landing.legs import INVOLVED, Legs, few_fail, one_line, strength_of

# Of Candidate, in its order. A number is read several times as fast as a time.
_COLUMNS = """m.id, m.kind, {status}, date_part('epoch', m.source_date), m.source_item_id,
    {title}, m.summary, {successor}, m.word_count, m.first_person_count, m.name_count, m.tells_time,
    m.is_question, m.gives_reason, m.decision_type"""
_WORDS = """
words AS MATERIALIZED (
    SELECT array_agg(quote_literal(lexeme)::tsquery ORDER BY place) AS each
    FROM unnest(%(lexemes)s::text[]) WITH ORDINALITY AS given (lexeme, place)
)"""
# Gathered, not joined: whatever the planner thinks of their number, each is read once.
_BROUGHT = """
brought AS MATERIALIZED (
    SELECT id, sum(involvement) AS involvement FROM (
        SELECT id, NULL::float8 AS involvement, true AS landed
        FROM unnest(%(ids)s::uuid[]) AS given (id)
        UNION ALL SELECT id, involvement, false FROM involved
    ) AS each
    GROUP BY id HAVING bool_or(landed)
)"""
# A column for each lexeme takes a quarter of the time that an array does.
_STRENGTH = ", ts_rank('{weights}'::real[], {searched}, words.each[{place}])"
_NAMED = "brought JOIN decisions_memory m ON m.id = brought.id CROSS JOIN words"
_NOT_NAMED = "decisions_memory m CROSS JOIN words"
_SIGNALS = """
SELECT {columns}, {involvement}, m.id::text{strengths} FROM {rows}
WHERE m.team_id = %(team)s AND {which} ORDER BY m.id
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
    read = _SIGNALS.format(
        columns=columns_sql(filters),
        involvement="COALESCE(brought.involvement, 0)" if named else "0::float8",
        strengths="".join(strengths),
        rows=_NAMED if named else _NOT_NAMED,
        which="true" if named else "m.id = ANY(%(ids)s::uuid[])",
    )
    parts = (_WORDS, INVOLVED, _BROUGHT) if named else (_WORDS,)
    return one_line(f"WITH {', '.join(parts)} {read}")


_kept_sql = lru_cache(maxsize=256)(_sql)
