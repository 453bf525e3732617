"""No endpoint tells one team, or one person, of another's things. A new endpoint needs a case."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from rest_framework.test import APIClient

from momo.platform.rest.problems import NOTHING_THERE
from tests.api import as_agent, missing, session
from tests.lived_in import lived_in, undone

SOME_ID = "00000000-0000-7000-8000-000000000000"
METHODS = ("get", "post", "put", "patch", "delete")
OPEN = {
    ("healthz", "get"), ("schema", "get"), ("docs", "get"), ("show-invitation", "post"),
    ("unsubscribe", "get"), ("unsubscribe", "post"), ("web", "get"), ("web-page", "get"),
    ("connector-callback", "get"), ("webhook", "post"),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """`thing` is in the address, and what is `also` there, by its name or as it stands; `body` may
    hold a thing's name instead of an id."""

    name: str
    method: str = "get"
    argument: str = ""
    thing: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    private: bool = True  # whether one member may have such a thing alone
    also: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


ACCOUNT = [
    Case("me"),
    Case("me", "patch", body={"name": "Grace"}),
    Case("choose-team", "post", body={"team": "lighthouse"}),
    Case("teams"),
    Case("teams", "post", body={"name": "Third"}),
    Case("accept-invitation", "post", body={"token": "x"}),
]
COLLECTIONS = [
    Case("members", private=False),
    Case("invitations", private=False),
    Case("invitations", "post", body={"email": "new@momo.example"}, private=False),
    Case("agents", private=False),
    Case("agents", "post", body={"name": "bot"}, private=False),
    Case("keys"),
    Case("keys", "post", body={"name": "mine"}),
    Case("audit", private=False),
    Case("audit-verification", private=False),
    Case("audit-actions", private=False),
    Case("audit-export", private=False),
    Case("extraction-tallies", private=False),
    Case("usage", private=False),
    Case("budgets", private=False),
    Case("budgets", "put", body={"budgets": []}, private=False),
    Case("sources", private=False),
    Case("connectors", private=False),
    Case("authorizations", "post", body={"purpose": "link"}, also={"kind": "toy"}),
    Case("identities", private=False),
    Case(
        "identities",
        "put",
        private=False,
        body={"source": "toy", "external_id": "u1", "principal_id": SOME_ID},
    ),
    Case("integrations"),
    Case("sync-runs"),
    Case("sync-runs", "post", body={}),
    Case("uploads", "post", body={}),
    Case("pipeline"),
    Case("parked"),
    Case("unreconciled"),
    Case("retry-all-parked", "post"),
    Case("memories"),
    Case("memories", "post", body={"title": "Mine"}),
    Case("decisions"),
    Case("decisions", "post", body={"title": "Mine"}),
    Case("decision-facets"),
    Case("export-decisions"),
    Case("saved-views"),
    Case("saved-views", "post", body={"name": "Mine", "query": {}}),
    Case("change-decisions", "post", body={"filter": {}, "change": {"tags_add": ["x"]}}),
    Case("search", "post", body={"query": "Use Postgres"}),
    Case("context", "post", body={"query": "Use Postgres"}),
    Case("ask", "post", body={"question": "Do we use Postgres?"}),
    Case("conversations"),
    Case("conversations", "post", body={"title": "Mine"}),
    Case("answer-accuracy"),
    Case("demo", "post", private=False),
    Case("graph"),
    Case("find-graph-nodes", body={"q": "Use Postgres"}),
    Case("export-graph"),
    Case("dashboard"),
    Case("entities"),
    Case("entity-suggestions"),
    Case("retrieval-settings", private=False),
    Case("retrieval-settings", "patch", body={"graph": "hops"}, private=False),
    Case("retrieval-index"),
    Case("retrieval-preview", "post", body={"queries": ["Use Postgres"], "changes": {}}),
    Case("providers", private=False),
    Case("test-providers", "post", private=False),
    Case("thresholds", private=False),
    Case("inbox"),
    Case("conflicts"),
    Case("recurring"),
    Case("digests"),
    Case("digest-preview"),
    Case("digest-subscriptions"),
    Case("digest-subscriptions", "post", body={"cadence": "day"}),
    Case("commitments"),
    Case("erasures", "post", body={"person": "ada@momo.example"}),
    Case("webhook-endpoints", private=False),
    Case(
        "webhook-endpoints",
        "post",
        body={"url": "https://momo.example", "events": ["x"]},
        private=False,
    ),
    Case("retention"),
    Case("retention", "post", body={"days": 365, "action": "erase", "private": True}),
    Case("preview-retention", "post", body={"days": 1, "action": "erase"}),
    Case("legal-holds", private=False),
    Case("legal-holds", "post", body={"reason": "Case 7"}, private=False),
    Case("awaiting-ratification"),
    Case("accuracy"),
]
_IN_CONVERSATION = {"conversation_id": "conversation"}
OBJECTS = [
    Case("team", "get", "team_id", "team", private=False),
    Case("team", "patch", "team_id", "team", {"name": "Taken over"}, private=False),
    Case("member", "get", "user_id", "member", private=False),
    Case("member", "patch", "user_id", "member", {"role": "admin"}, private=False),
    Case("member", "delete", "user_id", "member", private=False),
    Case("invitation", "delete", "invitation_id", "invitation", private=False),
    Case("resend-invitation", "post", "invitation_id", "invitation", private=False),
    Case("agent", "get", "agent_id", "agent", private=False),
    Case("agent", "patch", "agent_id", "agent", {"name": "Taken over"}, private=False),
    Case("agent", "delete", "agent_id", "agent", private=False),
    Case("key", "get", "key_id", "key"),
    Case("key", "patch", "key_id", "key", {"name": "Taken over"}),
    Case("key", "delete", "key_id", "key"),
    Case("rotate-key", "post", "key_id", "key"),
    Case("sync-run", "get", "run_id", "run"),
    Case("run-events", "get", "run_id", "run"),
    Case("stop-run", "post", "run_id", "run"),
    Case("upload", "delete", "upload_id", "upload"),
    Case("conversation", "get", "conversation_id", "conversation"),
    Case("conversation", "patch", "conversation_id", "conversation", {"title": "Mine"}),
    Case("conversation", "delete", "conversation_id", "conversation"),
    Case("exchanges", "get", "conversation_id", "conversation"),
    Case("ask-in-conversation", "post", "conversation_id", "conversation", {"question": "Why?"}),
    Case("share-conversation", "post", "conversation_id", "conversation"),
    Case("share-conversation", "delete", "conversation_id", "conversation"),
    Case("retry-exchange", "post", "exchange_id", "exchange", also=_IN_CONVERSATION),
    Case(
        "answer-feedback", "put", "exchange_id", "exchange", {"thumb": "up"}, also=_IN_CONVERSATION
    ),
    Case("answer-feedback", "delete", "exchange_id", "exchange", also=_IN_CONVERSATION),
    Case("shared-conversation", "get", "link", "link", private=False),
    Case("shared-exchanges", "get", "link", "link", private=False),
    Case(
        "complete-authorization",
        "post",
        "authorization_id",
        "authorization",
        {"code": "x"},
        also={"kind": "toy"},
    ),
    Case("integration", "get", "integration_id", "connected"),
    Case("integration", "patch", "integration_id", "connected", {"name": "Taken over"}),
    Case("integration-events", "get", "integration_id", "connected"),
    Case("pause-integration", "post", "integration_id", "connected"),
    Case("resume-integration", "post", "integration_id", "connected"),
    Case("sync-integration", "post", "integration_id", "connected"),
    Case("choices", "get", "integration_id", "connected"),
    Case("choices", "put", "integration_id", "connected", {"ids": None}),
    Case("integration-progress", "get", "integration_id", "connected"),
    Case("deliveries", "get", "integration_id", "connected"),
    Case("retry-delivery", "post", "delivery_id", "delivery", also={"integration_id": "connected"}),
    Case("disconnect-integration", "post", "integration_id", "connected", {"items": "keep"}),
    Case("identity", "delete", "identity_id", "identity", private=False),
    Case("retry-parked", "post", "item_id", "item"),
    Case("memory", "get", "memory_id", "memory"),
    Case("memory", "patch", "memory_id", "memory", {"title": "Changed"}),
    Case("memory", "delete", "memory_id", "memory"),
    Case("decision", "get", "memory_id", "memory"),
    Case("decision", "patch", "memory_id", "memory", {"title": "Changed"}),
    Case("decision", "delete", "memory_id", "memory"),
    Case("saved-view", "get", "view_id", "saved_view"),
    Case("saved-view", "patch", "view_id", "saved_view", {"name": "Changed"}),
    Case("saved-view", "delete", "view_id", "saved_view"),
    Case("supersede", "post", "memory_id", "older", {"by": "memory"}),
    Case("undo-supersession", "post", "memory_id", "older"),
    Case("reverse", "post", "memory_id", "memory"),
    Case("restore", "post", "memory_id", "memory"),
    Case("ratify", "get", "memory_id", "memory"),
    Case("ratify", "post", "memory_id", "memory", {"verdict": "confirm"}),
    Case("ratify", "delete", "memory_id", "memory"),
    Case("history", "get", "memory_id", "memory"),
    Case("revisions", "get", "memory_id", "memory"),
    Case("lineage", "get", "memory_id", "memory"),
    Case("related", "get", "memory_id", "memory"),
    Case("graph-neighborhood", "get", "node_id", "memory"),
    Case("entity", "get", "entity_id", "entity"),
    Case("merge-entities", "post", "entity_id", "entity", {"other": "other_entity"}),
    Case("split-entity", "post", "entity_id", "entity", {"names": [SOME_ID]}),
    Case("answer-entity-suggestion", "post", "suggestion_id", "suggestion", {"same": True}),
    Case("undo-entity-act", "post", "act", "entity_act"),
    Case("webhook-endpoint", "get", "endpoint_id", "endpoint", private=False),
    Case("webhook-endpoint", "patch", "endpoint_id", "endpoint", {"active": False}, private=False),
    Case("webhook-endpoint", "delete", "endpoint_id", "endpoint", private=False),
    Case("rotate-webhook-secret", "post", "endpoint_id", "endpoint", private=False),
    Case("test-webhook", "post", "endpoint_id", "endpoint", private=False),
    Case("webhook-deliveries", "get", "endpoint_id", "endpoint", private=False),
    Case(
        "redeliver-webhook",
        "post",
        "delivery_id",
        "told",
        private=False,
        also={"endpoint_id": "endpoint"},
    ),
    Case("retention-policy", "get", "policy_id", "policy"),
    Case("retention-policy", "delete", "policy_id", "policy"),
    Case("release-hold", "post", "hold_id", "hold", private=False),
    Case("resolve-conflict", "post", "conflict_id", "conflict", {"holds": "both"}),
    Case("reopen-conflict", "post", "conflict_id", "conflict"),
    Case("digest-subscription", "get", "subscription_id", "subscription"),
    Case("digest-subscription", "patch", "subscription_id", "subscription", {"hour": 9}),
    Case("digest-subscription", "delete", "subscription_id", "subscription"),
    Case("send-digest", "post", "subscription_id", "subscription"),
    Case("close-commitment", "post", "memory_id", "commitment"),
    Case("reopen-commitment", "post", "memory_id", "commitment"),
]
ALL = [*ACCOUNT, *COLLECTIONS, *OBJECTS]


