"""A team connects GitHub, and what is decided there becomes what Momo knows."""

from collections.abc import Iterator, Mapping
from uuid import uuid4

import httpx2
import pytest

from connectors.github.connector import github
from connectors.github.fake import FakeGithub
from connectors.live.models import Connection
from tests.connectors.live.harness import CALLBACK, Live

State = Connection.State


@pytest.fixture
def fake() -> Iterator[FakeGithub]:
    with FakeGithub(callback_url=CALLBACK) as service:
        service.do_repository("app")
        yield service


def titles(live: Live, who: str = "owner") -> list[str]:
    return sorted(decision.title for decision in live.decisions(who))


def test_from_connecting_to_disconnecting(live: Live, fake: FakeGithub) -> None:
    fake.do_pull_request("Use Postgres for sessions", by="jane", text="It is there.", name="pull")
    fake.do_merge("pull", by="olga")
    connection = live.connect(github, fake)
    live.settle()
    assert titles(live, "teammate") == ["Chose Postgres for sessions"]

    fake.do_issue("Where do jobs run?", by="tom", name="jobs")
    fake.do_comment("jobs", by="jane", text="We decided to use Celery for jobs.", name="celery")
    live.settle()
    assert any("Celery" in title for title in titles(live))
    for decision in live.decisions():
        assert httpx2.get(decision.source_url).status_code == 200

    fake.do_edit("celery", text="We decided to use Dramatiq for jobs.")
    live.settle()
    assert any("Dramatiq" in title for title in titles(live))
    assert not any("Celery" in title for title in titles(live))

    fake.do_comment("pull", by="tom", text="We decided to keep sessions for 30 days.", name="late")
    live.settle()
    (late,) = [d for d in live.decisions() if "30 days" in d.quote]
    (first,) = [d for d in live.decisions() if "Postgres" in d.title]
    assert late.thread_key == first.thread_key

    fake.do_delete("celery")
    live.settle()
    assert not any("Dramatiq" in title for title in titles(live))

    fake.do_revoke_token()
    fake.do_issue("Who deploys?", by="tom", name="deploys")
    fake.do_comment("deploys", by="jane", text="We decided to use Ansible for deploys.")
    live.later(hours=2)
    live.settle()
    assert any("Ansible" in title for title in titles(live))

    webhook, fake.webhook_url = fake.webhook_url, ""
    fake.do_uninstall()
    fake.webhook_url = webhook
    live.later(hours=2)
    live.settle()
    found = live.connection(connection)
    assert found.state == State.NEEDS_ATTENTION
    assert "Connect GitHub again" in found.problem

    fake.do_comment("jobs", by="jane", text="We decided to use Terraform for the network.")
    again = live.connect(github, fake)
    live.later(hours=2)
    live.settle()
    assert again.id == connection.id
    assert live.connection(connection).state == State.CONNECTED
    assert any("Terraform" in title for title in titles(live))

    before = titles(live)
    live.disconnect(connection)
    fake.do_comment("jobs", by="jane", text="We decided to use Consul for names.")
    live.settle()
    assert titles(live) == before
    assert live.connection(connection).state == State.DISCONNECTED


def test_a_proposal_is_decided_when_it_is_merged(live: Live, fake: FakeGithub) -> None:
    live.connect(github, fake)
    live.settle()
    fake.do_pull_request("Use Postgres for sessions", by="jane", name="pull")
    live.settle()
    assert [decision.status for decision in live.decisions()] == ["pending"]
    fake.do_review("pull", by="tom", state="approved")
    fake.do_merge("pull", by="olga")
    live.settle()
    merged = [d for d in live.decisions() if d.title == "Chose Postgres for sessions"]
    assert [decision.status for decision in merged] == ["decided"]


def test_a_private_repository_is_for_those_who_have_access(live: Live, fake: FakeGithub) -> None:
    fake.do_repository("vault", private=True, members=["tess"])
    fake.do_issue("Keys", by="tess", repository="vault", name="keys")
    fake.do_comment("keys", by="tess", text="We decided to rotate keys monthly.")
    live.connect(github, fake)
    fake.user = "tess"
    live.link(github, fake, "teammate")
    live.settle()
    assert len(titles(live, "teammate")) == 1
    assert titles(live, "owner") == titles(live, "stranger") == []
    fake.do_remove_collaborator("tess", repository="vault")
    live.settle()
    assert titles(live, "teammate") == []
    assert live.items("teammate") == {}


