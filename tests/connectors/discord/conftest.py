"""A Discord of our own, and a connection to it that is driven by hand."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.discord.connector import discord
from connectors.discord.fake import FakeDiscord
from connectors.live.contract import Incoming, Page
from connectors.live.session import Session
from tests.connectors.live.sessions import make_session


@pytest.fixture
def fake() -> Iterator[FakeDiscord]:
    with FakeDiscord() as service:
        yield service


@dataclass
class Hand:
    """Drives the connector as the engine does, and keeps what it brought."""

    fake: FakeDiscord
    session: Session
    readings: list[SourceRecord | Refusal] = field(default_factory=list)
    cursor: Any = None
    emptied: list[str] = field(default_factory=list)
    closed: dict[str, Any] = field(default_factory=dict)

    def backfill(self) -> "Hand":
        cursor = None
        while True:
            page = discord.backfill(self.session, cursor)
            self.readings += page.readings
            if page.cursor is None:
                return self
            cursor = json.loads(json.dumps(page.cursor))

    def poll(self) -> "Hand":
        while True:
            page = discord.poll(self.session, self.cursor)
            self.readings += page.readings
            self.cursor = json.loads(json.dumps(page.cursor))
            self.closed |= page.closed
            self.emptied += page.emptied
            if not page.more:
                return self

    def acl(self) -> dict[str, set[str]]:
        """Who may read each closed place, by name."""
        found, cursor = {}, None
        while True:
            page = discord.refresh_acl(self.session, cursor)
            found |= {each.name: {p.name for p in each.members} for each in page.audiences}
            cursor = json.loads(json.dumps(page.cursor))
            if cursor is None:
                return found

    def receive(self, event: str, /, at: datetime | None = None, **data: Any) -> Page:
        body = json.dumps({"t": event, "d": data}).encode()
        at = at or datetime.now(UTC)
        page = discord.receive(
            self.session, Incoming(self.session.account_id, "x", event, body, at)
        )
        self.readings += page.readings
        return page

    @property
    def records(self) -> list[SourceRecord]:
        return [each for each in self.readings if isinstance(each, SourceRecord)]

    @property
    def texts(self) -> list[str]:
        return [record.raw.decode() for record in self.records]

    @property
    def refusals(self) -> list[Refusal]:
        return [each for each in self.readings if isinstance(each, Refusal)]

    def id(self, name: str) -> str:
        return self.fake.world.named[name][1]

    def place(self, name: str) -> str:
        return self.fake.world.places[name]


def event_of(hand: Hand, name: str) -> dict[str, Any]:
    """A message as the gateway tells of it when it is new."""
    channel, key = hand.fake.world.named[name]
    return hand.fake.world.messages[channel][key] | {"guild_id": hand.session.account_id}


def about(hand: Hand, name: str, key: str = "message_id") -> dict[str, Any]:
    """Any other event of a message: its ids."""
    channel, message = hand.fake.world.named[name]
    return {"channel_id": channel, key: message, "guild_id": hand.session.account_id}


@pytest.fixture
def connect(fake: FakeDiscord) -> Callable[..., Hand]:
    def connected(**how: Any) -> Hand:
        guild = fake.world.guild["id"]
        session = make_session(discord, fake.app_settings(), account_id=guild, **how)
        return Hand(fake, session)

    return connected


@pytest.fixture
def hand(connect: Callable[..., Hand]) -> Hand:
    return connect()