def _endpoints(patterns: list[Any] | None = None) -> Iterator[tuple[str, str]]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if str(pattern.pattern) == "_allauth/":
            continue  # of persons, not of teams: tests/platform/accounts has them
        if isinstance(pattern, URLResolver):
            yield from _endpoints(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "cls", None) or getattr(
                pattern.callback, "view_class", None
            )
            for method in METHODS:
                if hasattr(view, method) if view else method == "get":
                    yield pattern.name or "", method


def test_every_endpoint_has_a_case():
    assert {(case.name, case.method) for case in ALL} | OPEN == set(_endpoints())


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker):
    with lived_in(django_db_blocker) as kept:
        yield kept


@pytest.fixture
def world(lasting, django_db_blocker):
    """The four people and their things, as they were before each test."""
    with django_db_blocker.unblock(), undone():
        yield lasting[0]


@pytest.fixture
def things(lasting):
    """What the team shares, and one member's own."""
    return lasting[1:]


def _ask(client: APIClient, case: Case, ids: Any = None, at: UUID | None = None):
    kwargs = {case.argument: at or ids[case.thing]} if case.argument else {}
    kwargs |= {name: _part(name, value, ids) for name, value in case.also.items()}
    body = {
        name: str(ids[value]) if ids and str(value) in getattr(ids, "ids", {}) else value
        for name, value in case.body.items()
    }
    return getattr(client, case.method)(reverse(case.name, kwargs=kwargs), body or None)


