"""Trying settings on one's own questions: side by side, and nothing is stored."""

from datetime import timedelta

from django.utils import timezone

from momo.platform.audit.models import AuditEvent
from retrieval.models import RetrievalSettings
from tests.api import as_agent, decision, session

ADDRESS = "/api/v1/retrieval/preview"


def ask(world, who, changes, *queries):
    body = {"queries": list(queries) or ["Which database?"], "changes": changes}
    return session(world, who).post(ADDRESS, body)


def places(side):
    return [(each["title"], each["place"], each["other"]) for each in side]


def test_both_orders_are_shown_with_how_each_result_moves(world):
    long_ago = timezone.now() - timedelta(days=300)
    decision(world, "owner", "Database is Postgres", decided_at=long_ago)
    decision(world, "owner", "Lunch at noon, the database team too")
    item = ask(world, "owner", {"parameters": {"recency_weight": 0.6}}).json()["items"][0]
    before, after = item["current"], item["proposed"]
    assert {each["id"] for each in before} == {each["id"] for each in after}
    for each in before:
        assert after[each["other"] - 1]["id"] == each["id"]


def test_without_changes_nothing_moves(world):
    decision(world, "owner")
    item = ask(world, "teammate", {}, "Postgres").json()["items"][0]
    assert item["current"] == item["proposed"]
    assert places(item["current"]) == [("Use Postgres", 1, 1)]


def test_nothing_is_stored(world):
    decision(world, "owner")
    assert ask(world, "owner", {"backend": "lexical", "graph": "hops"}).status_code == 200
    with world.acting_as("owner"):
        assert not RetrievalSettings.objects.exclude(backend="").exists()
        assert not AuditEvent.objects.filter(action__startswith="retrieval_settings").exists()


def test_each_sees_their_own_alone(world):
    decision(world, "private_owner", "Postgres in secret", visibility="private")
    assert ask(world, "private_owner", {}, "Postgres").json()["items"][0]["current"]
    for who in ("owner", "teammate", "stranger"):
        assert ask(world, who, {}, "Postgres").json()["items"][0]["current"] == []


def test_what_is_not_known_or_too_much_is_refused(world):
    assert ask(world, "owner", {"parameters": {"recency_weight": 2}}).status_code == 400
    assert ask(world, "owner", {}, *["x"] * 6).status_code == 400
    assert (
        as_agent(world, "write").post(ADDRESS, {"queries": ["x"], "changes": {}}).status_code == 403
    )
