"""What people do with a connection over REST, and what they are told of it."""

import json

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext

from connectors.live import connecting
from connectors.live.contract import Connected
from connectors.live.models import Connection
from momo.platform.rest import watching
from momo.platform.rest.streams import EVENT_STREAM
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, missing, session
from tests.connectors.live.harness import Live
from tests.connectors.live.toy.connector import toy


def test_the_list_asks_the_same_however_many_there_are(ready):
    def queries() -> int:
        client = session(ready.world, "owner")
        with CaptureQueriesContext(database) as seen:
            assert client.get(f"{ROOT}/integrations").status_code == 200
        return len(seen)

    _several(ready, "one")
    few = queries()
    _several(ready, "two", "three", "four")
    assert queries() == few


def test_what_must_be_done_next_is_said(ready, fake, connected):
    owner = session(ready.world, "owner")
    fake.do_revoke_token()
    ready.settle()
    shown = owner.get(connected).json()["connection"]
    assert shown["state"] == "needs_attention"
    assert shown["problem"].startswith("Connect Toy again")
    assert shown["next_step"].startswith("Connect it again")


def test_credentials_are_in_no_answer(ready, fake, connected):
    owner = session(ready.world, "owner")
    ready.settle()
    for address in (connected, f"{connected}/progress", f"{connected}/deliveries",
                    f"{ROOT}/integrations", f"{ROOT}/connectors"):  # fmt: skip
        text = owner.get(address).content.decode()
        assert not [token for token in fake.tokens if token in text]
        assert fake.secret not in text


def test_paused_it_waits_and_resumed_it_goes_on(ready, fake, connected):
    owner = session(ready.world, "owner")
    ready.settle()
    assert owner.post(f"{connected}/pause").json()["connection"]["state"] == "paused"
    fake.do_message("We decided to use Redis.")
    ready.settle()
    assert not ready.items()
    assert owner.post(f"{connected}/resume").json()["connection"]["state"] == "connected"
    ready.settle()
    assert list(ready.items()) == ["m1"]


def test_sync_now_finds_what_no_event_told_of(ready, fake, connected):
    ready.settle()
    fake.webhook_url = ""
    fake.do_message("We decided to use Redis.")
    ready.settle()
    assert not ready.items()
    assert session(ready.world, "owner").post(f"{connected}/sync").status_code == 202
    ready.settle()
    assert list(ready.items()) == ["m1"]


@pytest.mark.parametrize("verb", ["pause", "resume", "sync", "disconnect"])
def test_members_do_not_manage_what_others_connected(ready, connected, verb):
    body = {"items": "keep"} if verb == "disconnect" else None
    response = session(ready.world, "teammate").post(f"{connected}/{verb}", body)
    assert response.status_code == 403


def test_a_private_room_is_named_to_its_members_only(ready, fake, connected):
    fake.do_room("takeover", private=True, members=["teammate@momo.example"])
    fake.do_room("board", private=True, members=["ada"])  # the id that the owner linked
    owner = session(ready.world, "owner")
    rooms = {each["id"]: each for each in owner.get(f"{connected}/choices").json()["items"]}
    assert rooms["takeover"]["name"] == "a private channel"
    assert rooms["board"]["name"] == "board"
    assert rooms["general"] | {"kind": ""} == {
        "id": "general", "name": "general", "kind": "", "private": False, "chosen": True,
    }  # fmt: skip


def test_only_what_is_chosen_is_collected(ready, fake, connected):
    fake.do_room("random")
    fake.do_message("We decided to use Redis.", room="random")
    fake.do_message("We decided to use Postgres.")
    owner = session(ready.world, "owner")
    assert owner.put(f"{connected}/choices", {"ids": ["general"]}).status_code == 200
    ready.settle()
    assert list(ready.items()) == ["m2"]
    listing = owner.get(f"{connected}/choices").json()
    assert (listing["all"], listing["complete"]) == (False, True)
    assert [each["id"] for each in listing["items"] if each["chosen"]] == ["general"]
    owner.put(f"{connected}/choices", {"ids": None})
    ready.settle()
    assert sorted(ready.items()) == ["m1", "m2"]


def test_what_the_service_does_not_have_is_not_chosen(ready, fake, connected):
    owner = session(ready.world, "owner")
    refused = owner.put(f"{connected}/choices", {"ids": ["general", "no-such-room"]})
    assert refused.status_code == 400
    assert "1 of these" in refused.json()["detail"]
    assert owner.get(f"{connected}/choices").json()["all"] is True


