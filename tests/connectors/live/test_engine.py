"""A connection from its beginning to its end, with a service of our own at the other side."""

import json
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from connectors.live.contract import Task
from connectors.live.models import Connection, Delivery, SyncTurn
from connectors.models import SyncRun
from tests.connectors.live.harness import Live, allow
from tests.connectors.live.toy.connector import toy
from tests.connectors.live.toy.fake import FakeToy


@pytest.fixture
def fake() -> Iterator[FakeToy]:
    with FakeToy() as service:
        yield service


def texts(live: Live, who: str = "owner") -> list[str]:
    return sorted(item.external_id for item in live.items(who).values())


def test_what_is_there_already_is_brought_in_with_its_progress(live: Live, fake: FakeToy) -> None:
    for number in range(8):
        fake.do_message(f"We decided to use option {number}.")
    connection = live.connect(toy, fake)
    live.settle()
    with live.world.acting_as("owner"):
        run = SyncRun.objects.get(id=live.connection(connection).run_id)
    assert len(live.items()) == 8
    assert (run.state, run.read, run.added, run.expected) == ("done", 8, 8, 8)


def test_how_much_is_said_in_private_is_not_counted_for_all(live: Live, fake: FakeToy) -> None:
    fake.do_room("board", private=True, members=[live.world.teammate.email])
    fake.do_message("We decided to close the office.", room="board")
    fake.do_message("We decided to use Redis.")
    connection = live.connect(toy, fake)
    live.settle()
    with live.world.acting_as("owner"):
        run = SyncRun.objects.get(id=live.connection(connection).run_id)
    assert (run.read, run.added, run.expected) == (1, 1, 1)


def test_a_message_of_now_becomes_a_decision_that_cites_it(live: Live, fake: FakeToy) -> None:
    live.connect(toy, fake)
    live.settle()
    fake.do_message("We decided to go with Postgres for the ledger.")
    live.settle()
    (decision,) = live.decisions("teammate")
    assert decision.source_url == f"{fake.url}/m/m1"


def test_history_and_events_overlap_without_duplicates(live: Live, fake: FakeToy) -> None:
    live.use(toy, fake)
    connection = live.connect(toy, fake)
    fake.do_message("We decided to use Redis.", name="choice")
    live.settle()
    assert texts(live) == ["m1"]
    assert [d.state for d in live.deliveries(connection)] == ["read"]


def test_an_edit_that_comes_before_its_message_holds(live: Live, fake: FakeToy) -> None:
    live.connect(toy, fake)
    live.settle()
    sent: list[bytes] = []
    fake.deliver = lambda address, headers, body: sent.append(body) or 200
    fake.do_message("We decided to use MySQL.", name="choice")
    fake.do_edit("choice", "We decided to use Postgres.")
    from tests.connectors.live.harness import deliver

    fake.deliver = deliver
    for body in reversed(sent):
        fake.post(body)
    live.settle()
    (decision,) = live.decisions()
    assert "Postgres" in decision.title


def test_a_deletion_that_comes_before_its_message_holds(live: Live, fake: FakeToy) -> None:
    live.connect(toy, fake)
    live.settle()
    sent: list[bytes] = []
    fake.deliver = lambda address, headers, body: sent.append(body) or 200
    fake.do_message("We decided to use MySQL.", name="choice")
    fake.do_delete("choice")
    from tests.connectors.live.harness import deliver

    fake.deliver = deliver
    for body in reversed(sent):
        fake.post(body)
    live.settle()
    assert live.decisions() == []
    assert live.items() == {}


