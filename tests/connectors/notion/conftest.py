"""A fake Notion, a clock, and a connection to drive by hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.live.contract import Cursor, Incoming, Page
from connectors.live.session import Session
from connectors.notion import directory
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from connectors.notion.webhook import read_event
from tests.connectors.live.sessions import make_session


@dataclass
class Clock:
    now: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass
class Brought:
    """What the connector gave, as it would be stored: the newest version of each."""

    records: dict[str, SourceRecord] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    restarts: list[Cursor] = field(default_factory=list)
    calls: int = 0

    def take(self, page: Page) -> Page:
        self.calls += 1
        for key, record in self.records.items():
            if record.thread_key in page.gone:
                self.records[key] = replace(record, deleted=True)
        for reading in page.readings:
            if isinstance(reading, Refusal):
                self.refusals.append(reading)
                continue
            old = self.records.get(reading.external_id)
            if old and old.as_of and reading.as_of and old.as_of > reading.as_of:
                continue
            self.records[reading.external_id] = reading
        if page.restart is not None:
            self.restarts.append(page.restart)
        return page

    def page(self, key: str) -> SourceRecord:
        return self.records[compact(key)]

    def text(self, key: str) -> str:
        return self.page(key).raw.decode()

    @property
    def shown(self) -> dict[str, SourceRecord]:
        return {key: record for key, record in self.records.items() if not record.deleted}


@dataclass
class Connection:
    """A connection without an engine: the calls it would make, in its order."""

    fake: FakeNotion
    session: Session
    clock: Clock
    brought: Brought = field(default_factory=Brought)
    inbox: list[bytes] = field(default_factory=list)
    cursor: Cursor | None = None

    def backfill(self, cursor: Cursor | None = None) -> Brought:
        while True:
            page = self.brought.take(notion.backfill(self.session, cursor))
            cursor = page.cursor
            if cursor is None:
                return self.brought

    def poll(self) -> Brought:
        more = True
        while more:
            page = self.brought.take(notion.poll(self.session, self.cursor))
            self.cursor, more = page.cursor, page.more
        return self.brought

    def receive(self) -> Brought:
        for body in self.inbox:
            event = read_event(body)
            incoming = Incoming(event.workspace, event.id, event.type, body, self.clock())
            self.brought.take(notion.receive(self.session, incoming))
        self.inbox.clear()
        while self.brought.restarts:
            self.backfill(self.brought.restarts.pop())
        return self.brought


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fake(clock: Clock) -> Iterator[FakeNotion]:
    directory.forget()
    with FakeNotion(now=clock) as service:
        yield service


Connect = Callable[..., Connection]


@pytest.fixture
def connect(fake: FakeNotion, clock: Clock) -> Connect:
    def begin(chosen: frozenset[str] | None = None, **settings: str) -> Connection:
        given = fake.tokens()
        session = make_session(
            notion,
            fake.app_settings() | settings,
            account_id=compact(fake.workspace.id),
            credentials={
                "access_token": given["access_token"],
                "refresh_token": given["refresh_token"],
                "bot_id": compact(fake.bot.id),
            },
            chosen=chosen,
            now=clock,
        )
        connection = Connection(fake, session, clock)
        fake.webhook_url = "momo:notion"
        fake.deliver = lambda address, headers, body: connection.inbox.append(body) or 200
        return connection

    return begin
