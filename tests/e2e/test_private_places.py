"""What is said in a private channel or repository is found by those who are in it, and by nobody
else: not in any list, answer or count, and no longer once they have left."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any, Protocol
from uuid import UUID, uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from connectors.discord.connector import discord
from connectors.discord.fake import FakeDiscord
from connectors.github.connector import github
from connectors.github.fake import FakeGithub
from connectors.live import inbox
from connectors.slack.connector import slack
from connectors.slack.fake import FakeSlack
from lifecycle.reconcile.work import reconcile
from tests.api import session
from tests.connectors.conftest import live
from tests.connectors.discord.listening import Listening
from tests.connectors.live.harness import CALLBACK, Live

__all__ = ["live"]

CANARY = "xylophone"
SAID = (
    "We decided to use Xylophone for the ledger because it is loud.",
    "We decided to use Xylophone for the ledger because it is loud.",
    "We decided to move the ledger from Xylophone to Xylophone Pro instead.",
    "I will send the Xylophone report by next Friday.",
)
ASKED = "What did we decide for the ledger, and what is to be sent?"
TOMORROW = (timezone.now() + timedelta(days=1)).date().isoformat()
MEMBER, OUTSIDERS = "private_owner", ("teammate", "owner", "stranger")

# Where a person may look. Each of them must show a member what is said.
SHOWING: dict[str, tuple[str, dict[str, Any]]] = {
    "search": ("post", {"query": ASKED}),
    "context": ("post", {"query": ASKED}),
    "ask": ("post", {"question": ASKED}),
    "graph": ("get", {}),
    "decisions": ("get", {}),
    "memories": ("get", {}),
    "entities": ("get", {}),
    "recurring": ("get", {"times": 2}),
    "commitments": ("get", {}),
    "digest-preview": ("get", {"period": "day", "before": TOMORROW}),
}
# And these must not give it away by a count either.
COUNTING: dict[str, tuple[str, dict[str, Any]]] = {
    "pipeline": ("get", {}),
    "parked": ("get", {}),
    "unreconciled": ("get", {}),
    "conflicts": ("get", {}),
    "entity-suggestions": ("get", {}),
    "awaiting-ratification": ("get", {}),
    "accuracy": ("get", {}),
    "retrieval-index": ("get", {}),
    "identities": ("get", {}),
    "digests": ("get", {}),
}
OF_ONE = ("decision", "memory", "history", "lineage", "revisions", "related", "ratify")


class Place(Protocol):
    """A service with one place that all see, and one that only its members do."""

    def connect(self, live: Live) -> None: ...
    def say(self, text: str, *, private: bool) -> None: ...
    def leave(self) -> None: ...
    def close(self) -> None:
        """Make private what all could see."""
        ...

    def settle(self, live: Live) -> None: ...


class InSlack:
    def __init__(self, running: ExitStack) -> None:
        self.fake = running.enter_context(FakeSlack())
        self.fake.workspace.id = f"T{uuid4().hex[:8].upper()}"  # limits count by workspace
        self.fake.do_channel("general", members=["private.owner"], momo=True)
        self.fake.do_channel("board", private=True, members=["private.owner", "x"], momo=True)

    def connect(self, live: Live) -> None:
        live.connect(slack, self.fake)

    def say(self, text: str, *, private: bool) -> None:
        self.fake.do_message(text, channel="board" if private else "general", by="x")

    def leave(self) -> None:
        self.fake.do_leave("board", "private.owner")

    def close(self) -> None:
        self.fake.do_make_private("general")

    def settle(self, live: Live) -> None:
        live.settle()


class InGithub:
    def __init__(self, running: ExitStack) -> None:
        self.fake = running.enter_context(FakeGithub(callback_url=CALLBACK))
        self.fake.state.is_live = lambda: False  # nothing happens seconds from now
        self.fake.do_repository("app", members=["tess"])
        self.fake.do_repository("vault", private=True, members=["tess", "x"])

    def connect(self, live: Live) -> None:
        live.connect(github, self.fake)
        self.fake.user = "tess"
        live.link(github, self.fake, MEMBER)

    def say(self, text: str, *, private: bool) -> None:
        repository = "vault" if private else "app"
        self.fake.do_issue("Plans", by="x", text=text, repository=repository)

    def leave(self) -> None:
        self.fake.do_remove_collaborator("tess", repository="vault")

    def close(self) -> None:
        self.fake.do_privatize("app")

    def settle(self, live: Live) -> None:
        live.settle()


class InDiscord:
    def __init__(self, running: ExitStack) -> None:
        self.fake = running.enter_context(FakeDiscord())
        self.fake.do_channel("board", private=True, members=["tess", "x"])
        self.gateway = running.enter_context(Listening(self.fake))
        self.taken, self.told = 0, 1  # events: of the server itself, first

    def connect(self, live: Live) -> None:
        live.connect(discord, self.fake)
        self.fake.rest.me = "tess"
        live.link(discord, self.fake, MEMBER)

    def say(self, text: str, *, private: bool) -> None:
        self.fake.do_message(text, channel="board" if private else "general", by="x")
        self.told += 1

    def leave(self) -> None:
        self.fake.do_leave("tess")
        self.told += 1

    def close(self) -> None:
        self.fake.do_allow("general", who="tess")
        self.fake.do_deny("general")
        self.told += 2

    def settle(self, live: Live) -> None:
        """The gateway's thread has no database: what it heard is passed on here."""
        self.gateway.until(lambda: len(self.gateway.arrived) >= self.told)
        for incoming in self.gateway.arrived[self.taken :]:
            inbox.take("discord", incoming)
        self.taken = len(self.gateway.arrived)
        live.settle()


