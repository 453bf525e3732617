"""Reading what is there already."""

import pytest

from connectors.fakes.scenario import read_scenario
from connectors.live.errors import RateLimited, Unavailable
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from tests.connectors.notion.conftest import Clock, Connect


def test_a_page_is_one_record_with_its_text_place_people_and_times(
    fake: FakeNotion, connect: Connect, clock: Clock
) -> None:
    fake.do_page("Engineering", name="top")
    key = fake.do_page("Which database", "# Choice\nWe go with Postgres.", by="tom", under="top")
    clock.forward(hours=2)
    fake.do_append("Which database", "- It is boring.", by="eve")
    record = connect().backfill().page(key)
    assert record.external_id == compact(key)
    assert record.raw.decode() == (
        "# Which database\n\n# Choice\n\nWe go with Postgres.\n\n- It is boring."
    )
    assert (record.kind, record.title, record.container) == (
        "page", "Which database", "Engineering",
    )  # fmt: skip
    assert record.author is not None
    assert (record.author.name, record.author.email) == ("Tom", "tom@acme.example")
    assert [(p.name, p.role) for p in record.participants] == [("Eve", "mentioned")]
    assert record.occurred_at.hour == 9
    assert record.edited_at == record.as_of == clock()
    assert record.url == fake.workspace.pages[key].url


def test_rows_carry_their_properties_as_lines_and_tags(fake: FakeNotion, connect: Connect) -> None:
    fake.do_database("Decisions", name="db")
    key = fake.do_row(
        "db", "Postgres", "Because it is boring.",
        properties={
            "Status": {"status": "Decided"}, "Area": ["storage", "infra"],
            "Decided by": {"people": ["eve"]}, "Due": {"date": "2026-04-01"}, "Note": "for now",
        },
    )  # fmt: skip
    record = connect().backfill().page(key)
    assert record.raw.decode() == (
        "# Postgres\n\nStatus: Decided\nArea: storage, infra\nDecided by: Eve\nDue: 2026-04-01\n"
        "Note: for now\n\nBecause it is boring."
    )
    assert record.tags == ("Decided", "storage", "infra")
    assert ("Eve", "decider") in [(p.name, p.role) for p in record.participants]
    assert record.container == "Decisions"


def test_comments_are_messages_in_the_page_s_thread(fake: FakeNotion, connect: Connect) -> None:
    key = fake.do_page("Queue", "We take Redis.\nOr Kafka.", name="page")
    first = fake.do_comment("page", "Why Redis?", by="tom", name="why")
    second = fake.do_reply("why", "It is there already.", by="eve")
    beside = fake.do_comment("page", "No.", by="tom", beside="Kafka")
    brought = connect().backfill()
    thread = [brought.page(each) for each in (first, second, beside)]
    assert {record.thread_key for record in thread} == {compact(key)}
    assert [record.reply_to for record in thread] == [compact(key), compact(first), compact(key)]
    assert [record.kind for record in thread] == ["message"] * 3
    assert [record.author and record.author.name for record in thread] == ["Tom", "Eve", "Tom"]
    assert thread[0].container == "Queue"
    assert thread[0].url.startswith(f"{brought.page(key).url}?d=")


def test_comments_beside_blocks_are_asked_for_up_to_the_setting(
    fake: FakeNotion, connect: Connect
) -> None:
    fake.do_page("Queue", "One.\nTwo.", name="page")
    fake.do_comment("page", "Hm.", beside="Two")
    for count, expected in (("0", 1), ("1", 1), ("2", 2)):
        brought = connect(MOMO_APP_NOTION_INLINE_COMMENTS=count).backfill()
        assert len(brought.records) == expected


def test_a_second_reading_gives_the_same(fake: FakeNotion, connect: Connect) -> None:
    fake.do_page("Top", "Text.", name="top")
    fake.do_page("Below", "More.", under="top")
    fake.do_comment("top", "Yes.")
    assert connect().backfill().records == connect().backfill().records


def test_a_long_page_is_read_through_all_pages_of_its_blocks(
    fake: FakeNotion, connect: Connect
) -> None:
    key = fake.do_page("Long", "\n".join(f"Line {number}." for number in range(250)))
    text = connect().backfill().text(key)
    assert text.count("Line ") == 250
    assert text.endswith("Line 249.")


def test_every_call_is_bounded_and_goes_on_where_the_last_one_ended(
    fake: FakeNotion, connect: Connect
) -> None:
    keys = [fake.do_page(f"Page {number}", "Text.\nMore.") for number in range(40)]
    connection = connect()
    cursor, calls = None, 0
    while calls == 0 or cursor:
        before = len(fake.requests)
        page = connection.brought.take(notion.backfill(connection.session, cursor))
        cursor, calls = page.cursor, calls + 1
        assert len(fake.requests) - before < 80
    assert set(connection.brought.records) == {compact(key) for key in keys}
    assert calls > 2


def test_a_killed_process_repeats_one_call_and_nothing_is_lost(
    fake: FakeNotion, connect: Connect
) -> None:
    for number in range(30):
        fake.do_page(f"Page {number}", "Text.")
    connection = connect()
    cursor = None
    while True:
        first = notion.backfill(connection.session, cursor)  # its page is never stored
        again = notion.backfill(connection.session, cursor)
        assert list(again.readings) == list(first.readings)
        connection.brought.take(again)
        cursor = again.cursor
        if cursor is None:
            break
    assert len(connection.brought.records) == 30


