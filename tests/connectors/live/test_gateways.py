"""One process listens, and what it hears is kept however long the database is away."""

import time
from datetime import UTC, datetime

import pytest
from django.db import OperationalError

from connectors.live import gateways, inbox
from connectors.live.contract import Incoming
from connectors.live.errors import Malformed
from connectors.live.models import Delivery

HEARD = Incoming("acme", "d1", "message", b"{}", datetime(2026, 3, 1, tzinfo=UTC))


def test_a_source_without_settings_is_not_listened_to(settings):
    settings.MOMO_APPS = {}
    assert gateways.listening() == []


def test_a_source_with_a_gateway_and_settings_is_listened_to(settings):
    names = ("CLIENT_ID", "CLIENT_SECRET", "BOT_TOKEN", "PUBLIC_KEY")
    settings.MOMO_APPS = {f"MOMO_APP_DISCORD_{name}": "x" for name in names}
    assert [each.kind for each in gateways.listening()] == ["discord"]


def test_one_process_at_a_time_listens(committed):
    first, second = gateways.Lock(), gateways.Lock()
    assert not gateways.is_running()
    try:
        assert first.take()
        assert not second.take()
        assert first.is_held()
        first.close()
        assert not first.is_held()
        assert any(second.take() or time.sleep(0.05) for _ in range(200))  # once Postgres sees it
    finally:
        first.close()
        second.close()


def test_what_is_heard_is_stored_once_the_database_is_back(ready, connected, monkeypatch):
    answers, waited = [OperationalError, OperationalError], []
    take = inbox.take

    def sometimes(*delivery):
        if answers:
            raise answers.pop()
        return take(*delivery)

    monkeypatch.setattr(inbox, "take", sometimes)
    monkeypatch.setattr(gateways.time, "sleep", waited.append)
    gateways.take("toy", HEARD)
    assert waited == [gateways.RETRY_SECONDS] * 2
    with ready.world.acting_as("owner"):
        assert Delivery.objects.get().delivery_id == "d1"


def test_what_cannot_be_stored_does_not_end_the_listening(monkeypatch, db):
    refused = []

    def refuse(kind, incoming):
        refused.append(incoming)
        raise Malformed("no")

    monkeypatch.setattr(inbox, "take", refuse)
    gateways.take("toy", HEARD)
    assert refused == [HEARD]  # and not again


@pytest.mark.parametrize("error", [ValueError, KeyError])
def test_a_bug_ends_it_so_that_it_is_started_anew(monkeypatch, db, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(inbox, "take", fail)
    with pytest.raises(error):
        gateways.take("toy", HEARD)
