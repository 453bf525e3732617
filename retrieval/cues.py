"""Cues: what in the wording of a memory speaks for its answering a kind of question. Pure."""

import math
import re
from datetime import datetime

from retrieval.query import Query
from retrieval.spans import Span
from retrieval.tuning import (
    FIRST_PERSON_WEIGHT,
    INFORMATION_WEIGHT,
    MONTH_AFTER,
    MONTH_AFTER_DAYS,
    QUESTION_WEIGHT,
    REPORT_DAYS,
    REPORT_DECAY_DAYS,
    STOP_WORDS,
    WHEN_WEIGHT,
    WHO_WEIGHT,
    YEAR_FIT,
)

SECONDS_A_DAY = 86_400.0
_MONTH_DAYS = 31

_ASKS_WHEN = re.compile(r"\b(when|how long|what (?:day|date|month|year|time)|since when)\b", re.I)
_ASKS_WHO = re.compile(r"\b(who|whom|whose|which|where)\b|\bwhat\b.*\bnames?\b", re.I)
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"(?<=[^.!?\s] )[A-Z][a-z]+")
_TIME = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|days?|since|"
    r"recently|just|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|"
    r"july|august|september|october|november|december|(?:19|20)\d\d)\b",
    re.I,
)
_FIRST_PERSON = re.compile(r"\b(i|i'm|i've|my|me|mine|we|our|us)\b", re.I)


def cues(text: str, query: Query) -> float:
    """How much the wording of a text speaks for its answering the query, its matter aside."""
    words = {word.casefold() for word in _WORD.findall(text)} - STOP_WORDS
    total = INFORMATION_WEIGHT * math.sqrt(len(words))
    total += FIRST_PERSON_WEIGHT * math.sqrt(len(_FIRST_PERSON.findall(text)))
    if text.rstrip().endswith("?"):
        total += QUESTION_WEIGHT
    if _ASKS_WHEN.search(query.text) and _TIME.search(text):
        total += WHEN_WEIGHT
    if _ASKS_WHO.search(query.text):
        total += WHO_WEIGHT * math.log1p(len(_NAME.findall(text)))
    return total


def timeliness(moment: datetime, span: Span | None) -> float:
    """How well a moment fits the time named, in 0..1; 0 where none is."""
    if span is None:
        return 0.0
    days = (span.end - span.start).total_seconds() / SECONDS_A_DAY
    if days <= 1:
        after = (moment - span.start).total_seconds() // SECONDS_A_DAY
        return 0.0 if after < -1 else math.exp(-abs(after - REPORT_DAYS) / REPORT_DECAY_DAYS)
    if span.holds(moment):
        return 1.0 if days <= _MONTH_DAYS else YEAR_FIT
    late = (moment - span.end).total_seconds() / SECONDS_A_DAY
    return MONTH_AFTER if days <= _MONTH_DAYS and 0 <= late < MONTH_AFTER_DAYS else 0.0
