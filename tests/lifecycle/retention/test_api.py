"""Erasing, retention and holds over the REST API."""

from datetime import timedelta

import pytest
from django.utils import timezone

from connectors.models import SourceItem
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, as_agent, session, with_key
from tests.decisions.pipeline.feeding import item_named, note, take_in

SAID = "We decided to use Postgres."


@pytest.fixture
def item(world):
    take_in(world, "teammate", note("a", SAID, occurred_at=timezone.now() - timedelta(days=400)))
    with world.acting_as("owner"):
        return str(item_named("a").id)


def there(world):
    with world.acting_as("owner"):
        return SourceItem.objects.exists()


def test_an_admin_counts_first_and_then_erases(world, item):
    admin = session(world, "owner")
    counted = admin.post(f"{ROOT}/erasures", {"item": item, "dry_run": True}, "json").json()
    assert (counted["erased"]["items"], counted["finished"]) == (1, True)
    assert there(world)
    done = admin.post(f"{ROOT}/erasures", {"item": item}, "json").json()
    assert done["erased"] == counted["erased"]
    assert set(done["verified"].values()) == {0}
    assert not there(world)
    assert admin.post(f"{ROOT}/erasures", {"item": item}, "json").status_code == 404


@pytest.mark.parametrize(
    "body", [{}, {"thread": "t"}, {"item": "x"}, {"everything": True}], ids=str
)
def test_what_names_nothing_is_refused(world, body):
    assert session(world, "owner").post(f"{ROOT}/erasures", body, "json").status_code == 400


def test_who_may_not_is_told_who_may(world, item):
    answer = session(world, "teammate").post(f"{ROOT}/erasures", {"item": item}, "json")
    assert (answer.status_code, "admins" in answer.json()["detail"]) == (403, True)
    assert with_key(world, "owner", "read").post(f"{ROOT}/erasures", {}).status_code == 403
    assert as_agent(world).post(f"{ROOT}/erasures", {"item": item}, "json").status_code == 403
    assert there(world)


def test_a_hold_answers_409_and_names_itself_to_admins(world, item):
    admin = session(world, "owner")
    placed = admin.post(f"{ROOT}/legal-holds", {"reason": "Case 7"}, "json")
    assert placed.status_code == 201
    refused = admin.post(f"{ROOT}/erasures", {"item": item}, "json")
    assert refused.status_code == 409
    assert placed.json()["id"] in refused.json()["detail"]
    with world.acting_as("owner"):
        memory = SourceItem.objects.get().id
    assert admin.get(f"{ROOT}/legal-holds").json()["items"][0]["reason"] == "Case 7"
    released = admin.post(f"{ROOT}/legal-holds/{placed.json()['id']}/release").json()
    assert released["released_by"] == str(world.owner.id)
    assert admin.get(f"{ROOT}/legal-holds").json()["items"] == []
    assert len(admin.get(f"{ROOT}/legal-holds?released=true").json()["items"]) == 1
    assert admin.post(f"{ROOT}/erasures", {"item": str(memory)}, "json").status_code == 200


def test_deleting_a_memory_under_a_hold_answers_409(world, item):
    admin = session(world, "owner")
    admin.post(f"{ROOT}/legal-holds", {"reason": "Case 7"}, "json")
    found = admin.get(f"{ROOT}/decisions").json()["items"][0]["id"]
    assert admin.delete(f"{ROOT}/decisions/{found}").status_code == 409


def test_holds_are_for_admins(world):
    for who in ("teammate", "private_owner"):
        member = session(world, who)
        assert member.get(f"{ROOT}/legal-holds").status_code == 403
        assert member.post(f"{ROOT}/legal-holds", {"reason": "x"}, "json").status_code == 403


def test_policies_are_set_looked_at_and_dropped(world, item):
    admin, member = session(world, "owner"), session(world, "teammate")
    body = {"days": 365, "action": "erase", "source": "file"}
    assert member.post(f"{ROOT}/retention", body, "json").status_code == 403
    policy = admin.post(f"{ROOT}/retention", body, "json").json()
    assert admin.get(f"{ROOT}/retention/{policy['id']}").json() == {"items": 1, "held": 0}
    assert [each["id"] for each in member.get(f"{ROOT}/retention").json()["items"]] == [
        policy["id"]
    ]
    assert member.delete(f"{ROOT}/retention/{policy['id']}").status_code == 403
    assert admin.delete(f"{ROOT}/retention/{policy['id']}").status_code == 204
    own = member.post(f"{ROOT}/retention", body | {"private": True}, "json").json()
    assert own["visibility"] == Visibility.PRIVATE
    assert admin.get(f"{ROOT}/retention").json()["items"] == []
    assert admin.get(f"{ROOT}/retention/{own['id']}").status_code == 404


def test_an_admins_key_that_only_writes_erases_nothing(world, item):
    key = with_key(world, "owner", "read", "write")
    body = {"days": 365, "action": "erase"}
    assert key.post(f"{ROOT}/erasures", {"item": item}, "json").status_code == 403
    assert key.post(f"{ROOT}/retention", body, "json").status_code == 403
    policy = session(world, "owner").post(f"{ROOT}/retention", body, "json").json()
    assert key.delete(f"{ROOT}/retention/{policy['id']}").status_code == 403
    assert there(world)
    whole = with_key(world, "owner", "read", "write", "admin")
    assert whole.post(f"{ROOT}/erasures", {"item": item}, "json").status_code == 200


def test_a_members_key_that_writes_erases_what_is_their_own(world):
    take_in(world, "teammate", note("mine", SAID), default_visibility=Visibility.PRIVATE)
    with world.acting_as("teammate"):
        mine = str(item_named("mine").id)
    key = with_key(world, "teammate", "read", "write")
    assert key.post(f"{ROOT}/erasures", {"item": mine}, "json").status_code == 200


def test_a_policy_for_a_channel_and_oneself_is_refused(world):
    body = {"days": 365, "action": "erase", "private": True, "audience": str(world.team.id)}
    answer = session(world, "owner").post(f"{ROOT}/retention", body, "json")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("retention", {"days": 30, "action": "erase", "source": "slakc"}),
        ("legal-holds", {"reason": "Case 7", "source": "slakc"}),
        (
            "legal-holds",
            {"reason": "x", "since": "2026-02-01T00:00Z", "until": "2026-01-01T00:00Z"},
        ),
    ],
)
def test_what_would_cover_nothing_is_refused(world, path, body):
    assert session(world, "owner").post(f"{ROOT}/{path}", body, "json").status_code == 400