def test_what_is_edited_while_history_is_read_is_missed_by_neither_it_nor_the_poll(
    fake: FakeNotion, connect: Connect, clock: Clock
) -> None:
    for number in range(60):
        fake.do_page(f"Page {number}", "Old.")
        clock.forward(minutes=1)
    connection = connect()
    connection.poll()
    page = connection.brought.take(notion.backfill(connection.session, None))
    clock.forward(minutes=5)
    assert page.cursor is not None
    onward = fake.workspace.pages[page.cursor["start"]]  # the place where the listing goes on
    edited = [onward.title, "Page 3", "Page 55"]
    for title in edited:
        fake.do_edit(title, "New.")
    connection.backfill(page.cursor)
    connection.poll()
    texts = {record.title: record.raw.decode() for record in connection.brought.records.values()}
    assert len(texts) == 60
    assert {title for title, text in texts.items() if text.endswith("New.")} == set(edited)


def test_a_limit_in_the_middle_keeps_what_was_read(
    fake: FakeNotion, connect: Connect, clock: Clock
) -> None:
    for number in range(5):
        fake.do_page(f"Page {number}", "Text.")
        clock.forward(minutes=1)
    connection = connect()
    fake.do_rate_limit(path="/v1/comments", retry_after=7)
    with pytest.raises(RateLimited) as limited:
        notion.backfill(connection.session, None)
    assert limited.value.retry_after == 7
    assert connection.session.limiter.paused == {"api": 7}
    connection.session.limiter.paused.clear()
    fake.do_outage(path=f"/blocks/{compact(fake.workspace.named('Page 3'))}")
    page = notion.backfill(connection.session, None)
    assert 0 < len(page.readings) < 5
    connection.brought.take(page)
    assert len(connection.backfill(page.cursor).records) == 5


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_service_that_is_down_is_unavailable(
    fake: FakeNotion, connect: Connect, status: int
) -> None:
    fake.do_outage(status=status)
    with pytest.raises(Unavailable):
        notion.backfill(connect().session, None)


def test_a_service_that_is_overloaded_says_how_long_to_wait(
    fake: FakeNotion, connect: Connect
) -> None:
    fake.do_outage(status=529)
    with pytest.raises(RateLimited):
        notion.backfill(connect().session, None)


def test_only_what_was_chosen_is_collected(fake: FakeNotion, connect: Connect) -> None:
    chosen = fake.do_page("Chosen", "Yes.", name="chosen")
    below = fake.do_page("Below", "Yes.", under="chosen")
    fake.do_page("Other", "No.")
    database = fake.do_database("Table")
    fake.do_row("Table", "Row")
    offered = {choice.id: choice.name for choice in notion.choices(connect().session)}
    assert sorted(offered.values()) == ["Chosen", "Other", "Table"]
    brought = connect(chosen=frozenset({compact(chosen)})).backfill()
    assert set(brought.records) == {compact(chosen), compact(below)}
    assert compact(database) in offered
    brought = connect(chosen=frozenset({compact(database)})).backfill()
    assert [record.title for record in brought.records.values()] == ["Row"]


def test_a_page_that_is_not_shared_is_not_there(fake: FakeNotion, connect: Connect) -> None:
    fake.do_page("Open", "Yes.")
    fake.do_page("Closed", "No.", shared=False)
    assert [record.title for record in connect().backfill().records.values()] == ["Open"]


def test_a_row_is_read_where_its_database_is_not_shared(fake: FakeNotion, connect: Connect) -> None:
    fake.do_database("Table", name="db")
    key = fake.do_row("db", "Row", "Text.")
    fake.do_unshare("db")
    fake.do_share(key)
    record = connect().backfill().page(key)
    assert record.container == ""


def test_without_the_capabilities_pages_are_read_all_the_same(
    fake: FakeNotion, connect: Connect
) -> None:
    fake.denied = {"comments", "users"}
    key = fake.do_page("Page", "Text.", by="tom", name="page")
    fake.do_comment("page", "Hm.")
    brought = connect().backfill()
    assert list(brought.records) == [compact(key)]
    author = brought.page(key).author
    assert author is not None
    assert (author.name, author.handle) == ("", compact(fake.workspace.user("tom").id))


def test_without_addresses_people_have_their_names(fake: FakeNotion, connect: Connect) -> None:
    fake.denied = {"emails"}
    key = fake.do_page("Page", "Text.", by="tom")
    author = connect().backfill().page(key).author
    assert author is not None
    assert (author.name, author.email) == ("Tom", "")


def test_a_page_that_notion_refuses_to_show_does_not_hold_up_the_rest(
    fake: FakeNotion, connect: Connect
) -> None:
    bad, good = fake.do_page("Bad", "Text."), fake.do_page("Good", "Text.")
    fake.do_outage(status=400, path=f"/blocks/{compact(bad)}")
    brought = connect().backfill()
    assert list(brought.records) == [compact(good)]
    assert [refusal.locator for refusal in brought.refusals] == [f"page {compact(bad)}"]


SCENARIO = """
- user: {name: tom, email: tom@x.example}
- page: {title: Engineering, as: top}
- database: {title: Decisions, under: top, as: table}
- row:
    database: table
    title: Ledger
    by: tom
    text: We go with Postgres.
    properties: {Status: {status: Decided}, Area: [storage], Decided by: {people: [tom]}}
- comment: {page: Ledger, text: "Since when?", as: when}
- reply: {to: when, text: Since Monday., by: tom}
- move: {of: Ledger, under: top}
"""


def test_the_fake_plays_scenarios(fake: FakeNotion, connect: Connect) -> None:
    fake.play(read_scenario(SCENARIO))
    brought = connect().backfill()
    assert {record.title for record in brought.records.values()} == {"Engineering", "Ledger", ""}
    assert len(brought.records) == 4
    row = brought.page(fake.workspace.named("Ledger"))
    assert (row.container, row.author and row.author.email) == ("Engineering", "tom@x.example")