def _part(name: str, value: str, ids: Any) -> Any:
    if name.endswith("_id"):
        return ids[value] if ids else missing()
    return value


@pytest.mark.parametrize("case", ALL, ids=str)
def test_nobody_gets_in_without_signing_in(case, world):
    response = _ask(APIClient(), case, at=missing())
    assert response.status_code == 401
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("case", OBJECTS, ids=str)
def test_a_stranger_cannot_tell_a_thing_from_a_missing_one(case, world, things):
    stranger, (shared, private) = session(world, "stranger"), things
    nothing = _ask(stranger, case, shared, at=missing())
    assert (nothing.status_code, nothing.json()["detail"]) == (404, NOTHING_THERE)
    for ids in (shared, private):
        if case.thing in ids.ids:
            response = _ask(stranger, case, ids)
            assert (response.status_code, response.content) == (404, nothing.content)


@pytest.mark.parametrize("case", COLLECTIONS, ids=str)
def test_a_stranger_finds_nothing_of_the_team(case, world, things):
    response = _ask(session(world, "stranger"), case)
    assert response.status_code < 500
    _tells_nothing_of(response, *things)


@pytest.mark.parametrize("who", ["owner", "teammate", "agent"])
@pytest.mark.parametrize("case", [c for c in OBJECTS if c.private], ids=str)
def test_a_private_thing_is_missing_for_everyone_else(case, who, world, things):
    if case.thing == "key" and who == "owner":
        return  # admins manage any key
    client = as_agent(world) if who == "agent" else session(world, who)
    nothing = _ask(client, case, things[1], at=missing())
    assert (nothing.status_code, nothing.json()["detail"]) == (404, NOTHING_THERE)
    response = _ask(client, case, things[1])
    assert (response.status_code, response.content) == (404, nothing.content)


