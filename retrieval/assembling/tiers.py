"""In how much detail a memory is shown, by its age. Pure."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from retrieval.tuning import FULL_DAYS, SUMMARY_DAYS


class Tier(StrEnum):
    """How much of a memory is shown."""

    FULL = "full"
    SUMMARY = "summary"
    MINIMAL = "minimal"


DETAIL = (Tier.FULL, Tier.SUMMARY, Tier.MINIMAL)  # most first
_FULL_AGE, _SUMMARY_AGE = timedelta(days=FULL_DAYS), timedelta(days=SUMMARY_DAYS)


def tier_of(date: datetime, *, now: datetime) -> Tier:
    """The detail that a memory's age gives it."""
    age = now - date
    if age <= _FULL_AGE:
        return Tier.FULL
    return Tier.SUMMARY if age <= _SUMMARY_AGE else Tier.MINIMAL


def full_since(now: datetime) -> datetime:
    """The moment from which on what was said is shown in full."""
    return now - min(_FULL_AGE, now - datetime.min.replace(tzinfo=UTC))  # of the year 1, too
