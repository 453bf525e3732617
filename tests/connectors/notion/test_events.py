"""What deliveries call for."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from connectors.live.contract import Incoming, Task
from connectors.live.errors import Malformed
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from connectors.notion.webhook import read_event
from tests.connectors.notion.conftest import Clock, Connect, Connection


@pytest.fixture
def connection(fake: FakeNotion, connect: Connect) -> Connection:
    fake.do_page("Top", "Old.", name="top")
    begun = connect()
    begun.backfill()
    return begun


def test_a_new_page_and_an_edit_are_read(fake: FakeNotion, connection: Connection) -> None:
    key = fake.do_page("New", "First.", under="top", name="new")
    assert connection.receive().text(key) == "# New\n\nFirst."
    fake.do_edit("new", "Second.", title="Newer")
    assert connection.receive().text(key) == "# Newer\n\nSecond."


def test_events_out_of_order_end_with_what_is_so_now(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    for text in ("One.", "Two.", "Three."):
        clock.forward(minutes=1)
        fake.do_edit("top", text)
    connection.inbox.reverse()
    assert connection.receive().text(fake.workspace.named("top")).endswith("Three.")


def test_a_late_reply_is_read_into_its_thread(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    first = fake.do_comment("top", "Why?", name="why")
    connection.receive()
    clock.forward(days=90)
    late = fake.do_reply("why", "Because.", by="tom")
    record = connection.receive().page(late)
    assert record.reply_to == compact(first)
    assert record.raw == b"Because."
    assert record.thread_key == compact(fake.workspace.named("top"))


def test_a_comment_beside_a_block_is_read(fake: FakeNotion, connection: Connection) -> None:
    key = fake.do_comment("top", "No.", beside="Old")
    assert connection.receive().page(key).thread_key == compact(fake.workspace.named("top"))


def test_a_comment_follows_its_edits_and_its_deletion(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    key = fake.do_comment("top", "We take MySQL.", name="choice")
    connection.receive()
    clock.forward(minutes=1)
    fake.do_edit("choice", "We take Postgres.")
    assert connection.receive().text(key) == "We take Postgres."
    fake.do_delete("choice")
    assert connection.receive().page(key).deleted


def test_a_comment_whose_deletion_comes_first_stays_deleted(
    fake: FakeNotion, connection: Connection
) -> None:
    key = fake.do_comment("top", "Hm.", name="choice")
    fake.do_delete("choice")
    connection.inbox.reverse()
    assert connection.receive().page(key).deleted


def test_a_resolved_discussion_is_kept(fake: FakeNotion, connection: Connection) -> None:
    key = fake.do_comment("top", "We take Postgres.", name="choice")
    connection.receive()
    fake.do_resolve("choice")
    fake.do_append("top", "More.")
    assert not connection.receive().page(key).deleted


def test_the_trash_takes_along_what_lies_in_a_page_and_gives_it_back(
    fake: FakeNotion, connection: Connection
) -> None:
    fake.do_page("Below", "Text.", under="top", name="below")
    fake.do_database("Table", under="below", name="table")
    fake.do_row("table", "Row", "Text.")
    fake.do_comment("below", "Yes.")
    connection.receive()
    assert len(connection.brought.shown) == 4
    fake.do_trash("top")
    assert connection.receive().shown == {}
    fake.do_restore("top")
    assert len(connection.receive().shown) == 4


def test_a_large_tree_in_the_trash_is_gone_through_by_the_backfill(
    fake: FakeNotion, connection: Connection
) -> None:
    for number in range(60):
        fake.do_page(f"Page {number}", "Text.", under="top")
    connection.receive()
    assert len(connection.brought.shown) == 61
    fake.do_trash("top")
    first = connection.inbox[0]
    event = read_event(first)
    incoming = Incoming(event.workspace, event.id, event.type, first, connection.clock())
    assert notion.receive(connection.session, incoming).restart is not None
    assert connection.receive().shown == {}


def test_a_database_in_the_trash_takes_its_rows_along(
    fake: FakeNotion, connection: Connection
) -> None:
    fake.do_database("Table", name="table")
    key = fake.do_row("table", "Row", "Text.")
    connection.receive()
    fake.do_trash("table")
    assert connection.receive().page(key).deleted
    fake.do_restore("table")
    assert not connection.receive().page(key).deleted


def test_a_page_deleted_for_good_is_deleted(fake: FakeNotion, connection: Connection) -> None:
    fake.do_purge("top")
    record = connection.receive().page(compact(fake.workspace.named("top")))
    assert record.deleted
    assert record.as_of is None  # shared again it comes back, however long ago it was edited


def test_a_page_no_longer_shared_is_kept(fake: FakeNotion, connection: Connection) -> None:
    key = fake.workspace.named("top")
    fake.do_edit("top", "New.")
    fake.do_comment("top", "Hm.")
    fake.do_unshare("top")
    assert connection.receive().text(key).endswith("Old.")
    assert [refusal.skipped for refusal in connection.brought.refusals] == [True, True]


def test_a_moved_page_says_where_it_lies_now(fake: FakeNotion, connection: Connection) -> None:
    fake.do_page("Archive", name="archive")
    key = fake.do_page("Page", "Text.", under="top", name="page")
    fake.do_move("page", under="archive")
    assert connection.receive().page(key).container == "Archive"


def test_what_happens_to_a_database_is_left_to_its_rows(
    fake: FakeNotion, connection: Connection
) -> None:
    fake.do_database("Table")
    (body,) = connection.inbox
    event = read_event(body)
    page = notion.receive(
        connection.session,
        Incoming(event.workspace, event.id, event.type, body, connection.clock()),
    )
    assert page.then == {Task.POLL}
    assert page.readings == ()


def _receive(connection: Connection, **changes: object) -> Sequence[Any]:
    """An event about the page at the top, with parts of it changed."""
    body = connection.fake.delivery("page.content_updated", connection.fake.workspace.item("top"))
    body = json.dumps(json.loads(body) | changes).encode()
    incoming = Incoming("w", "d", "e", body, connection.clock())
    return notion.receive(connection.session, incoming).readings


@pytest.mark.parametrize("kind", ["view.created", "file_upload.created", "agent.ran", "page"])
def test_other_kinds_of_events_are_ignored_or_read(connection: Connection, kind: str) -> None:
    top = connection.fake.workspace.named("top")
    found = {reading.external_id for reading in _receive(connection, type=kind)}
    assert found <= {compact(top)}


def test_an_event_for_another_authorization_is_ignored(connection: Connection) -> None:
    before = len(connection.fake.requests)
    bots = [{"id": connection.fake.owner.id, "type": "bot"}]
    assert not _receive(connection, accessible_by=bots)
    assert len(connection.fake.requests) == before


@pytest.mark.parametrize(
    "entity", [None, {}, {"id": 17}, {"id": "../users"}, {"id": "%2e%2e/users"}, []]
)
def test_an_event_about_nothing_is_malformed(connection: Connection, entity: object) -> None:
    with pytest.raises(Malformed):
        _receive(connection, entity=entity)


def test_what_notion_does_not_show_is_set_aside(fake: FakeNotion, connection: Connection) -> None:
    fake.do_edit("top", "New.")
    fake.do_outage(status=400)
    with pytest.raises(Malformed):
        connection.receive()