def test_a_source_is_renamed_by_who_may_manage_it(ready, connected):
    owner = session(ready.world, "owner")
    read = {"If-Match": owner.get(connected)["ETag"]}
    named = owner.patch(connected, {"name": "Our rooms"}, headers=read)
    assert named.json()["name"] == "Our rooms"
    assert owner.patch(connected, {"name": "Mine"}, headers=read).status_code == 412
    assert owner.patch(connected, {"default_visibility": "private"}).status_code == 403
    assert session(ready.world, "teammate").patch(connected, {"name": "Mine"}).status_code == 403
    assert session(ready.world, "stranger").patch(connected, {"name": "Mine"}).status_code == 404


def test_progress_counts_what_is_brought_in_and_worked_through(ready, fake, connected):
    for number in range(4):
        fake.do_message(f"We decided to use option {number}.")
    reader = session(ready.world, "teammate")
    before = reader.get(f"{connected}/progress").json()
    assert (before["finished"], before["run"]["state"]) == (False, "running")
    ready.settle()
    after = reader.get(f"{connected}/progress").json()
    assert (after["finished"], after["run"]["read"], after["pipeline"]["done"]) == (True, 4, 4)


def test_progress_streams_until_all_is_worked_through(ready, fake, connected, monkeypatch):
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.01)
    fake.do_message("We decided to use Redis.")
    told = session(ready.world, "owner").get(
        f"{connected}/events", headers={"Accept": EVENT_STREAM}
    )
    lines = iter(told.streaming_content)
    [(name, first)] = _events([next(lines)])
    assert (name, first["finished"]) == ("progress", False)
    ready.settle()
    rest = _events(lines)
    assert [name for name, _ in rest][-1] == "done"
    assert rest[-1][1]["finished"] is True


def test_progress_that_waits_for_a_person_ends_its_stream(ready, connected):
    owner = session(ready.world, "owner")
    owner.post(f"{connected}/pause")
    told = owner.get(f"{connected}/events", headers={"Accept": EVENT_STREAM})
    *_, (name, last) = _events(told.streaming_content)
    assert (name, last["waits"], last["finished"]) == ("done", True, False)
    assert last["next_step"].startswith("Resume it")


def test_deliveries_are_listed_without_their_content(ready, fake, connected):
    ready.settle()
    fake.do_message("We decided to hide the zebra.")
    listed = session(ready.world, "owner").get(f"{connected}/deliveries")
    (item,) = listed.json()["items"]
    assert (item["event"], item["state"]) == ("message", "received")
    assert "zebra" not in listed.content.decode()
    assert session(ready.world, "teammate").get(f"{connected}/deliveries").status_code == 403


def test_a_delivery_that_failed_is_tried_again_on_request(ready, fake, connected):
    ready.settle()
    fake.post(fake.delivery("message", message={"text": 7}))
    ready.settle()
    owner = session(ready.world, "owner")
    (item,) = owner.get(f"{connected}/deliveries").json()["items"]
    assert item["state"] == "failed"
    retry = f"{connected}/deliveries/{item['id']}/retry"
    assert owner.post(retry).json()["state"] == "received"
    assert owner.post(retry).status_code == 404
    assert owner.post(f"{connected}/deliveries/{missing()}/retry").status_code == 404


def test_disconnected_all_that_was_collected_stays(ready, fake, connected):
    fake.do_message("We decided to use Redis.")
    ready.settle()
    owner = session(ready.world, "owner")
    assert owner.post(f"{connected}/disconnect", {"items": "keep"}).json() == {"erasure": None}
    assert not fake.tokens
    assert list(ready.items()) == ["m1"]
    shown = owner.get(connected).json()["connection"]
    assert (shown["state"], shown["tasks"]) == ("disconnected", [])


def test_disconnected_with_erasure_nothing_stays(ready, fake, connected):
    fake.do_message("We decided to use Redis.")
    ready.settle()
    owner = session(ready.world, "owner")
    done = owner.post(f"{connected}/disconnect", {"items": "erase"}).json()["erasure"]
    assert (done["finished"], done["erased"]["items"]) == (True, 1)
    assert not ready.items()
    assert owner.get(connected).status_code == 404
    assert not _connections(ready)


def _events(parts) -> list[tuple[str, dict]]:
    """Name and data of each event, comments left out."""
    told = [each for part in parts for each in part.decode().split("\n\n") if each]
    lines = [each.split("\n", 1) for each in told if not each.startswith(":")]
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, data in lines
    ]


def _connections(live: Live) -> list[Connection]:
    with live.world.acting_as("owner"):
        return list(Connection.objects.all())


def _several(live: Live, *names: str) -> None:
    with live.world.acting_as("owner"):
        for name in names:
            connecting.connect(toy, Connected(name, name, {"token": "t"}), Visibility.SHARED)
