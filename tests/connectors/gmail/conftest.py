"""A mailbox at the fake, and a connector that reads it without a database."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.live.app import App, read_app
from connectors.live.contract import AuthorizationRequest, Connected, Cursor, Page, Purpose
from connectors.live.session import Session
from tests.connectors.live.harness import CALLBACK, allow
from tests.connectors.live.sessions import make_session

VERIFIER = "v" * 64
START = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Clock:
    """The time at both sides."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **by: float) -> None:
        self.time += timedelta(**by)


@dataclass
class Reader:
    """Momo's side: what it was given, as a store would keep it."""

    fake: FakeGmail
    clock: Clock
    session: Session
    kept: dict[str, SourceRecord] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    cursor: Cursor | None = None
    pages: list[Page] = field(default_factory=list)

    def take(self, page: Page) -> Page:
        self.pages.append(page)
        for reading in page.readings:
            if isinstance(reading, Refusal):
                self.refusals.append(reading)
                continue
            old = self.kept.get(reading.external_id)
            if not (old and old.as_of and reading.as_of and old.as_of > reading.as_of):
                self.kept[reading.external_id] = reading
        return page

    def poll(self) -> None:
        """Poll until there is nothing more for now."""
        more = True
        while more:
            page = self.take(gmail.poll(self.session, self.cursor))
            self.cursor, more = page.cursor, page.more

    def backfill(self, cursor: Cursor | None = None) -> None:
        while True:
            page = self.take(gmail.backfill(self.session, cursor))
            cursor = page.cursor
            if cursor is None:
                return

    @property
    def mails(self) -> dict[str, SourceRecord]:
        return {key: record for key, record in self.kept.items() if not record.deleted}


def request(purpose: Purpose = Purpose.CONNECT) -> AuthorizationRequest:
    return AuthorizationRequest("state-1", CALLBACK, VERIFIER, challenge(), purpose)


def challenge() -> str:
    digest = hashlib.sha256(VERIFIER.encode()).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def app_of(fake: FakeGmail, **changed: str) -> App:
    changes = {f"MOMO_APP_GMAIL_{name}".upper(): value for name, value in changed.items()}
    return read_app("gmail", gmail.app_settings, fake.app_settings() | changes)


def sign_in(fake: FakeGmail, purpose: Purpose = Purpose.CONNECT) -> Connected:
    app = app_of(fake)
    answer = allow(gmail.authorization_url(app, request(purpose)))
    return gmail.authorize(app, request(purpose), answer)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fake(clock: Clock) -> Iterator[FakeGmail]:
    with FakeGmail(clock=clock) as service:
        yield service


@pytest.fixture
def reader(fake: FakeGmail, clock: Clock) -> Reader:
    """Connected, and not read yet."""
    connected = sign_in(fake)
    session = make_session(
        gmail,
        fake.app_settings(),
        account_id=connected.account_id,
        credentials={
            **connected.credentials,
            "expires_at": (clock() + timedelta(hours=1)).isoformat(),
        },
        now=clock,
    )
    return Reader(fake, clock, session)


@pytest.fixture
def connected(reader: Reader) -> Reader:
    """Connected, and read up to now."""
    reader.poll()
    reader.backfill()
    reader.pages.clear()
    return reader
