"""A fake GitHub with the app installed, and a session that speaks to it."""

from collections.abc import Callable, Iterator

import pytest

from connectors.contract import Refusal, SourceRecord
from connectors.github import client, places
from connectors.github.connector import github
from connectors.github.fake import FakeGithub
from connectors.live.contract import Page
from connectors.live.session import Session
from tests.connectors.live.harness import CALLBACK
from tests.connectors.live.sessions import make_session

Records = dict[str, SourceRecord]


@pytest.fixture
def fake() -> Iterator[FakeGithub]:
    with FakeGithub(callback_url=CALLBACK) as service:
        service.do_repository("app")
        yield service


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    client.forget_tokens()
    places.forget_all()


@pytest.fixture
def session(fake: FakeGithub) -> Session:
    fake.installation.id = 77001
    account = str(fake.state.person(fake.account)["id"])
    credentials = {"installation_id": "77001"}
    return make_session(github, fake.app_settings(), account_id=account, credentials=credentials)


@pytest.fixture
def backfill(session: Session) -> Callable[[], list[SourceRecord | Refusal]]:
    """All that a backfill brings."""

    def read() -> list[SourceRecord | Refusal]:
        readings: list[SourceRecord | Refusal] = []
        page = github.backfill(session, None)
        readings += page.readings
        while page.cursor is not None:
            page = github.backfill(session, page.cursor)
            readings += page.readings
        return readings

    return read


def records(page: Page | list[SourceRecord | Refusal]) -> Records:
    """By kind, the last of each."""
    readings = page.readings if isinstance(page, Page) else page
    return {each.kind: each for each in readings if isinstance(each, SourceRecord)}
