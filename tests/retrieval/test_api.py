"""Search, context and answers over REST."""

import json

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from lxml import etree

from momo.platform.tenancy.models import Visibility
from retrieval.answering import answer
from tests.api import ROOT, decision, session, with_key

QUESTION = "Which database do we use for billing?"


@pytest.fixture
def client(world):
    decision(
        world, "owner", "Use Postgres as the database for billing",
        summary="Postgres is the database for billing.", quote="We use Postgres for billing.",
    )  # fmt: skip
    decision(world, "private_owner", "Use Redis for billing", visibility=Visibility.PRIVATE)
    return session(world, "teammate")


def _events(body):
    for block in body.strip().split("\n\n"):
        name, data = block.split("\n")
        yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_search_finds_what_the_reader_may_see(client):
    found = client.post(f"{ROOT}/search", {"query": QUESTION}).json()
    assert [r["title"] for r in found["results"]] == ["Use Postgres as the database for billing"]
    assert found["results"][0]["holds"] == "holds"
    assert found["explanation"] is None


def test_search_explains_itself_when_asked(client):
    found = client.post(f"{ROOT}/search", {"query": QUESTION, "explain": True}).json()
    assert "billing" in found["explanation"]["terms"]
    signals = found["results"][0]["signals"]
    assert {"cosine", "timeliness", "recency"} <= set(signals)
    assert signals["in_time"] is False


def test_search_takes_filters(client):
    def titles(**filters):
        body = {"query": QUESTION, "filters": filters}
        return [r["title"] for r in client.post(f"{ROOT}/search", body).json()["results"]]

    assert titles(kinds=["fact"]) == []
    assert titles(until="2020-01-01T00:00:00Z") == []
    assert len(titles(statuses=["decided"], sources=["manual"])) == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "query"),
        ({"query": "x", "filters": {"colour": "red"}}, "filters.colour"),
        ({"query": "x", "filters": {"kinds": ["poem"]}}, "filters.kinds.0"),
        ({"query": "x", "limit": 1000}, "limit"),
        ({"query": "x" * 5000}, "query"),
    ],
)
def test_what_is_wrong_with_a_search_is_named(client, body, field):
    response = client.post(f"{ROOT}/search", body)
    assert response.status_code == 400
    assert [e["field"] for e in response.json()["errors"]] == [field]


def test_context_keeps_to_its_tokens(client):
    packed = client.post(f"{ROOT}/context", {"query": QUESTION}).json()
    assert "Use Postgres" in packed["text"]
    assert [s["number"] for s in packed["sources"]] == [1]
    tiny = client.post(f"{ROOT}/context", {"query": QUESTION, "max_tokens": 1}).json()
    assert (tiny["sources"], tiny["dropped"]) == ([], 1)


def test_context_keeps_to_its_bytes(client):
    whole = client.post(f"{ROOT}/context", {"query": QUESTION}).json()
    assert whole["bytes"] == len(whole["text"].encode())
    body = {"query": QUESTION, "max_bytes": whole["bytes"] - 1}
    less = client.post(f"{ROOT}/context", body).json()
    assert less["bytes"] < whole["bytes"]
    assert less["shortened"] + less["dropped"] == 1


def test_context_comes_as_xml_when_asked_for(client):
    packed = client.post(f"{ROOT}/context", {"query": QUESTION, "format": "xml"}).json()
    root = etree.fromstring(packed["text"])
    assert packed["format"] == "xml"
    assert root.findtext("query") == QUESTION
    assert root.findtext("memories/memory/content") == "Use Postgres as the database for billing"


@pytest.mark.parametrize("bad", [{"format": "yaml"}, {"max_bytes": -1}, {"max_tokens": "many"}])
def test_what_is_wrong_with_a_context_is_named(client, bad):
    response = client.post(f"{ROOT}/context", {"query": QUESTION} | bad)
    assert response.status_code == 400
    assert [e["field"] for e in response.json()["errors"]] == list(bad)


def test_an_answer_cites_what_it_rests_on(client):
    told = client.post(f"{ROOT}/ask", {"question": QUESTION}).json()
    assert told["known"]
    assert "Postgres" in told["text"]
    assert [c["quote"] for c in told["citations"]] == ["We use Postgres for billing."]


def test_an_answer_says_when_nothing_is_known(client):
    told = client.post(f"{ROOT}/ask", {"question": "Who won the 1998 world cup?"}).json()
    assert (told["known"], told["citations"]) == (False, [])


def test_an_answer_comes_as_events_when_asked_for(client):
    response = client.post(
        f"{ROOT}/ask", {"question": QUESTION}, headers={"Accept": "text/event-stream"}
    )
    assert response["Content-Type"] == "text/event-stream"
    events = list(_events(response.getvalue().decode()))
    assert [name for name, _ in events] == ["sources", "piece", "done"]
    assert events[1][1]["text"] == events[2][1]["text"]


def test_what_is_wrong_is_told_as_a_problem_to_one_who_wants_events(client):
    response = client.post(f"{ROOT}/ask", {}, headers={"Accept": "text/event-stream"})
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["status"] == 400


def test_a_stream_that_breaks_ends_with_a_problem(client, monkeypatch):
    def broken(*_, **__):
        yield answer.Piece("We ")
        raise ValueError("what someone wrote")

    monkeypatch.setattr(answer, "ask_stream", broken)
    response = client.post(
        f"{ROOT}/ask", {"question": QUESTION}, headers={"Accept": "text/event-stream"}
    )
    events = list(_events(response.getvalue().decode()))
    assert [name for name, _ in events] == ["piece", "problem"]
    assert events[1][1]["status"] == 500
    assert "what someone wrote" not in json.dumps(events)


def test_under_asgi_events_come_one_by_one(committed_world):
    decision(committed_world, "owner", "Use Postgres as the database for billing")
    authorization = with_key(committed_world, "owner").defaults["HTTP_AUTHORIZATION"]

    async def ask():
        response = await AsyncClient().post(
            f"{ROOT}/ask",
            json.dumps({"question": QUESTION}),
            content_type="application/json",
            headers={"Accept": "text/event-stream", "Authorization": authorization},
        )
        return [part.decode() async for part in response.streaming_content]

    parts = async_to_sync(ask)()
    assert [name for part in parts for name, _ in _events(part)] == ["sources", "piece", "done"]
    assert len(parts) == 3
