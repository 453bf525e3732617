"""The audit log over REST."""

import csv
import io

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from momo.platform.accounts import keys
from momo.platform.audit.services import record
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


def test_one_kind_of_thing_and_a_span_of_time_are_filtered(world):
    owner = session(world, "owner")
    owner.post(f"{ROOT}/agents", {"name": "bot"})
    listed = owner.get(f"{ROOT}/audit", {"action": "member.*"}).json()["items"]
    assert {item["action"].split(".")[0] for item in listed} == {"member"}
    last = owner.get(f"{ROOT}/audit").json()["items"][0]
    before = owner.get(f"{ROOT}/audit", {"until": last["at"]}).json()["items"]
    since = owner.get(f"{ROOT}/audit", {"since": last["at"]}).json()["items"]
    assert [item["number"] for item in since] == [last["number"]]
    assert last["number"] not in [item["number"] for item in before]
    for wrong in ("%", "member.%", ".*", "MEMBER"):
        assert owner.get(f"{ROOT}/audit", {"action": wrong}).status_code == 400


def test_who_did_it_is_named_while_they_are_in_the_team(world):
    owner = session(world, "owner")
    assert owner.get(f"{ROOT}/audit").json()["items"][0]["actor"] == "Private.Owner"
    owner.delete(reverse("member", kwargs={"user_id": world.private_owner.id}))
    items = owner.get(f"{ROOT}/audit").json()["items"]
    assert [item["actor"] for item in items[:2]] == ["Owner", ""]


def test_the_kinds_of_actions_are_those_of_the_team(world):
    session(world, "owner").post(f"{ROOT}/agents", {"name": "bot"})
    kinds = {
        who: session(world, who).get(f"{ROOT}/audit/actions").json()["items"]
        for who in ("owner", "stranger")
    }
    assert "agent.created" in kinds["owner"]
    assert kinds["owner"] == sorted(set(kinds["owner"]))
    assert "agent.created" not in kinds["stranger"]


def test_it_is_exported_oldest_first(world):
    with world.acting_as("owner"):
        record("memory.edited", subject="=1+1", fields=["title"])
    answer = session(world, "owner").get(f"{ROOT}/audit/export", headers={"Accept": "text/csv"})
    assert answer["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [int(row["number"]) for row in rows] == list(range(1, len(rows) + 1))
    assert (rows[-1]["subject"], rows[-1]["details"]) == ("'=1+1", '{"fields": ["title"]}')
    assert session(world, "teammate").get(f"{ROOT}/audit/export").status_code == 403


def test_a_longer_log_takes_no_more_statements(world):
    def statements():
        with CaptureQueriesContext(connection) as asked:
            assert owner.get(f"{ROOT}/audit").status_code == 200
        return len(asked)

    owner = session(world, "owner")
    few = statements()
    with world.acting_as("teammate"):
        for _ in range(5):
            record("memory.edited", subject="x")
    assert statements() == few
