"""Polling by the last edit, and by the trash."""

import pytest

from connectors.live.errors import RateLimited
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from tests.connectors.notion.conftest import Clock, Connect, Connection


@pytest.fixture
def connection(connect: Connect) -> Connection:
    """Connected, with nothing read yet; what happens from here on is polled."""
    begun = connect()
    begun.poll()
    assert begun.brought.records == {}
    return begun


def test_an_edit_is_found_and_what_nobody_touched_is_left_alone(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_page("Quiet", "Text.")
    fake.do_page("Busy", "Old.", name="busy")
    connection.poll()
    clock.forward(minutes=30)
    connection.poll()
    fake.do_edit("busy", "New.")
    before = len(fake.requests)
    connection.poll()
    read = [each.path for each in fake.requests[before:] if "/children" in each.path]
    assert read == [f"/v1/blocks/{compact(fake.workspace.named('busy'))}/children"]
    assert connection.brought.text(fake.workspace.named("busy")).endswith("New.")


def test_an_edit_in_the_minute_of_the_one_before_it_is_found(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    key = fake.do_page("Page", "Old.", name="page")
    clock.forward(seconds=20)
    connection.poll()
    clock.forward(seconds=20)
    fake.do_edit("page", "New.")
    clock.forward(minutes=5)
    assert connection.poll().text(key).endswith("New.")


def test_an_edit_that_the_search_learns_of_late_is_found(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    clock.forward(minutes=4)
    key = fake.do_page("Late", "Text.", shared=False)
    clock.forward(minutes=1)
    connection.poll()
    fake.do_share(key)
    clock.forward(minutes=5)
    assert connection.poll().page(key).title == "Late"


def test_what_was_read_and_not_edited_since_is_not_read_again(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_page("Page", "Text.")
    clock.forward(minutes=5)
    connection.poll()
    before = len(fake.requests)
    clock.forward(minutes=4)
    connection.poll()
    assert [each.path for each in fake.requests[before:]] == ["/v1/search"] * 2


def test_many_edits_are_read_in_bounded_calls(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    for number in range(120):
        fake.do_page(f"Page {number}", "Text.")
    clock.forward(minutes=5)
    before = connection.brought.calls
    assert len(connection.poll().records) == 120
    assert connection.brought.calls - before > 5


def test_a_page_in_the_trash_is_deleted_with_all_that_lies_in_it(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_page("Top", "Text.", name="top")
    fake.do_page("Below", "Text.", under="top", name="below")
    fake.do_page("Deepest", "Text.", under="below")
    fake.do_comment("below", "Yes.")
    fake.do_page("Other", "Text.")
    clock.forward(minutes=5)
    connection.backfill()
    assert len(connection.brought.shown) == 5
    connection.poll()
    fake.do_trash("top")
    connection.poll()
    assert [record.title for record in connection.brought.shown.values()] == ["Other"]
    pages = [each for each in connection.brought.records.values() if each.kind == "page"]
    assert all(not page.raw and not page.title for page in pages if page.deleted)


def test_a_page_out_of_the_trash_is_back_with_all_that_lies_in_it(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_page("Top", "Text.", name="top")
    key = fake.do_page("Below", "Text.", under="top")
    fake.do_comment("Below", "Yes.")
    clock.forward(minutes=5)
    for happen in (fake.do_trash, fake.do_restore):
        happen("top")
        connection.poll()
        clock.forward(hours=1)
        connection.poll()
    assert len(connection.brought.shown) == 3
    assert connection.brought.text(key).endswith("Text.")


def test_a_database_in_the_trash_takes_its_rows_along(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_database("Table", name="table")
    key = fake.do_row("table", "Row", "Text.")
    clock.forward(minutes=5)
    for happen, is_deleted in ((fake.do_trash, True), (fake.do_restore, False)):
        connection.poll()
        happen("table")
        clock.forward(hours=1)
        assert connection.poll().page(key).deleted is is_deleted


def test_a_copy_of_a_block_that_holds_its_own_page_is_not_followed_in_circles(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_page("Top", name="top", blocks=[
        {"type": "synced_block", "synced_block": {"synced_from": None}},
    ])  # fmt: skip
    original = fake.workspace.pages[fake.workspace.named("top")].children[0]
    copy = {"synced_from": {"type": "block_id", "block_id": original}}
    inner = fake.do_page("Inner", "Text.", under="top", blocks=[
        {"type": "synced_block", "synced_block": copy},
    ])  # fmt: skip
    fake.workspace.blocks[original].children.append(inner)
    fake.do_trash("top")
    connection.poll()
    fake.do_restore("top")
    clock.forward(minutes=30)
    assert {record.title for record in connection.poll().shown.values()} == {"Top", "Inner"}


def test_a_page_that_left_the_trash_for_good_stays_deleted(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    fake.do_page("Page", "Text.", name="page")
    clock.forward(minutes=5)
    connection.poll()
    fake.do_trash("page")
    connection.poll()
    fake.do_purge("page")
    clock.forward(minutes=30)
    assert connection.poll().shown == {}


def test_what_is_no_longer_shared_is_kept(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    key = fake.do_page("Page", "Text.", name="page")
    clock.forward(minutes=5)
    connection.poll()
    fake.do_unshare("page")
    clock.forward(hours=1)
    connection.poll()
    connection.backfill()
    assert not connection.brought.page(key).deleted


def test_a_workspace_whose_trash_cannot_be_searched_is_polled_all_the_same(
    fake: FakeNotion, connect: Connect, clock: Clock
) -> None:
    connection = connect()
    fake.do_outage(status=400, path="/v1/search")
    connection.poll()
    assert connection.cursor is not None
    assert connection.cursor["trash"] is None
    key = fake.do_page("Page", "Text.", name="page")
    clock.forward(minutes=5)
    assert connection.poll().page(key).title == "Page"


def test_without_webhooks_a_late_comment_is_found_when_its_page_has_its_turn(
    fake: FakeNotion, connect: Connect, clock: Clock
) -> None:
    connection = connect(MOMO_APP_NOTION_WEBHOOK_TOKEN="")
    for number in range(25):
        fake.do_page(f"Page {number}", "Text.")
        clock.forward(minutes=1)
    connection.poll()
    clock.forward(days=30)
    connection.poll()
    key = fake.do_comment("Page 2", "We go with Postgres.")
    rounds = []
    for _ in range(3):
        clock.forward(minutes=5)
        before = len(fake.requests)
        rounds.append(compact(key) in connection.poll().records)
        assert len(fake.requests) - before < 60
    assert rounds == [False, True, True]


def test_a_limit_is_passed_on_and_the_next_call_goes_on(
    fake: FakeNotion, connection: Connection, clock: Clock
) -> None:
    key = fake.do_page("Page", "Text.")
    clock.forward(minutes=5)
    fake.do_rate_limit(retry_after=3)
    with pytest.raises(RateLimited):
        connection.poll()
    connection.session.limiter.paused.clear()
    assert connection.poll().page(key).title == "Page"


def test_a_cursor_of_another_shape_begins_anew(connection: Connection) -> None:
    page = notion.poll(connection.session, {"since": 17, "steps": "x"})
    assert page.cursor is not None
    assert set(page.cursor) == {"since", "trash"}
