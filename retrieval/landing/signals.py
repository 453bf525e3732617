"""What is read of each memory that landed, in SQL: itself, and what it is ranked by. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from momo.platform.tenancy.pipeline import Rows
from retrieval.filters import Filters, status_sql, successor_sql, title_sql, to_sql
from retrieval.landing.candidate import KEY, NO_KEY, Candidates, Keys
from retrieval.landing.legs import (
    INVOLVED,
    Legs,
    few_fail,
    one_line,
    passing_sql,
    strength_of,
)

# Of Candidate, in its order: what is read of a memory, and how that is sent: a column as one value,
# numbers and ids as they lie in memory, which spares Python making a value of each.
_READ: Mapping[str, tuple[str, DTypeLike | None]] = {
    "key": ("uuid_send(m.id)", KEY),
    "kind": ("m.kind", None),
    "status": ("{status}", None),
    "moment": ("float8send(date_part('epoch', m.source_date))", ">f8"),
    "item_key": ("COALESCE(uuid_send(m.source_item_id), '{no_key}')", KEY),
    "title": ("{title}", None),
    "summary": ("m.summary", None),
    "successor_key": ("COALESCE(uuid_send({successor}), '{no_key}')", KEY),
    "word_count": ("int2send(m.word_count)", ">i2"),
    "first_person_count": ("int2send(m.first_person_count)", ">i2"),
    "name_count": ("int2send(m.name_count)", ">i2"),
    "tells_time": ("boolsend(m.tells_time)", "?"),
    "is_question": ("boolsend(m.is_question)", "?"),
    "gives_reason": ("boolsend(m.gives_reason)", "?"),
    "decision_type": ("m.decision_type", None),
}
# Of a query, which has QUERY_WORDS at most: a statement may have 1,664 columns. Chosen.
MOST_LEXEMES = 512
_RUN = re.compile(r"[^\W\d_]+|\d+")
_NO_KEY = rf"\x{NO_KEY.hex()}"
# The query's lexemes, in their order.
WORDS = """
words AS MATERIALIZED (
    SELECT array_agg(quote_literal(lexeme)::tsquery) AS each,
        string_agg(quote_literal(lexeme) || {own}, ' | ')::tsquery AS any
    FROM unnest(to_tsvector('english', %(terms)s))
)"""
_STRENGTH = "float4send(COALESCE(ts_rank('{weights}'::real[], {searched}, words.each[{place}]), 0))"
# Read by where the rows are, which an index would be asked for again: while a statement runs, none
# that it sees moves.
_SIGNALS = """
WITH {words}, brought AS MATERIALIZED ({select}){measured}
SELECT {columns} FROM decisions_memory m CROSS JOIN words
WHERE m.team_id = %(team)s AND m.ctid = ANY(ARRAY(SELECT place FROM brought))
"""
ASKED = "asked AS MATERIALIZED (SELECT %(vector)s::halfvec AS vector)"
# Distances stand beside the rest: to join them would compare each id with each.
_MEASURED = f"""
, {ASKED}, measured AS MATERIALIZED (
    SELECT e.memory_id AS id, min(e.embedding <=> (SELECT vector FROM asked)) AS distance
    FROM decisions_memoryembedding e
    WHERE e.team_id = %(team)s AND e.model = %(model)s
      AND e.memory_id = ANY(ARRAY(SELECT id FROM brought))
    GROUP BY e.memory_id
)"""  # noqa: S608  (constants)
REACHED = """
SELECT m.id, m.ctid AS place FROM decisions_memory m
WHERE m.id = ANY(%(ids)s::uuid[]) AND {allowed}"""


def places_for(terms: Sequence[str]) -> int:
    """How many lexemes Postgres may make of terms: of a plain word one, of others one for each run
    of letters or digits, and for what they are together. Some more, as each number makes statements
    of its own, and a connection keeps 100. Those beyond MOST_LEXEMES count nothing."""
    most = sum(1 if each.isascii() and each.isalpha() else _most_of(each) for each in terms)
    few = most if most <= 8 else -(-most // 4) * 4
    return min(few, MOST_LEXEMES)


def _most_of(term: str) -> int:
    # What only one of Python and Postgres takes for a letter or a digit parts a word, too.
    strange = sum(not (each.isascii() or each.isalpha()) for each in term)
    return max(1, 2 * (len(_RUN.findall(term)) + strange))


def columns_sql(filters: Filters, legs: Legs, *, lexemes: int) -> str:
    """What is read of `m` as of the time the filters ask about, each column as one value; then how
    strong each of so many `lexemes` of `words` is in it."""
    searched, weights = strength_of(filters, legs)
    values = {
        "status": status_sql(filters), "title": title_sql(filters),
        "successor": successor_sql(filters), "no_key": _NO_KEY,
    }  # fmt: skip
    read = (
        packed(sql.format(**values)) if type_ else f"array_agg({sql.format(**values)})"
        for sql, type_ in _READ.values()
    )
    strengths = (
        packed(_STRENGTH.format(place=place, searched=searched, weights=weights))
        for place in range(1, lexemes + 1)
    )
    return ", ".join((*read, *strengths))


def words_sql(legs: Legs) -> str:
    return WORDS.format(own="''" if legs.context else "':A'")


def signals_sql(
    select: str,
    filters: Filters,
    legs: Legs,
    *,
    lexemes: int,
    measured: bool = False,
    involved: bool = False,
) -> str:
    """One row of the memories that a `select` gives by `id` and `place` (of the row), which takes
    `allowed` or `passing` (the same in another form), `searched`, `weights` and `secrets`, and may
    name INVOLVED if that is told: as `columns_sql` has it.

    Then pairs of columns, ids and numbers of them: if `measured`, how far each vector is from the
    query's (a cosine distance); if `involved`, how much memories involve the people."""
    made = _kept_sql if few_fail(filters) else _sql  # those filters have no values
    return made(select, filters, Legs(context=legs.context), lexemes, measured, involved)