def test_a_delivery_that_is_sent_again_changes_nothing(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    fake.do_message("We decided to use Redis.")
    again = fake.delivery("message", message=asdict(fake.messages["m1"]))
    fake.post(again)
    fake.post(again)
    live.settle()
    assert len(live.deliveries(connection)) == 2
    assert len(live.decisions()) == 1


def test_a_forged_delivery_is_refused_and_leaves_nothing(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    body = fake.delivery("message", message={"text": "x"})
    headers = {"x-toy-signature": "0" * 64}
    assert fake.deliver(fake.webhook_url, headers, body) == 401
    assert live.deliveries(connection) == []


def test_a_secret_rotates_without_downtime(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    live.settings.MOMO_APPS = {**live.settings.MOMO_APPS, "MOMO_APP_TOY_SECRET": "new,toy-secret"}
    fake.do_message("We decided to use Redis.")
    fake.secret = "new"
    fake.do_message("We decided to use Kafka.")
    assert len(live.deliveries(connection)) == 2


def test_what_cannot_be_read_is_set_aside_and_does_not_hold_up_the_rest(
    live: Live, fake: FakeToy
) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    fake.post(fake.delivery("message", message={"text": 17}))
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert [d.state for d in live.deliveries(connection)] == ["failed", "read"]
    assert len(live.decisions()) == 1


def test_a_rate_limit_is_waited_for_and_shown_as_no_failure(live: Live, fake: FakeToy) -> None:
    fake.do_message("We decided to use Redis.")
    connection = live.connect(toy, fake)
    fake.do_rate_limit(times=2, retry_after=60)
    live.settle()
    assert live.items() == {}
    assert all(task.failures == 0 for task in live.tasks(connection).values())
    live.later(seconds=61)
    live.settle()
    live.later(seconds=61)
    live.settle()
    assert texts(live) == ["m1"]


def test_after_an_outage_it_goes_on_where_it_was(live: Live, fake: FakeToy) -> None:
    for number in range(7):
        fake.do_message(f"We decided to use option {number}.")
    connection = live.connect(toy, fake)
    fake.do_outage(times=1, path="/messages")
    live.settle()
    assert "503" in live.tasks(connection)[Task.BACKFILL].error
    live.later(hours=1)
    live.settle()
    assert len(live.items()) == 7
    assert live.tasks(connection)[Task.BACKFILL].error == ""


def test_a_revoked_token_says_what_to_do_and_nothing_is_lost(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    fake.do_revoke_token()
    fake.do_message("We decided to use Redis.")
    live.settle()
    found = live.connection(connection)
    assert found.state == Connection.State.NEEDS_ATTENTION
    assert found.problem.startswith("Connect Toy again")
    again = live.connect(toy, fake)
    live.settle()
    assert again.id == connection.id
    assert live.connection(connection).state == Connection.State.CONNECTED
    assert len(live.decisions()) == 1


def test_a_cursor_that_ran_out_is_made_good_by_reading_again(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    webhook, fake.webhook_url = fake.webhook_url, ""
    fake.do_message("We decided to use Redis.")
    fake.webhook_url = webhook
    fake.do_forget()
    live.later(minutes=11)
    live.settle()
    assert texts(live) == ["m1"]
    assert live.connection(connection).state == Connection.State.CONNECTED


def test_a_private_room_is_for_its_members_until_they_leave(live: Live, fake: FakeToy) -> None:
    mate = live.world.teammate.email
    fake.do_room("board", private=True, members=[mate])
    fake.do_message("We decided to close the office.", room="board")
    live.connect(toy, fake)
    live.settle()
    assert texts(live, "teammate") == ["m1"]
    assert texts(live, "owner") == []
    assert texts(live, "stranger") == []
    assert live.decisions("teammate") != []
    fake.do_leave("board", mate)
    live.settle()
    assert live.decisions("teammate") == []


def test_who_has_linked_their_account_is_known_by_it(live: Live, fake: FakeToy) -> None:
    fake.do_room("board", private=True, members=["tess"])
    fake.do_message("We decided to close the office.", room="board")
    live.connect(toy, fake)
    live.settle()
    assert texts(live, "teammate") == []
    fake.user = "tess"
    live.link(toy, fake, "teammate")
    live.settle()
    assert texts(live, "teammate") == ["m1"]
    assert texts(live, "owner") == []


def test_a_way_back_serves_once(live: Live, fake: FakeToy) -> None:
    from connectors.live import authorizing
    from connectors.live.errors import Refused
    from tests.connectors.live.harness import CALLBACK

    live.use(toy, fake)
    with live.world.acting_as("owner"):
        started = authorizing.begin("toy", CALLBACK)
    answer = allow(started.url)
    back = authorizing.way_back(answer["state"])
    authorizing.complete(back.scope, back.authorization_id, answer)
    with pytest.raises(Refused, match="used already"):
        authorizing.complete(back.scope, back.authorization_id, answer)
    with pytest.raises(Refused, match="not one that began here"):
        authorizing.way_back(answer["state"] + "x")


def test_a_source_that_the_team_shares_is_for_admins_to_connect(live: Live, fake: FakeToy) -> None:
    from momo.platform.accounts.services import NotAllowed

    with pytest.raises(NotAllowed):
        live.connect(toy, fake, who="teammate")


def test_two_teams_with_the_same_account_each_have_their_own(live: Live, fake: FakeToy) -> None:
    live.connect(toy, fake)
    live.connect(toy, fake, who="stranger")
    live.settle()
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert len(live.decisions("owner")) == 1
    assert len(live.decisions("stranger")) == 1
    assert {d.team_id for d in live.decisions("stranger")} == {live.world.other_team.id}


def test_a_paused_connection_keeps_what_arrives(live: Live, fake: FakeToy) -> None:
    from connectors.live import managing

    connection = live.connect(toy, fake)
    live.settle()
    with live.world.acting_as("owner"):
        managing.pause(connection)
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert live.items() == {}
    with live.world.acting_as("owner"):
        managing.resume(connection)
    live.settle()
    assert texts(live) == ["m1"]


def test_what_is_not_chosen_is_not_collected(live: Live, fake: FakeToy) -> None:
    from connectors.live import managing

    fake.do_room("random")
    connection = live.connect(toy, fake)
    with live.world.acting_as("owner"):
        managing.choose(connection, ["general"])
    fake.do_message("We decided to have cake.", room="random")
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert texts(live) == ["m2"]
    with live.world.acting_as("owner"):
        managing.choose(live.connection(connection), None)
    live.settle()
    assert texts(live) == ["m1", "m2"]


def test_after_disconnecting_what_was_collected_stays_and_nothing_more_comes(
    live: Live, fake: FakeToy
) -> None:
    connection = live.connect(toy, fake)
    fake.do_message("We decided to use Redis.")
    live.settle()
    live.disconnect(connection)
    fake.do_message("We decided to use Kafka.")
    live.settle()
    assert len(live.decisions()) == 1
    assert fake.tokens == set()
    found = live.connection(connection)
    assert (found.state, found.sealed_credentials) == (Connection.State.DISCONNECTED, None)
    assert not SyncTurn.objects.filter(id=connection.id).exists()


def test_a_renewed_token_is_kept_sealed(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    (token,) = fake.tokens
    sealed = bytes(live.connection(connection).sealed_credentials)
    assert token.encode() not in sealed
    live.later(days=1)
    live.settle()
    assert live.connection(connection).state == Connection.State.CONNECTED
    assert fake.tokens != {token}


def test_what_is_in_a_delivery_is_sealed_and_goes_when_it_was_read(
    live: Live, fake: FakeToy
) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    fake.do_message("canary-4711 was decided.")
    (delivery,) = live.deliveries(connection)
    assert b"canary" not in bytes(delivery.sealed_body)
    live.settle()
    (delivery,) = live.deliveries(connection)
    assert delivery.sealed_body is None
    assert delivery.state == Delivery.State.READ
    assert "canary" not in json.dumps({"id": delivery.delivery_id, "event": delivery.event})


def test_a_thread_that_is_gone_takes_all_its_messages_along(live: Live, fake: FakeToy) -> None:
    live.connect(toy, fake)
    fake.do_message("We decided to use Redis.", name="choice")
    fake.do_message("Agreed.", to="choice")
    fake.do_message("We decided to use Kafka.")
    live.settle()
    fake.post(fake.delivery("gone", thread="m1"))
    live.settle()
    assert texts(live) == ["m3"]
    assert [decision.title for decision in live.decisions() if "Redis" in decision.title] == []


def test_a_room_that_is_closed_is_closed_at_once(live: Live, fake: FakeToy) -> None:
    live.connect(toy, fake)
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert live.decisions("teammate") != []
    members = [live.world.owner.email]
    room = {"id": "general", "name": "general", "private": True, "members": members}
    fake.post(fake.delivery("closed", prefix="m", room=room))
    live.settle()
    assert live.items("teammate") == {}
    assert live.decisions("teammate") == []
    assert texts(live, "owner") == ["m1"]
    assert len(live.decisions("owner")) == 1


def test_a_delivery_of_a_removal_stops_the_connection_until_it_is_made_again(
    live: Live, fake: FakeToy
) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    fake.post(fake.delivery("revoked"))
    live.settle()
    assert live.connection(connection).state == Connection.State.NEEDS_ATTENTION
    live.connect(toy, fake)
    live.settle()
    live.later(hours=1)
    live.settle()
    assert live.connection(connection).state == Connection.State.CONNECTED
    fake.do_message("We decided to use Redis.")
    live.settle()
    assert len(live.decisions()) == 1


def test_a_service_that_lets_momo_in_again_says_so_itself(live: Live, fake: FakeToy) -> None:
    connection = live.connect(toy, fake)
    live.settle()
    fake.post(fake.delivery("revoked"))
    live.settle()
    fake.post(fake.delivery("restored"))
    live.settle()
    live.later(hours=1)
    live.settle()
    assert live.connection(connection).state == Connection.State.CONNECTED