@pytest.mark.parametrize("who", ["teammate", "agent"])
@pytest.mark.parametrize("case", COLLECTIONS, ids=str)
def test_lists_leave_out_what_is_private_to_someone_else(case, who, world, things):
    client = as_agent(world) if who == "agent" else session(world, who)
    response = _ask(client, case)
    assert response.status_code < 500
    _tells_nothing_of(response, things[1])


@pytest.mark.parametrize("who", ["teammate", "agent"])
@pytest.mark.parametrize(
    ("name", "thing"),
    [("integrations", "integration"), ("integrations", "connected"), ("identities", "identity"),
     ("sync-runs", "run"), ("parked", "item"),
     ("memories", "memory"), ("decisions", "memory"),
     ("search", "memory"), ("context", "memory"), ("ask", "memory"),
     ("graph", "memory"), ("find-graph-nodes", "memory"), ("export-graph", "memory"),
     ("conflicts", "conflict"), ("commitments", "commitment"),
     ("digest-preview", "commitment"), ("digest-subscriptions", "subscription")],
)  # fmt: skip
def test_lists_have_what_is_shared(name, thing, who, world, things):
    client = as_agent(world) if who == "agent" else session(world, who)
    case = next(case for case in COLLECTIONS if case.name == name)
    assert str(things[0][thing]) in _ask(client, case).content.decode()


def test_the_backlog_counts_only_what_the_reader_sees(world, things):
    def parked(who):
        return session(world, who).get(reverse("pipeline")).json()["backfill"]["parked"]

    assert (parked("private_owner"), parked("teammate"), parked("stranger")) == (2, 1, 0)


def test_another_teams_name_in_the_header_is_like_no_team(world):
    stranger = session(world, "stranger")
    answers = [
        stranger.get(reverse("memories"), headers={"X-Momo-Team": name})
        for name in ("lighthouse", "no-such-team")
    ]
    assert [answer.status_code for answer in answers] == [404, 404]


def _tells_nothing_of(response, *owned):
    text = response.getvalue().decode()
    assert [name for ids in owned for name, id_ in ids.ids.items() if str(id_) in text] == []
