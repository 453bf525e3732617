"""Narrowing a list of decisions down."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from connectors.contract import Person
from decisions import services
from decisions.extraction.contract import EntityType, Mention
from decisions.models import Memory
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, decision, session


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _titles(client, **query):
    response = client.get(f"{ROOT}/decisions", query)
    assert response.status_code == 200, response.content
    return {item["title"] for item in response.json()["items"]}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"tags_all": ["a", "b"]}, {"One"}),
        ({"tags_any": ["a", "c"]}, {"One", "Two", "Three"}),
        ({"tags_none": ["b"]}, {"Two", "Three", "Four"}),
        ({"tags_any": ["a"], "tags_none": ["b"]}, {"Two"}),
        ({"type": ["approval", "rejection"]}, {"Two", "Three"}),
        ({"status": ["pending", "reversed"]}, {"Three"}),
        ({"holds": ["pending"]}, {"Three"}),
        ({"holds": ["holds"]}, {"One", "Two", "Four"}),
        ({"confidence": ["low"]}, {"Four"}),
        ({"visibility": ["private"]}, {"Four"}),
        ({"source": ["manual", "slack"]}, {"One", "Two", "Three", "Four"}),
        ({"source": ["slack"]}, set()),
        ({"person": "ada"}, {"One"}),
        ({"project": "atlas"}, {"Two"}),
        ({"entity": "Atlas"}, {"Two"}),
        ({"due": "overdue"}, {"One"}),
        ({"due": "week"}, {"Two"}),
        ({"due": "any"}, {"One", "Two", "Three"}),
        ({"archived": "false"}, {"One", "Two", "Three", "Four"}),
        ({"archived": "true"}, set()),
    ],
)
def test_each_filter_lets_through_what_it_names(world, owner, query, found):
    today = timezone.now().date()
    decision(
        world, "owner", "One", tags=("a", "b"), people=(Person(name="Ada Byron"),),
        due_on=today - timedelta(days=1),
    )  # fmt: skip
    decision(
        world, "owner", "Two", tags=("a",), decision_type="approval",
        entities=(Mention("Atlas", EntityType.PROJECT),), due_on=today + timedelta(days=2),
    )  # fmt: skip
    decision(
        world, "owner", "Three", tags=("c",), decision_type="rejection", status="pending",
        due_on=today - timedelta(days=1),
    )  # fmt: skip
    decision(world, "owner", "Four", confidence="low", visibility=Visibility.PRIVATE)
    assert _titles(owner, **query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("postg", {"Use Postgres"}),
        ("decisio", {"A decision of style"}),  # longer than the stem that is kept
        ("use queu", {"Use the queue"}),
        ("queue use", {"Use the queue"}),
        ("post ", set()),  # a space ends a word
        ("post", {"Use Postgres"}),
        ("the ", {"Use Postgres", "Use the queue", "A decision of style"}),  # says nothing
        ('"the queue" ', {"Use the queue"}),
        ("use -postgres", {"Use the queue"}),
        ("100%", set()),
        ("100_", set()),
        ("'; --", {"Use Postgres", "Use the queue", "A decision of style"}),
    ],
)
def test_words_are_found_while_they_are_typed(world, owner, query, found):
    for title in ("Use Postgres", "Use the queue", "A decision of style"):
        decision(world, "owner", title)
    assert _titles(owner, q=query) == found


def test_asked_for_a_time_a_list_says_what_held_then(world, owner):
    old = decision(world, "owner", "Old", decided_at=datetime(2026, 1, 1, tzinfo=UTC))
    new = decision(world, "owner", "New", decided_at=datetime(2026, 3, 1, tzinfo=UTC))
    with world.acting_as("owner"):
        services.supersede_decision(old, new)
    assert _titles(owner, holds="holds") == {"New"}
    assert _titles(owner, holds="holds", as_of="2026-02-01T00:00:00Z") == {"Old"}
    assert _titles(owner, as_of="2026-02-01T00:00:00Z") == {"Old"}
    then = owner.get(f"{ROOT}/decisions", {"as_of": "2026-02-01T00:00:00Z"}).json()["items"]
    now = owner.get(f"{ROOT}/decisions", {"until": "2026-02-01T00:00:00Z"}).json()["items"]
    assert [item["holds"] for item in (*then, *now)] == ["holds", "superseded"]


@pytest.mark.parametrize(
    ("sort", "titles"),
    [
        ("newest", ["C", "B", "A"]),
        ("oldest", ["A", "B", "C"]),
        ("importance", ["B", "C", "A"]),
        ("updated", ["A", "C", "B"]),
    ],
)
def test_pages_follow_each_other_in_every_order(world, owner, sort, titles):
    for n, (title, importance) in enumerate((("A", 0.1), ("B", 0.9), ("C", 0.5)), 1):
        decision(
            world, "owner", title, importance=importance,
            decided_at=datetime(2026, n, 1, tzinfo=UTC),
        )  # fmt: skip
    with world.acting_as("owner"):
        Memory.objects.filter(title="A").update(updated_at=timezone.now())
    seen, cursor = [], {}
    while True:
        page = owner.get(f"{ROOT}/decisions", {"sort": sort, "limit": 1, **cursor}).json()
        seen += [item["title"] for item in page["items"]]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert seen == titles


@pytest.mark.parametrize("given", ["", "null", "maybe"])
def test_what_is_neither_true_nor_false_is_refused(owner, given):
    assert owner.get(f"{ROOT}/decisions", {"archived": given}).status_code == 400


def test_a_cursor_of_another_order_is_refused(world, owner):
    for n in range(2):
        decision(world, "owner", str(n))
    cursor = owner.get(f"{ROOT}/decisions", {"limit": 1}).json()["next"]
    response = owner.get(f"{ROOT}/decisions", {"cursor": cursor, "sort": "oldest"})
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "cursor"
