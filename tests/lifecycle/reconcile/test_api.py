"""The conflict inbox over REST."""

from datetime import timedelta

import pytest
from django.utils import timezone

from decisions.models import Memory
from decisions.services import undo_supersession
from lifecycle.reconcile.work import reconcile
from momo.platform.audit.models import AuditEvent
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, decision, session


@pytest.fixture
def conflict(world):
    then = timezone.now() - timedelta(days=2)
    for title, at in (
        ("Berth map before offline sync", then),
        ("Offline sync before the berth map", then + timedelta(days=1)),
    ):
        decision(world, "owner", title, quote=f"{title}, I say.", decided_at=at)
    reconcile(world.team.id)
    (found,) = session(world, "teammate").get(f"{ROOT}/conflicts").json()["items"]
    return found


def resolve(world, conflict, holds, who="teammate"):
    return session(world, who).post(f"{ROOT}/conflicts/{conflict['id']}/resolve", {"holds": holds})


def test_both_quotes_are_shown(conflict):
    assert conflict["older"]["quote"] == "Berth map before offline sync, I say."
    assert conflict["newer"]["quote"] == "Offline sync before the berth map, I say."
    assert conflict["holds"] == ""


def test_one_call_settles_it(world, conflict):
    answer = resolve(world, conflict, "newer")
    assert answer.status_code == 200
    assert (answer.json()["holds"], answer.json()["resolved_by"]) == (
        "newer", str(world.teammate.id),
    )  # fmt: skip
    client = session(world, "owner")
    assert client.get(f"{ROOT}/conflicts").json()["items"] == []
    settled = client.get(f"{ROOT}/conflicts?resolved=true").json()["items"]
    assert [each["id"] for each in settled] == [conflict["id"]]
    with world.acting_as("owner"):
        older = Memory.objects.get(id=conflict["older"]["id"])
        assert str(older.superseded_by) == conflict["newer"]["id"]
        event = AuditEvent.objects.get(action="conflict.resolved")
        assert (event.subject, event.details) == (conflict["id"], {"holds": "newer"})


def test_it_is_settled_once(world, conflict):
    resolve(world, conflict, "both")
    assert resolve(world, conflict, "older").status_code == 409


def test_anything_else_than_one_of_the_three_is_refused(world, conflict):
    assert resolve(world, conflict, "neither").status_code == 400


def test_it_goes_from_sight_with_one_of_its_sides(world, conflict):
    with world.acting_as("owner"):
        Memory.objects.filter(id=conflict["newer"]["id"]).update(
            visibility=Visibility.PRIVATE, owner_id=world.owner.id
        )
    assert session(world, "teammate").get(f"{ROOT}/conflicts").json()["items"] == []
    assert resolve(world, conflict, "both").status_code == 404


@pytest.mark.parametrize(("holds", "gone"), [("older", "newer"), ("newer", "older")])
def test_a_settlement_is_taken_back_and_what_was_superseded_stands_again(
    world, conflict, holds, gone
):
    resolve(world, conflict, holds)
    answer = session(world, "owner").post(f"{ROOT}/conflicts/{conflict['id']}/reopen")
    assert (answer.status_code, answer.json()["holds"]) == (200, "")
    assert answer.json()[gone]["superseded_by"] is None
    with world.acting_as("owner"):
        assert Memory.objects.get(id=conflict[gone]["id"]).superseded_by is None
        assert AuditEvent.objects.filter(action="conflict.reopened").count() == 1
    assert resolve(world, conflict, "both").status_code == 200


def test_what_is_open_is_not_taken_back(world, conflict):
    address = f"{ROOT}/conflicts/{conflict['id']}/reopen"
    assert session(world, "owner").post(address).status_code == 409
    assert session(world, "stranger").post(address).status_code == 404


def test_a_settlement_that_was_undone_otherwise_is_taken_back_too(world, conflict):
    resolve(world, conflict, "newer")
    with world.acting_as("owner"):
        undo_supersession(conflict["older"]["id"])
    answer = session(world, "owner").post(f"{ROOT}/conflicts/{conflict['id']}/reopen")
    assert answer.json()["holds"] == ""