@pytest.fixture(params=[InSlack, InGithub, InDiscord], ids=["slack", "github", "discord"])
def place(request, monkeypatch) -> Iterator[Place]:
    monkeypatch.setattr("connectors.discord.gateway.IDENTIFY_SECONDS", 0.01)
    monkeypatch.setattr("connectors.discord.client.REQUESTS_A_SECOND", 10_000)
    with ExitStack() as running:
        yield request.param(running)


@pytest.fixture
def connected(live: Live, place: Place) -> Live:
    """With something public that is of no interest here."""
    place.connect(live)
    place.say("We decided to paint the boat blue.", private=False)
    work(live, place)
    return live


def work(live: Live, place: Place) -> None:
    place.settle(live)
    reconcile(live.world.team.id)
    live.settle()


def answers(live: Live, who: str) -> dict[str, str]:
    client = session(live.world, who)
    found = {}
    for name, (method, asked) in (SHOWING | COUNTING).items():
        given = getattr(client, method)(reverse(name), asked)
        assert given.status_code in (200, 403), (name, given.content)
        found[name] = given.content.decode().lower()
    return found


def showing(live: Live, who: str) -> set[str]:
    """Where a person reads of it."""
    return {name for name, text in answers(live, who).items() if CANARY in text}


def decisions(live: Live, who: str) -> list[UUID]:
    return [each.id for each in live.decisions(who) if CANARY in each.title.lower()]


def test_members_find_it_and_nobody_else_can_tell_that_it_is_there(
    connected: Live, place: Place
) -> None:
    before = {who: answers(connected, who) for who in OUTSIDERS}
    for text in SAID:
        place.say(text, private=True)
    work(connected, place)
    assert showing(connected, MEMBER) >= set(SHOWING)
    for who in OUTSIDERS:
        assert answers(connected, who) == before[who], who
    found = decisions(connected, MEMBER)
    assert found
    for memory in found:
        assert reads(connected, MEMBER, memory) == {200}
        for who in OUTSIDERS:
            assert reads(connected, who, memory) == {404}


def test_who_has_left_finds_it_no_longer(connected: Live, place: Place) -> None:
    for text in SAID:
        place.say(text, private=True)
    work(connected, place)
    found = decisions(connected, MEMBER)
    assert showing(connected, MEMBER) >= set(SHOWING)
    place.leave()
    place.settle(connected)
    assert showing(connected, MEMBER) == set()
    for memory in found:
        assert reads(connected, MEMBER, memory) == {404}


def test_what_all_could_see_is_closed_at_once(connected: Live, place: Place) -> None:
    for text in SAID:
        place.say(text, private=False)
    work(connected, place)
    found = decisions(connected, "teammate")
    assert showing(connected, "teammate") >= set(SHOWING)
    assert showing(connected, "stranger") == set()
    place.close()
    place.settle(connected)
    assert showing(connected, MEMBER) >= set(SHOWING)
    for who in OUTSIDERS:
        assert showing(connected, who) == set(), who
        for memory in found:
            assert reads(connected, who, memory) == {404}


def reads(live: Live, who: str, memory: UUID) -> set[int]:
    """How all that tells of one memory answers."""
    client = session(live.world, who)
    return {client.get(reverse(name, kwargs={"memory_id": memory})).status_code for name in OF_ONE}
