"""Cues: what in the wording and the date of memories speaks for their answering a question. Pure.

Arrays have one row for each memory. Every cue is bounded: of a long mail with many names and dates
it says no more than of a message with a few.
"""

import re
from datetime import MAXYEAR, UTC, datetime

import numpy as np
from numpy.typing import NDArray

from retrieval.landing.candidate import Candidates
from retrieval.tuning import (
    FIRST_PERSON_ENOUGH,
    LATE_DECAY_DAYS,
    NAMES_ENOUGH,
    OTHER_YEAR_FIT,
    REPORT_DAYS,
    REPORT_DECAY_DAYS,
    SHORT_DAYS,
    SPAN_FIT,
    WORDS_ENOUGH,
)
from retrieval.understanding.asked import decisions_asked
from retrieval.understanding.query import Query
from retrieval.understanding.time.spans import Granularity, Span

Floats = NDArray[np.float64]

SECONDS_A_DAY = 86_400.0
CUES = ("information", "first_person", "question", "when", "who", "why", "decision")

# "How long a boat is" asks for no time.
_ASKS_WHEN = re.compile(
    r"\b(when|what (?:day|date|month|year|time)|how long(?! (?:an?|the)\b))\b", re.I
)
_ASKS_WHO = re.compile(
    r"\b(who|whom|whose|where|what\b.*\bnames?|"
    r"(?:which|what) (?:person|people|team|company|city|country|place)s?)\b",
    re.I,
)
_ASKS_WHY = re.compile(r"\b(why|how come|what for|(?:reason|rationale|motivation)s?)\b", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DATED = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.I)


def cues(candidates: Candidates, query: Query) -> Floats:
    """How the memories are worded, shape (n, len(CUES)); what the query does not ask for is 0."""
    told, values = candidates.numbers, np.zeros((len(candidates), len(CUES)))
    values[:, 0] = np.sqrt(np.minimum(told["word_count"], WORDS_ENOUGH))
    values[:, 2] = told["is_question"]
    if query.people:
        values[:, 1] = np.sqrt(np.minimum(told["first_person_count"], FIRST_PERSON_ENOUGH))
    if _ASKS_WHEN.search(query.text):
        values[:, 3] = told["tells_time"]
    if _ASKS_WHO.search(query.text):
        values[:, 4] = np.log1p(np.minimum(told["name_count"], NAMES_ENOUGH))
    if _ASKS_WHY.search(query.text):
        values[:, 5] = told["gives_reason"]
    if asked := decisions_asked(query.text):
        of_type = [type_ in asked for type_ in candidates.texts["decision_type"]]
        values[:, 6] = np.array(of_type, np.bool_)[candidates.rows]
    return values


def timeliness(moments: Floats, span: Span | None) -> Floats:
    """How well moments (seconds since 1970) fit the time named, shape (n,), in 0..1.

    0 where none is named. What is named by its month without the year may be of another year, too.
    """
    if span is None:
        return np.zeros_like(moments)
    fit = _fit(moments, span)
    if not _is_yearless(span):
        return fit
    years = {datetime.fromtimestamp(moment, UTC).year for moment in moments.tolist()}
    longer = span.end.year - span.start.year  # December ends in the year after
    years = {year for year in years - {span.start.year} if year + longer <= MAXYEAR}
    others = [_moved(span, year) for year in years]
    fits = [fit, *(OTHER_YEAR_FIT * _fit(moments, other) for other in others)]
    best: Floats = np.max(np.stack(fits), axis=0)
    return best


def _fit(moments: Floats, span: Span) -> Floats:
    start, end = span.start.timestamp(), span.end.timestamp()
    if span.granularity == Granularity.DAY:
        after: Floats = np.floor((moments - start) / SECONDS_A_DAY)
        near: Floats = np.exp(-np.abs(after - REPORT_DAYS) / REPORT_DECAY_DAYS)
        return near * (after >= -1)
    inside: Floats = ((moments >= start) & (moments < end)).astype(np.float64)
    if (end - start) / SECONDS_A_DAY > SHORT_DAYS:
        return inside * SPAN_FIT[span.granularity]
    late = (moments - end) / SECONDS_A_DAY
    told_late: Floats = np.exp(-np.abs(late) / LATE_DECAY_DAYS)
    return inside + told_late * (late >= 0)


def _is_yearless(span: Span) -> bool:
    return bool(_DATED.search(span.said)) and not _YEAR.search(span.said) and not span.open


def _moved(span: Span, year: int) -> Span:
    """The span in another year; of the 29th of February the 28th."""
    years = year - span.start.year
    start, end = (_in_year(moment, moment.year + years) for moment in (span.start, span.end))
    return Span(start, end, span.granularity)


def _in_year(moment: datetime, year: int) -> datetime:
    is_leap_day = (moment.month, moment.day) == (2, 29)
    return moment.replace(year=year, day=28 if is_leap_day else moment.day)
