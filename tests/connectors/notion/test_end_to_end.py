"""A workspace connected through the whole engine, from consent to disconnecting."""

from collections.abc import Iterator

import pytest

from connectors.live.models import Connection
from connectors.notion import directory
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from tests.connectors.live.harness import Live


@pytest.fixture
def notion_fake() -> Iterator[FakeNotion]:
    directory.forget()
    with FakeNotion() as service:
        service.do_page("Engineering", name="top")
        yield service


def titles(live: Live, who: str = "teammate") -> list[str]:
    return [decision.title for decision in live.decisions(who)]


def test_history_events_edits_replies_and_deletions_become_what_is_decided(
    live: Live, notion_fake: FakeNotion
) -> None:
    fake = notion_fake
    old = fake.do_page("Ledger", "We decided to go with Postgres for the ledger.", under="top")
    connection = live.connect(notion, fake)
    live.settle()
    (decision,) = live.decisions("teammate")
    assert "Postgres" in decision.title
    assert decision.source_url == fake.workspace.pages[old].url

    fake.do_page("Queue", "We decided to use Redis for the queue.", under="top", name="queue")
    live.settle()
    assert len(titles(live)) == 2

    fake.do_edit("queue", "We decided to use Kafka for the queue.")
    live.settle()
    assert any("Kafka" in title for title in titles(live))
    assert not any("Redis" in title for title in titles(live))

    fake.do_comment("top", "How do we deploy?", name="how")
    fake.do_reply("how", "We decided to deploy on Fridays only.", by="tom", name="fridays")
    live.settle()
    (reply,) = [each for each in live.decisions("teammate") if "Friday" in each.title]
    assert "?d=" in reply.source_url

    fake.do_delete("fridays")
    fake.do_trash("queue")
    live.settle()
    assert [("Postgres" in title) for title in titles(live)] == [True]

    fake.do_restore("queue")
    live.settle()
    assert len(titles(live)) == 2
    assert live.connection(connection).state == Connection.State.CONNECTED


def test_a_page_takes_its_comments_to_the_trash_and_back(
    live: Live, notion_fake: FakeNotion
) -> None:
    fake = notion_fake
    fake.do_page("Queue", "Which one?", under="top", name="queue")
    fake.do_comment("queue", "We decided to use Redis.", name="redis")
    fake.do_comment("queue", "Hm.", name="hm")
    live.connect(notion, fake)
    live.settle()
    assert len(live.items()) == 4
    fake.do_resolve("hm")
    fake.do_trash("top")
    live.settle()
    assert live.items() == {}
    assert titles(live) == []
    fake.do_restore("top")
    live.settle()
    assert len(live.items()) == 3
    assert len(titles(live)) == 1


def test_what_happened_while_disconnected_is_read_after_connecting_again(
    live: Live, notion_fake: FakeNotion
) -> None:
    fake = notion_fake
    first = live.connect(notion, fake)
    live.settle()
    fake.do_revoke_token()
    fake.do_page("Ledger", "We decided to go with Postgres for the ledger.", under="top")
    live.settle()
    lost = live.connection(first)
    assert lost.state == Connection.State.NEEDS_ATTENTION
    assert "Connect Notion again" in lost.problem
    again = live.connect(notion, fake)
    live.settle()
    assert again.id == first.id
    assert live.connection(again).state == Connection.State.CONNECTED
    assert len(titles(live)) == 1


def test_a_token_that_is_over_is_renewed_without_anybody_noticing(
    live: Live, notion_fake: FakeNotion
) -> None:
    connection = live.connect(notion, notion_fake)
    live.settle()
    for number in range(2):
        notion_fake.do_expire_token()
        notion_fake.do_page(f"Page {number}", "Text.", under="top")
        live.settle()
    assert len(live.items()) == 3
    assert live.connection(connection).state == Connection.State.CONNECTED


def test_without_deliveries_the_poll_finds_what_happens(
    live: Live, notion_fake: FakeNotion
) -> None:
    fake = notion_fake
    live.connect(notion, fake)
    live.settle()
    fake.webhook_url = ""
    fake.do_page("Ledger", "We decided to use MySQL for the ledger.", under="top", name="ledger")
    live.later(minutes=6)
    live.settle()
    assert len(titles(live)) == 1
    fake.do_edit("ledger", "We decided to use Postgres for the ledger.")
    live.later(minutes=6)
    live.settle()
    assert [("Postgres" in title) for title in titles(live)] == [True]
    fake.do_trash("ledger")
    live.later(minutes=6)
    live.settle()
    assert titles(live) == []
    fake.do_restore("ledger")
    live.later(minutes=6)
    live.settle()
    assert len(titles(live)) == 1


def test_a_delivery_reaches_only_the_team_that_connected_it(
    live: Live, notion_fake: FakeNotion
) -> None:
    live.connect(notion, notion_fake)
    notion_fake.do_page("Ledger", "We decided to go with Postgres.", under="top")
    live.settle()
    assert live.items("stranger") == {}
    assert live.decisions("stranger") == []


def test_disconnecting_gives_the_token_back_and_ends_the_deliveries(
    live: Live, notion_fake: FakeNotion
) -> None:
    fake = notion_fake
    fake.do_page("Ledger", "We decided to go with Postgres for the ledger.", under="top")
    connection = live.connect(notion, fake)
    live.settle()
    live.disconnect(connection)
    assert fake.access == set()
    fake.do_page("Queue", "We decided to use Redis for the queue.", under="top")
    live.settle()
    assert len(titles(live)) == 1


def test_an_account_is_linked_by_its_id_there(live: Live, notion_fake: FakeNotion) -> None:
    identity = live.link(notion, notion_fake, "teammate")
    assert identity.external_id == compact(notion_fake.owner.id)