def test_what_becomes_private_is_seen_by_members_alone(live: Live, fake: FakeGithub) -> None:
    fake.do_issue("Keys", by="tom", name="keys")
    fake.do_comment("keys", by="tom", text="We decided to rotate keys monthly.")
    live.connect(github, fake)
    live.settle()
    assert len(titles(live, "teammate")) == 1
    fake.do_privatize()
    live.settle()
    assert live.items("teammate") == {}
    assert titles(live, "teammate") == []
    fake.do_publicize()
    live.settle()
    assert len(titles(live, "teammate")) == 1


def test_after_a_rename_nothing_is_there_twice(live: Live, fake: FakeGithub) -> None:
    fake.do_issue("Keys", by="tom", name="keys")
    live.connect(github, fake)
    live.settle()
    before = set(live.items())
    fake.do_rename_repository("platform")
    fake.do_edit("keys", text="We decided to rotate keys monthly.")
    live.later(hours=2)
    live.settle()
    assert set(live.items()) == before
    (item,) = live.items().values()
    assert item.container == "acme/platform"


def test_a_suspended_app_goes_on_when_it_may(live: Live, fake: FakeGithub) -> None:
    fake.do_issue("Keys", by="tom", name="keys")
    connection = live.connect(github, fake)
    live.settle()
    fake.do_suspend()
    live.settle()
    found = live.connection(connection)
    assert found.state == State.NEEDS_ATTENTION
    assert "Unsuspend" in found.problem
    fake.do_comment("keys", by="tom", text="We decided to rotate keys monthly.")
    assert titles(live) == []
    fake.do_unsuspend()
    live.settle()
    assert live.connection(connection).state == State.CONNECTED
    assert len(titles(live)) == 1


def test_a_deleted_issue_takes_with_it_what_was_decided_there(live: Live, fake: FakeGithub) -> None:
    fake.do_issue("Keys", by="tom", name="keys")
    fake.do_comment("keys", by="tom", text="We decided to rotate keys monthly.")
    live.connect(github, fake)
    live.settle()
    assert len(titles(live)) == 1
    fake.do_delete("keys")
    live.settle()
    assert titles(live) == []
    assert live.items() == {}


def test_in_whatever_order_news_comes_the_newest_holds(live: Live, fake: FakeGithub) -> None:
    live.connect(github, fake)
    live.settle()
    sent: list[tuple[Mapping[str, str], bytes]] = []
    deliver, fake.deliver = (
        fake.deliver,
        lambda _, headers, body: sent.append((headers, body)) or 200,
    )
    fake.do_issue("Keys", by="tom", name="keys")
    fake.do_comment("keys", by="tom", text="We decided to rotate keys yearly.", name="first")
    fake.do_edit("first", text="We decided to rotate keys monthly.")
    fake.do_comment("keys", by="tom", text="We decided to burn all keys.", name="second")
    fake.do_delete("second")
    for headers, body in reversed(sent):
        deliver(fake.webhook_url, headers, body)
    live.settle()
    (decision,) = live.decisions()
    assert "monthly" in decision.quote
    for headers, body in sent:
        again = {**headers, "X-GitHub-Delivery": str(uuid4())}
        deliver(fake.webhook_url, again, body)
    live.settle()
    assert [each.id for each in live.decisions()] == [decision.id]
    assert "monthly" in live.decisions()[0].quote


def test_no_team_hears_of_what_another_connected(live: Live, fake: FakeGithub) -> None:
    live.connect(github, fake)
    live.settle()
    fake.do_issue("Keys", by="tom", name="keys")
    fake.do_comment("keys", by="tom", text="We decided to rotate keys monthly.")
    live.settle()
    assert len(titles(live)) == 1
    assert live.items("stranger") == {}
