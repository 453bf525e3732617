"""Who is subscribed to digests, a mail server that answers as told, and what became of each."""

from datetime import timedelta

import pytest
from django.core.mail.backends import locmem

from lifecycle.digests import subscriptions
from lifecycle.digests.models import DigestRun, DigestSubscription
from tests.lifecycle.digests.conftest import TOLD_AT

WEEK = timedelta(weeks=1)
BEFORE = TOLD_AT - timedelta(days=5)


@pytest.fixture
def subscribe(world):
    """Subscribe someone, before the week is told."""

    def make(who="teammate", *, for_team=False, at=BEFORE, **fields):
        with world.acting_as(who):
            row = subscriptions.subscribe(fields, for_team=for_team, is_admin=for_team, now=at)
            DigestSubscription.objects.update(created_at=at)
            return row.id

    return make


@pytest.fixture
def runs(world):
    def seen(who="teammate"):
        with world.acting_as(who):
            return list(DigestRun.objects.order_by("last_day"))

    return seen


@pytest.fixture
def server(monkeypatch):
    """The mail server: what it answers to each mail next; nothing is an acceptance."""
    answers = []
    send = locmem.EmailBackend.send_messages

    def answered(self, messages):
        if answers and (answer := answers.pop(0)):
            raise answer
        return send(self, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", answered)
    return answers
