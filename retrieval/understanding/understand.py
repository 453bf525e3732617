"""Understand: read the query, with the names that the team knows."""

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from typing import Any

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.statements import text_array
from retrieval.lines import OWN
from retrieval.tuning import FUZZY_CANDIDATES, NAMES_FOUND
from retrieval.understanding import query as reading
from retrieval.understanding.fuzzy import near_patterns
from retrieval.understanding.names import Known, Mentions
from retrieval.understanding.query import Query
from retrieval.understanding.time.times import Times, times_of

# One scan over the team's entities: no index helps with "is one of these, or has one of these as a
# part", and under row-level security none would be used. So each row's test is a cheap one: `= ANY`
# is a hash lookup, `&&` compares each with each and is left for the few with several names.
# Keys are case-folded names or addresses, and a person's name is their first alias.
# Threads are left out, there is one for each conversation. What somebody alone knows to be another
# name of an entity is a row of its own, that says of which.
_EXACT = """(
    n.key = ANY(%(names)s::text[]) OR n.aliases[1] = ANY(%(names)s::text[])
    OR (cardinality(n.aliases) > 1 AND n.aliases && %(names)s::text[])
    OR (cardinality(n.handles) > 0 AND n.handles && %(names)s::text[])
    OR (%(address)s AND n.emails && %(names)s::text[]))"""
# Parts of names, and names that are nearly one of the query's words, or differ by accents. What of
# them is meant is decided in Python; the patterns only keep out most of what cannot be.
_NEAR = """(
    ' ' || lower(n.name) || ' ' LIKE ANY(%(near)s::text[])
    OR (octet_length(n.name) > char_length(n.name)
        AND ' ' || lower(n.name) || ' ' LIKE ANY(%(unaccented)s::text[]))
    OR (n.type = 'person' AND n.name LIKE '%%@%%'
        AND lower(n.name) LIKE ANY(%(inside)s::text[])))"""
_NAMES = f"""
SELECT COALESCE(n.merged_into, n.id), n.type, n.name, n.key, n.aliases, n.emails, n.handles
FROM decisions_entity n
WHERE n.team_id = %(team)s AND n.type <> 'thread' AND ({_EXACT} OR {_NEAR})
ORDER BY {_EXACT} DESC NULLS LAST, n.id LIMIT %(limit)s
"""  # noqa: S608  (constants)


def understand(
    text: str, *, now: datetime, zone: tzinfo = UTC, names: bool = True, times: bool = True
) -> Query:
    """Read a cleaned query. One SQL statement at most; call within `acting_as`.

    Days begin at midnight in `zone`. Without `names` or `times` those are words like others.
    """
    named_times = times_of(text, now=now, zone=zone) if times else Times()
    mentions = reading.mentions_in(text, named_times)
    wanted = names and (mentions.names or mentions.parts)
    known = _known(mentions) if wanted else ()
    return reading.read(text, known, times=named_times, mentions=mentions)


def _known(mentions: Mentions) -> Iterable[Known]:
    parts = sorted(mentions.parts)
    parameters: dict[str, Any] = {
        "team": current_team_id(),
        "names": text_array(sorted(mentions.names | mentions.spelled)),
        "address": any("@" in name for name in mentions.names),
        # What fits a word fits it misspelled, too.
        "near": text_array(
            [
                *(f"% {part} %" for part in parts if part not in mentions.errors),
                *near_patterns(mentions.errors),
            ]
        ),
        "unaccented": text_array(mentions.unaccented),
        "inside": text_array([f"%{part}%" for part in parts]),
        "limit": NAMES_FOUND + FUZZY_CANDIDATES,
    }
    return [Known(*row) for row in OWN.send(_NAMES, parameters)()]
