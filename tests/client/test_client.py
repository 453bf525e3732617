"""The Python client, against the real server."""

import asyncio
from uuid import UUID

import pytest

from momo.client import (
    AsyncMomo,
    Invalid,
    Momo,
    NotAllowed,
    NotFound,
    NotSignedIn,
    RateLimited,
    Refused,
    Stale,
    Unreachable,
)
from momo.platform.rest import throttles
from momo.platform.rest.throttles import PrincipalThrottle
from tests.api import decision


@pytest.fixture
def momo(server):
    with Momo(server.url, server.key()) as client:
        yield client


def test_what_was_decided_is_read_typed(server, momo):
    made = momo.create_decision(
        title="Use Postgres", tags=["storage"], people=[{"name": "Ada", "role": "decider"}]
    )
    assert isinstance(made.id, UUID)
    read = momo.get_decision(made.id)
    assert (read.title, read.people[0].name) == ("Use Postgres", "Ada")
    assert read.source_date.tzinfo is not None


def test_a_list_goes_on_over_its_pages(server, momo):
    for number in range(5):
        decision(server.world, "owner", f"Decision {number}")
    titles = [each.title for each in momo.list_decisions(limit=2)]
    assert titles == [f"Decision {number}" for number in (4, 3, 2, 1, 0)]


def test_an_edit_from_an_older_version_is_stale(server, momo):
    read = momo.get_decision(decision(server.world, "owner"))
    edited = momo.edit_decision(read.id, title="New", if_match=read.etag)
    assert edited.title == "New"
    with pytest.raises(Stale):
        momo.edit_decision(read.id, title="Newer", if_match=read.etag)
    assert momo.edit_decision(read.id, due_on=None, if_match=edited.etag).title == "New"


def test_what_is_refused_says_why(server, momo):
    with pytest.raises(NotFound):
        momo.get_decision(UUID(int=1))
    with pytest.raises(Invalid) as refused:
        momo.create_decision(title="")
    assert [each.field for each in refused.value.errors] == ["title"]
    with pytest.raises(Refused):
        momo.restore_decision(decision(server.world, "owner"))
    with Momo(server.url, server.key("owner", "read")) as reader, pytest.raises(NotAllowed):
        reader.create_decision(title="Mine")
    with Momo(server.url, "momo_wrong") as nobody, pytest.raises(NotSignedIn):
        nobody.me()


def test_who_asks_too_often_is_told_when_to_come_back(server, momo, monkeypatch):
    monkeypatch.setattr(PrincipalThrottle, "rate", "1/hour", raising=False)
    monkeypatch.setattr(throttles.time, "time", lambda: 1_700_002_810.0)
    momo.me()
    with pytest.raises(RateLimited) as refused:
        momo.me()
    assert refused.value.retry_after == 3590


def test_an_answer_comes_piece_by_piece(server, momo):
    decision(server.world, "owner", "Use Postgres for the event store")
    events = list(momo.ask_stream(question="Which database does the event store use?"))
    assert {events[0].name, events[-1].name} == {"sources", "done"}
    pieces = [each.data.text for each in events if each.name == "piece"]
    answer = events[-1].data
    assert "".join(pieces).strip() == answer.text.strip()
    assert answer.citations[0].title == "Use Postgres for the event store"


def test_a_stream_that_is_refused_raises(momo):
    with pytest.raises(Invalid):
        list(momo.ask_stream(question=""))


def test_a_file_is_handed_in(server, momo, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    run = momo.upload(file=[("notes.jsonl", b'{"text": "We use Postgres."}\n')], kind="notes")
    assert momo.get_run(run.id).id == run.id


def test_with_await(server):
    key = server.key()

    async def work() -> list[str]:
        async with AsyncMomo(server.url, key) as momo:
            made = await asyncio.gather(
                *(momo.create_decision(title=f"Use Redis {each}") for each in range(3))
            )
            with pytest.raises(NotFound):
                await momo.get_decision(UUID(int=1))
            listed = [each.title async for each in momo.list_decisions(limit=2)]
            assert sorted(listed) == sorted(each.title for each in made)
            stream = momo.ask_stream(question="Do we use Redis?")
            return [event.name async for event in stream]

    names = asyncio.run(work())
    assert (names[0], names[-1]) == ("sources", "done")


def test_a_server_that_is_not_there_is_unreachable(monkeypatch):
    monkeypatch.setattr("momo.client.calls.FIRST_PAUSE", 0.0)
    with Momo("http://127.0.0.1:9", "momo_k") as momo, pytest.raises(Unreachable):
        momo.me()
