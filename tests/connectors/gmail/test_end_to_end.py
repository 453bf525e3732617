"""A mailbox from connecting to disconnecting, through the whole of Momo."""

from collections.abc import Iterator

import pytest

from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.live.models import Connection
from tests.connectors.live.harness import Live


@pytest.fixture
def fake() -> Iterator[FakeGmail]:
    with FakeGmail() as service:
        yield service


def titles(live: Live, who: str = "owner") -> list[str]:
    return [decision.title for decision in live.decisions(who)]


def test_from_connecting_to_disconnecting(live: Live, fake: FakeGmail) -> None:
    kept = fake.do_mail(
        "We decided to go with Postgres for the ledger.", by="me", days_ago=20, name="ledger",
        subject="The ledger",
    )  # fmt: skip
    connection = live.connect(gmail, fake)
    live.settle()
    (decision,) = live.decisions()
    assert "Postgres" in decision.title
    assert decision.source_url.startswith("https://mail.google.com/mail/u/?authuser=")
    assert decision.source_url.endswith(f"#all/{kept}")
    assert fake.box.watched_until

    fake.do_mail(
        "We decided to use Redis for the queue.", name="queue", subject="The queue",
        attachments={"plan.txt": "words"}, html="<p>We decided to use <b>Redis</b>.</p>",
    )  # fmt: skip
    live.settle()
    assert len(titles(live)) == 2

    fake.do_reply("ledger", "We decided to move the ledger to MySQL instead.", by="me")
    live.settle()
    threads = {item.thread_key for item in live.items().values()}
    assert len(live.items()) == 3
    assert len(threads) == 2

    fake.do_trash("queue")
    live.settle()
    assert not any("Redis" in title for title in titles(live))
    fake.do_untrash("queue")
    live.settle()
    assert any("Redis" in title for title in titles(live))
    fake.do_delete("queue")
    live.settle()
    assert not any("Redis" in title for title in titles(live))

    fake.do_revoke_token()
    fake.do_mail("We decided to hire two testers.", name="testers", subject="Hiring")
    live.settle()
    told = live.connection(connection)
    assert told.state == Connection.State.NEEDS_ATTENTION
    assert told.problem.startswith("Connect Gmail again: ")
    assert not any("testers" in title for title in titles(live))

    again = live.connect(gmail, fake)
    assert again.id == connection.id
    live.settle()
    assert any("testers" in title for title in titles(live))
    live.disconnect(again)
    assert fake.sign_in.refresh == {}


def test_mail_is_its_owners_alone(live: Live, fake: FakeGmail) -> None:
    fake.do_mail("We decided to go with Postgres.", by="me", days_ago=1)
    live.connect(gmail, fake)
    live.settle()
    assert len(live.decisions("owner")) == 1
    for who in ("teammate", "private_owner", "stranger"):
        assert live.decisions(who) == []
        assert live.items(who) == {}


def test_a_push_that_arrives_twice_is_read_once(live: Live, fake: FakeGmail) -> None:
    connection = live.connect(gmail, fake)
    live.settle()
    sent: list[tuple[dict[str, str], bytes]] = []
    deliver = fake.deliver
    fake.deliver = lambda url, headers, body: sent.append((dict(headers), body)) or 200  # type: ignore[func-returns-value]
    fake.do_mail("We decided to use Redis.")
    ((headers, body),) = sent
    for _ in range(3):
        assert deliver("momo:gmail", headers, body) == 200
    live.settle()
    assert len(live.deliveries(connection)) == 1
    assert len(live.items()) == 1


def test_an_expired_history_reads_the_gap(live: Live, fake: FakeGmail) -> None:
    live.connect(gmail, fake)
    live.settle()
    fake.webhook_url = ""
    fake.do_mail("We decided to use Redis.", by="me")
    fake.do_mail("We decided to use Postgres.")
    fake.do_expire_history()
    live.later(minutes=6)
    live.settle()
    assert len(live.items()) == 2
