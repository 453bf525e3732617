"""A workspace connected for real: through the engine, the pipeline and back to what people find."""

import json
import zipfile
from uuid import uuid4

import pytest

from connectors.live.models import Connection
from connectors.models import Integration
from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from connectors.slack.connector import slack
from connectors.slack.fake import FakeSlack

CHOICE = "We decided to go with Postgres for the ledger."


@pytest.fixture
def fake():
    with FakeSlack() as service:
        service.workspace.id = f"T{uuid4().hex[:8].upper()}"  # limits count by workspace
        service.do_channel("general", members=["owner", "teammate", "private.owner"], momo=True)
        yield service


def titles(live, who="owner"):
    return [decision.title for decision in live.decisions(who)]


def test_the_whole_life_of_a_connection(live, fake):
    fake.do_message(CHOICE, name="choice", days_ago=3)
    fake.do_reply("choice", "Makes sense to me.", by="teammate", days_ago=2)
    connection = live.connect(slack, fake)
    live.settle()
    (decision,) = live.decisions("teammate")
    assert "Postgres" in decision.title
    ts = fake.workspace.named["choice"][1]
    address = f"https://acme.slack.com/archives/CGENERAL/p{ts.replace('.', '')}"
    assert decision.source_url == address

    fake.do_message("We decided to hire Nora as head of design.", name="hire", by="teammate")
    live.settle()
    assert len(live.decisions()) == 2

    fake.do_edit("hire", "We decided to hire Olaf as head of design.")
    live.settle()
    assert any("Olaf" in title for title in titles(live))
    assert not any("Nora" in title for title in titles(live))

    fake.do_reply("choice", "We decided to host the ledger in Frankfurt.", name="late")
    live.settle()
    late = next(each for each in live.decisions() if "Frankfurt" in each.title)
    assert f"?thread_ts={ts}&cid=CGENERAL" in late.source_url

    fake.do_delete("hire")
    live.settle()
    assert not any("Olaf" in title for title in titles(live))

    fake.do_revoke_token()
    live.settle()
    state = live.connection(connection)
    assert state.state == Connection.State.NEEDS_ATTENTION
    assert "connect Slack again" in state.problem
    with fake.silent():
        fake.do_message("We decided to move the offsite to Bergen.")

    again = live.connect(slack, fake)
    assert again.id == connection.id
    live.later(hours=2)
    live.settle()
    assert any("Bergen" in title for title in titles(live))

    live.disconnect(connection)
    fake.do_message("We decided to paint the office green.")
    live.settle()
    assert not any("green" in title for title in titles(live))
    assert any("Postgres" in title for title in titles(live))
    assert not fake.access.tokens


def test_nothing_of_another_team_comes_along(live, fake):
    fake.do_message(CHOICE, days_ago=1)
    live.connect(slack, fake)
    live.settle()
    assert live.decisions("stranger") == []


def test_private_channels_are_found_by_their_members_alone(live, fake):
    fake.do_channel("board", private=True, members=["owner", "private.owner"], momo=True)
    fake.do_message("We decided to raise the prices in May.", channel="board", days_ago=1)
    live.connect(slack, fake)
    live.settle()
    assert len(titles(live, "private_owner")) == 1
    assert titles(live, "teammate") == []

    fake.do_join("board", "teammate")
    live.settle()
    assert len(titles(live, "teammate")) == 1

    fake.do_leave("board", "teammate")
    live.settle()
    assert titles(live, "teammate") == []
    assert len(titles(live, "private_owner")) == 1


def test_a_channel_made_private_is_closed_to_who_is_not_in_it(live, fake):
    fake.do_channel("plans", members=["owner"], momo=True)
    fake.do_message("We decided to close the Oslo office.", channel="plans", days_ago=1)
    live.connect(slack, fake)
    live.settle()
    assert len(titles(live, "teammate")) == 1
    fake.do_make_private("plans")
    live.settle()
    assert titles(live, "teammate") == []
    assert len(titles(live, "owner")) == 1


def test_a_deleted_channel_takes_its_decisions_along(live, fake):
    fake.do_message(CHOICE, days_ago=1)
    live.connect(slack, fake)
    live.settle()
    assert len(live.decisions()) == 1
    fake.do_delete_channel("general")
    live.settle()
    assert live.decisions() == []


def test_a_token_that_ran_out_is_renewed_and_kept(live, fake):
    fake.access.rotates = True
    live.connect(slack, fake)
    live.settle()
    for text in (CHOICE, "We decided to hire Nora as head of design."):
        fake.do_expire_token()
        fake.do_message(text)
        live.later(hours=2)
        live.settle()
    assert len(titles(live)) == 2
    assert len(fake.access.tokens) == 1


def test_history_and_events_and_looking_again_give_one_decision(live, fake):
    connection = live.connect(slack, fake)
    fake.do_message(CHOICE)
    fake.do_resend()
    live.settle()
    live.later(hours=2)
    live.settle()
    assert len(live.items()) == 1
    assert len(live.decisions()) == 1
    assert len(live.deliveries(connection)) == 1


def test_events_out_of_order_keep_the_newest(live, fake):
    live.connect(slack, fake)
    live.settle()
    fake.do_out_of_order("We decided to use MySQL.", then="We decided to use Postgres.")
    live.settle()
    (title,) = titles(live)
    assert "Postgres" in title


def test_lost_events_are_found_when_momo_looks_again(live, fake):
    live.connect(slack, fake)
    live.settle()
    with fake.silent():
        fake.do_message(CHOICE)
    live.later(hours=2)
    live.settle()
    assert len(live.decisions()) == 1


def test_an_export_and_the_connection_share_their_items(live, fake, tmp_path):
    fake.do_message(CHOICE, name="choice", days_ago=1)
    _, message = fake.workspace.at("choice")
    path = tmp_path / "slack.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("users.json", json.dumps(list(fake.workspace.users.values())))
        archive.writestr("channels.json", json.dumps([{"id": "CGENERAL", "name": "general"}]))
        archive.writestr("general/2026-01-01.json", json.dumps([message]))
    live.connect(slack, fake)
    live.settle()
    ingest(live.world.scope("owner"), FILE_CONNECTORS["slack"], path, name="Acme")
    live.settle()
    assert len(live.items()) == 1
    assert len(live.decisions()) == 1
    with live.world.acting_as("owner"):
        assert Integration.objects.filter(source="slack").count() == 1


@pytest.mark.parametrize("tokens", ["kept", "rotating"])
def test_no_token_is_kept_in_the_clear(live, fake, tokens):
    fake.access.rotates = tokens == "rotating"
    connection = live.connect(slack, fake)
    sealed = bytes(live.connection(connection).sealed_credentials)
    for token in (*fake.access.tokens, *fake.access.refresh_tokens):
        assert token.encode() not in sealed
