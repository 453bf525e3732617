"""The audit log over REST."""

from momo.platform.accounts import keys
from tests.api import ROOT, session


def test_admins_read_what_was_done_latest_first(world):
    owner = session(world, "owner")
    owner.post(f"{ROOT}/agents", {"name": "bot"})
    items = owner.get(f"{ROOT}/audit").json()["items"]
    assert (items[0]["action"], items[0]["actor_id"]) == ("agent.created", str(world.owner.id))
    assert [item["number"] for item in items] == list(range(len(items), 0, -1))
    assert session(world, "teammate").get(f"{ROOT}/audit").status_code == 403


def test_the_log_is_filtered(world):
    with world.acting_as("teammate"):
        keys.create_key(principal_id=world.teammate.id, name="k")
    owner = session(world, "owner")

    def actions(**query):
        return [i["action"] for i in owner.get(f"{ROOT}/audit", query).json()["items"]]

    assert actions(action="key.created") == ["key.created"]
    assert actions(actor=world.teammate.id) == ["key.created", "member.joined"]
    assert actions(subject="nothing") == []


def test_the_chain_is_verified(world):
    answer = session(world, "owner").get(f"{ROOT}/audit/verification").json()
    assert answer == {"intact": True, "first_broken": None}
