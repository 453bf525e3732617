"""Entities over REST and on the command line."""

import json
import re

import pytest
from click.testing import CliRunner
from django.urls import reverse

from decisions.models import EntityName
from momo.surfaces.cli.main import run
from tests.api import session
from tests.decisions.entities.naming import person, thing
from tests.decisions.entities.test_resolve import WORK, name_all

OTHER = "ada.ashworth@harbor.example"


@pytest.fixture
def client(world):
    people = [person("Ada Ashworth", WORK), person("Ada Ashworth", OTHER)]
    name_all(world, "owner", [*people, thing("Postgres")])
    return session(world, "teammate")


def suggestion(client):
    return client.get(reverse("entity-suggestions")).json()["items"]


def test_a_suggestion_has_its_evidence_and_is_settled_by_one_call(client):
    (found,) = suggestion(client)
    assert (found["rule"], found["reason"]) == ("same-name", "The same full name.")
    assert {*found["a"]["emails"], *found["b"]["emails"]} == {WORK, OTHER}
    address = reverse("answer-entity-suggestion", kwargs={"suggestion_id": found["id"]})
    ada = client.post(address, {"same": True}).json()
    assert {email for name in ada["names"] for email in name["emails"]} == {WORK, OTHER}
    assert suggestion(client) == []
    assert client.post(address, {"same": True}).json() == ada


def test_merge_split_and_undo_take_each_other_back(client):
    (found,) = suggestion(client)
    one, other = found["a"]["entity_id"], found["b"]["entity_id"]
    merge = reverse("merge-entities", kwargs={"entity_id": one})
    ada = client.post(merge, {"other": other}).json()
    again = client.post(merge, {"other": other})
    assert (again.status_code, again.json()) == (200, ada)
    for stale in (one, other):
        shown = client.get(reverse("entity", kwargs={"entity_id": stale}))
        assert shown.json()["entity"]["id"] == ada["entity"]["id"]
    names = {name["emails"][0]: name["id"] for name in ada["names"]}
    split = reverse("split-entity", kwargs={"entity_id": ada["entity"]["id"]})
    left = client.post(split, {"names": [names[OTHER]]}).json()
    assert left["entity"]["emails"] == [OTHER]
    undo = reverse("undo-entity-act", kwargs={"act": left["verdicts"][0]["act"]})
    assert [client.post(undo).status_code for _ in range(2)] == [204, 204]
    whole = client.get(reverse("entity", kwargs={"entity_id": other})).json()
    assert sorted(whole["entity"]["emails"]) == sorted([WORK, OTHER])


def test_what_cannot_be_done_is_said(client):
    (found,) = suggestion(client)
    one = found["a"]["entity_id"]
    postgres = client.get(reverse("entities"), {"type": "technology"}).json()["items"][0]
    merge = reverse("merge-entities", kwargs={"entity_id": one})
    refused = client.post(merge, {"other": postgres["id"]})
    assert (refused.status_code, refused.json()["detail"]) == (
        409, "A person and a thing cannot be one.",
    )  # fmt: skip
    split = reverse("split-entity", kwargs={"entity_id": one})
    assert client.post(split, {"names": [found["a"]["id"]]}).status_code == 409


def test_listing_costs_the_same_however_many_there_are(
    client, world, django_assert_max_num_queries
):
    name_all(world, "owner", [thing(f"Thing {n}") for n in range(20)], one_by_one=False)
    with django_assert_max_num_queries(12):
        assert len(client.get(reverse("entities"), {"limit": 100}).json()["items"]) == 23
    named = client.get(reverse("entities"), {"q": "ASHWORTH"}).json()["items"]
    assert {entity["emails"][0] for entity in named} == {WORK, OTHER}


def test_the_command_line_lists_merges_splits_and_undoes(client, world):
    def momo(*arguments):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
        done = CliRunner().invoke(run, ["entities", *map(str, arguments)], env=env)
        assert done.exit_code == 0, done.output
        return done.output

    assert "Postgres" in momo("--type", "technology")
    (found,) = json.loads(momo("--suggestions", "--json"))
    ada = json.loads(momo("merge", found["id"], "--json"))
    assert len(ada["names"]) == 2
    assert "Nothing is undecided" in momo("--suggestions")
    with world.acting_as("owner"):
        other = EntityName.objects.get(key=OTHER).id
    momo("split", ada["entity"]["id"], other)
    act = re.search(r"[0-9a-f-]{36}", momo("show", other).split("What people said")[1])
    assert "Taken back" in momo("undo", act[0])
    assert len(json.loads(momo("show", other, "--json"))["names"]) == 2
    missing = CliRunner().invoke(
        run, ["entities", "show", str(world.team.id)],
        env={"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email},
    )  # fmt: skip
    assert (missing.exit_code, "no such entity" in missing.output) == (1, True)
