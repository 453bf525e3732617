"""Counting what extractors made of messages."""

from datetime import date

from django.db import connection
from django.utils import timezone

from decisions.models import ExtractionTally
from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.ids import uuid7

DAYS = 30  # that are shown unless asked for otherwise

_ADD = """
INSERT INTO decisions_extractiontally
    (team_id, id, day, extractor, messages, noise, decisions, dropped)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (team_id, day, extractor) DO UPDATE SET
    messages = decisions_extractiontally.messages + excluded.messages,
    noise = decisions_extractiontally.noise + excluded.noise,
    decisions = decisions_extractiontally.decisions + excluded.decisions,
    dropped = decisions_extractiontally.dropped + excluded.dropped
"""


def count(extractor: str, *, messages: int, noise: int, decisions: int, dropped: int) -> None:
    """Add to today's figures of the current team."""
    today = timezone.now().date()
    with connection.cursor() as cursor:
        cursor.execute(
            _ADD,
            [current_team_id(), uuid7(), today, extractor[:60],
             messages, noise, decisions, dropped],
        )  # fmt: skip


def tallies(since: date) -> list[ExtractionTally]:
    """The current team's figures from a day on, newest first."""
    return list(ExtractionTally.objects.filter(day__gte=since).order_by("-day", "extractor"))
