"""Which models serve a team, how they do, and trying them."""

from decimal import Decimal

import pytest
from django.urls import reverse

from momo.platform import breaker
from momo.platform.ai import AIConfig
from momo.platform.ai.models import ModelUsage
from momo.platform.ai.prices import Price
from tests.api import session


@pytest.fixture
def shown(world):
    def show(who="owner"):
        items = session(world, who).get(reverse("providers")).json()["items"]
        return {each["purpose"]: each for each in items}

    return show


def attempt(world, who="owner"):
    items = session(world, who).post(reverse("test-providers")).json()["items"]
    return {each["purpose"]: each for each in items}


def test_offline_both_work_here(world, shown):
    told = shown()
    assert (told["chat"]["model"], told["chat"]["offline"]) == ("rules", True)
    assert (told["embedding"]["model"], told["embedding"]["host"]) == ("wordllama-256", "")
    assert all(each["ok"] for each in attempt(world).values())
    with world.acting_as("owner"):
        assert not ModelUsage.objects.exists()


def test_a_server_is_told_by_its_host_and_never_by_its_key(world, settings):
    settings.MOMO_AI = AIConfig(base_url="http://me:secret@127.0.0.1:9/v1", api_key="sk-hidden")
    settings.MOMO_PRICES = {"gpt-4o-mini": Price(Decimal("0.15"), Decimal("0.6"))}
    answer = session(world, "owner").get(reverse("providers"))
    chat, embedding = answer.json()["items"]
    assert (chat["host"], chat["offline"], Decimal(chat["price"]["input"])) == (
        "127.0.0.1:9", False, Decimal("0.15"),
    )  # fmt: skip
    assert embedding["price"] is None
    assert b"secret" not in answer.content
    assert b"sk-hidden" not in answer.content


def test_a_trial_asks_both_and_is_counted(world, settings, config, fake):
    settings.MOMO_AI = config(chat_model="chat-1", embedding_model="embed-1")
    tried = attempt(world)
    assert {purpose: each["error"] for purpose, each in tried.items()} == {
        "chat": "",
        "embedding": "",
    }
    assert all(each["seconds"] > 0 for each in tried.values())
    with world.acting_as("owner"):
        assert set(ModelUsage.objects.values_list("model", flat=True)) == {"chat-1", "embed-1"}
    assert attempt(world)["embedding"]["seconds"] > 0
    with world.acting_as("owner"):  # no cache answered in its place
        assert ModelUsage.objects.get(model="embed-1").calls == 2


def test_what_cannot_be_reached_is_told_and_its_circuit_opens(world, settings, shown):
    settings.MOMO_AI = AIConfig(
        base_url="http://127.0.0.1:9/v1", max_attempts=1, chat_model="chat-2",
        embedding_model="embed-2",
    )  # fmt: skip
    for _ in range(breaker.FAILURES_TO_OPEN):
        tried = attempt(world)
    assert "cannot be reached" in tried["chat"]["error"]
    told = shown()["chat"]
    assert (told["circuit"], told["failures"]) == ("open", breaker.FAILURES_TO_OPEN)
    assert told["last_failure"] == "APIConnectionError"
    assert 0 < told["retry_after"] <= breaker.SECONDS_OPEN


def test_they_are_shown_to_admins_alone(world):
    for who, status in (("owner", 200), ("teammate", 403), ("stranger", 200)):
        assert session(world, who).get(reverse("providers")).status_code == status
        assert session(world, who).post(reverse("test-providers")).status_code == status
