"""Saved views."""

from tests.api import ROOT, session

VIEW = {"name": "Open", "query": {"holds": ["pending"], "sort": "updated"}}


def _names(client):
    return [item["name"] for item in client.get(f"{ROOT}/decisions/views").json()["items"]]


def test_a_view_is_its_owners_until_it_is_shared(world):
    owner, teammate = session(world, "owner"), session(world, "teammate")
    made = owner.post(f"{ROOT}/decisions/views", VIEW)
    assert made.status_code == 201
    assert (_names(owner), _names(teammate)) == (["Open"], [])
    address = f"{ROOT}/decisions/views/{made.json()['id']}"
    assert teammate.get(address).status_code == 404
    shared = owner.patch(address, {"shared": True}, headers={"If-Match": made["ETag"]})
    assert shared.json()["shared"]
    assert _names(teammate) == ["Open"]
    assert _names(session(world, "stranger")) == []


def test_a_teams_view_is_changed_by_its_owner_and_by_admins(world):
    teammate, owner = session(world, "teammate"), session(world, "owner")
    made = teammate.post(f"{ROOT}/decisions/views", {**VIEW, "shared": True}).json()
    address = f"{ROOT}/decisions/views/{made['id']}"
    assert session(world, "private_owner").patch(address, {"name": "X"}).status_code == 403
    assert session(world, "private_owner").delete(address).status_code == 403
    assert owner.patch(address, {"name": "X"}).json()["name"] == "X"
    assert owner.patch(address, {"shared": False}).status_code == 403
    assert owner.delete(address).status_code == 204


def test_a_view_that_was_changed_meanwhile_is_not_overwritten(world):
    owner = session(world, "owner")
    made = owner.post(f"{ROOT}/decisions/views", VIEW)
    address = f"{ROOT}/decisions/views/{made.json()['id']}"
    owner.patch(address, {"name": "Newer"})
    stale = {"headers": {"If-Match": made["ETag"]}}
    assert owner.patch(address, {"name": "Older"}, **stale).status_code == 412
    assert owner.delete(address, **stale).status_code == 412


def test_a_view_has_a_name_of_its_own_and_asks_what_a_list_takes(world):
    owner = session(world, "owner")
    assert owner.post(f"{ROOT}/decisions/views", VIEW).status_code == 201
    assert owner.post(f"{ROOT}/decisions/views", VIEW).status_code == 409
    for query in ({"colour": "red"}, {"holds": "pending"}, {"limit": 5}, [1], "x"):
        response = owner.post(f"{ROOT}/decisions/views", {"name": "Bad", "query": query})
        assert response.status_code == 400, query
