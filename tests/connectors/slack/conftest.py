from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.live.contract import Cursor, Incoming, Page
from connectors.live.session import Session
from connectors.slack.connector import slack
from connectors.slack.fake import FakeSlack
from connectors.slack.fake.workspace import BOT
from tests.connectors.live.sessions import make_session

TOKEN = "xoxb-given"


@dataclass
class Clock:
    """The time, for the fake and for the connector."""

    at: float = datetime(2026, 3, 2, 9, tzinfo=UTC).timestamp()

    def __call__(self) -> float:
        return self.at

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fake(clock: Clock) -> Iterator[FakeSlack]:
    """A workspace with a public channel that Momo is in, and a token for it."""
    with FakeSlack() as service:
        service.workspace.clock = clock
        service.access.tokens[TOKEN] = None
        service.do_channel("general", members=["jane", "tom"], momo=True)
        yield service


@pytest.fixture
def new_session(fake: FakeSlack, clock: Clock) -> Callable[..., Session]:
    """A session in a process that knows nothing of the workspace yet."""

    def make(**fields: Any) -> Session:
        credentials = fields.pop("credentials", {})
        own = {"token": TOKEN, "address": "https://acme.slack.com/", "bot_user_id": BOT,
               "app_id": "A0MOMO"}  # fmt: skip
        session = make_session(
            slack, fake.app_settings() | fields.pop("settings", {}), account_id="TACME",
            credentials=own | credentials, now=clock.now, **fields,
        )  # fmt: skip
        session.key = uuid4().hex
        return session

    return make


@pytest.fixture
def session(new_session: Callable[..., Session]) -> Session:
    return new_session()


@pytest.fixture
def told(fake: FakeSlack, session: Session) -> Callable[..., list[Page]]:
    """What the connector reads out of the events that something sends."""

    def read(happen: Callable[[], None]) -> list[Page]:
        pages: list[Page] = []

        def deliver(address: str, headers: dict[str, str], body: bytes) -> int:
            lowered = {name.lower(): value for name, value in headers.items()}
            verified = slack.verify(session.app, lowered, body, session.now())
            pages.extend(slack.receive(session, incoming) for incoming in verified.incoming)
            return 200

        fake.webhook_url, fake.deliver = "momo:slack", deliver
        happen()
        return pages

    return read


def incoming(fake: FakeSlack, event: object) -> Incoming:
    return Incoming("TACME", "Ev1", "any", fake.envelope(event), fake.workspace.clock.now())


def records(*pages: Page) -> list[SourceRecord]:
    return [each for page in pages for each in page.readings if isinstance(each, SourceRecord)]


def refusals(*pages: Page) -> list[Refusal]:
    return [each for page in pages for each in page.readings if isinstance(each, Refusal)]


def texts(*pages: Page) -> list[str]:
    return [record.raw.decode() for record in records(*pages)]


def whole_backfill(session: Session, cursor: Cursor | None = None) -> list[Page]:
    pages = [slack.backfill(session, cursor)]
    while pages[-1].cursor is not None:
        pages.append(slack.backfill(session, pages[-1].cursor))
    return pages


def whole_poll(session: Session, cursor: Cursor) -> list[Page]:
    pages = [slack.poll(session, cursor)]
    while pages[-1].more:
        pages.append(slack.poll(session, pages[-1].cursor))
    return pages