def _sql(
    select: str, filters: Filters, legs: Legs, lexemes: int, measured: bool, involved: bool
) -> str:
    searched, weights = strength_of(filters, legs)
    allowed, _ = to_sql(filters)
    columns = [columns_sql(filters, legs, lexemes=lexemes)]
    if measured:
        columns += _pair("measured", "distance")
    if involved:
        columns += _pair("involved", "involvement")
    return one_line(
        _SIGNALS.format(
            words=", ".join([words_sql(legs), *([INVOLVED] if involved else [])]),
            measured=_MEASURED if measured else "",
            columns=", ".join(columns),
            select=select.format(
                allowed=allowed, passing=passing_sql(filters), searched=searched, weights=weights,
                secrets=" OR m.visibility = 'secret'" if filters.include_secret else "",
            ),
        )
    )  # fmt: skip


_kept_sql = lru_cache(maxsize=256)(_sql)


def _pair(table: str, number: str) -> list[str]:
    sent = ("uuid_send(id)", f"float8send({number})")
    return [f"(SELECT {packed(each)} FROM {table})" for each in sent]  # noqa: S608  (constants)


def packed(sent: str) -> str:
    return f"string_agg({sent}, ''::bytea)"


def candidates_of(
    rows: Rows, *, lexemes: int = 0, measured: bool = False, involvements: Rows = ()
) -> Candidates:
    """What statements found of which each gives one row, all of them `measured` or none: each
    memory once, by its id. `involvements` are rows of two columns: ids, and numbers of them."""
    parts = [*zip(*rows, strict=True)] or [()] * len(_READ)
    read = dict(zip(_READ, parts, strict=False))
    keys, kept = np.unique(_joined(read["key"], KEY), return_index=True)
    strengths = np.zeros((len(keys), lexemes))
    told = parts[len(_READ) : -2 if measured else None]  # of fewer lexemes than there may be
    for word, part in enumerate(told[:lexemes]):
        strengths[:, word] = _joined(part, ">f4")[kept]
    distances = [row[-2:] for row in rows] if measured else ()
    return Candidates(
        {name: _joined(read[name], type_)[kept] for name, (_, type_) in _READ.items() if type_},
        {name: _texts(read[name]) for name, (_, type_) in _READ.items() if not type_},
        rows=kept,
        involvements=_aligned(involvements, keys, 0.0),
        cosines=1 - _aligned(distances, keys, np.nan),
        strengths=strengths,
    )


def _aligned(rows: Rows, keys: Keys, default: float) -> NDArray[np.float64]:
    """Of rows of ids and numbers of them the number of each of the keys, which are in order; shape
    (keys,)."""
    numbers = np.full(len(keys), default)
    known = _joined([row[0] for row in rows], KEY)
    if len(keys) and len(known):
        places = np.minimum(np.searchsorted(keys, known), len(keys) - 1)
        there = keys[places] == known  # what involves somebody need not have landed
        numbers[places[there]] = _joined([row[1] for row in rows], ">f8")[there]
    return numbers


def _joined(parts: Iterable[bytes | None], type_: DTypeLike) -> NDArray[Any]:
    """Without those of statements that found nothing."""
    return np.frombuffer(b"".join(filter(None, parts)), type_)


def _texts(parts: Iterable[Sequence[str] | None]) -> list[str]:
    return [*chain.from_iterable(filter(None, parts))]
