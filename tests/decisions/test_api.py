"""Memories and decisions over REST."""

from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from connectors.contract import Person
from decisions.models import Memory
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, belongings, decision, missing, session, with_key


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _titles(client, **query):
    response = client.get(f"{ROOT}/memories", query)
    assert response.status_code == 200, response.content
    return [item["title"] for item in response.json()["items"]]


def test_a_decision_is_created_with_all_its_parts(owner):
    body = {
        "title": "Use Postgres", "summary": "For all of it.", "rationale": "One thing to run.",
        "decision_type": "selection", "confidence": "medium", "status": "pending",
        "options": [{"option": "MySQL", "chosen": False, "reason": "No vectors", "by": "Ada"}],
        "people": [{"name": "Ada", "email": "ada@momo.example"}],
        "entities": [{"name": "Atlas", "type": "project"}],
        "owner_name": "Ada", "due_on": "2026-05-01", "tags": ["db"], "visibility": "private",
        "decided_at": "2026-03-01T10:00:00Z", "quote": "We use Postgres.",
        "source_url": "https://momo.example/1", "importance": 0.9,
    }  # fmt: skip
    response = owner.post(f"{ROOT}/decisions", body)
    assert response.status_code == 201
    made = response.json()
    assert made["people"] == [
        {"name": "Ada", "email": "ada@momo.example", "handle": "", "role": "decider"}
    ]
    assert {e["name"] for e in made["entities"]} == {"Ada", "Atlas"}
    for name in body.keys() - {"people", "entities", "decided_at"}:
        assert made[name] == body[name]
    again = owner.get(f"{ROOT}/decisions/{made['id']}")
    assert again.json() == made
    assert again["ETag"] == response["ETag"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "title"),
        ({"title": "x", "colour": "red"}, "colour"),
        ({"title": "x", "status": "maybe"}, "status"),
        ({"title": "x", "visibility": "restricted"}, "visibility"),
        ({"title": "x", "options": [{"option": "a", "chosen": True}, {"chosen": True}]},
         "options.1.option"),
        ({"title": "x", "people": [{"role": "author"}]}, "people.0"),
        ({"title": "x\x00"}, "title"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(owner, body, field):
    response = owner.post(f"{ROOT}/decisions", body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


def test_memories_of_other_kinds_can_be_stated_too(owner):
    made = owner.post(f"{ROOT}/memories", {"title": "We are five", "kind": "fact"}).json()
    assert (made["kind"], made["status"]) == ("fact", "")
    assert owner.get(f"{ROOT}/decisions/{made['id']}").status_code == 404
    assert owner.get(f"{ROOT}/memories/{made['id']}").status_code == 200


def test_a_list_is_filtered(world, owner):
    decision(world, "owner", "Old one", decided_at=datetime(2020, 1, 1, tzinfo=UTC))
    decision(world, "owner", "Pending", status="pending", tags=("a", "b"))
    decision(world, "owner", "Fact", kind="fact")
    decision(
        world, "owner", "Approval", decision_type="approval",
        people=(Person(name="Ada Byron", email="ada@momo.example"),),
    )  # fmt: skip
    assert _titles(owner, kind="fact") == ["Fact"]
    assert _titles(owner, type="approval") == ["Approval"]
    assert _titles(owner, status="pending") == ["Pending"]
    assert _titles(owner, tag=["a", "b"]) == ["Pending"]
    assert _titles(owner, tag=["a", "c"]) == []
    assert _titles(owner, until="2021-01-01T00:00:00Z") == ["Old one"]
    assert "Old one" not in _titles(owner, since="2021-01-01T00:00:00Z")
    assert _titles(owner, q="old") == ["Old one"]
    assert _titles(owner, source="slack") == []
    assert _titles(owner, person="ada@momo.example") == ["Approval"]
    assert _titles(owner, person="Ada Byron") == ["Approval"]
    assert _titles(owner, person="Bob") == []
    assert _titles(owner) == ["Approval", "Fact", "Pending", "Old one"]


@pytest.mark.parametrize(
    "query", ["colour=red", "kind=poem", "limit=101", "limit=0", "cursor=x", "since=yesterday"]
)
def test_a_filter_that_is_not_known_is_refused(owner, query):
    response = owner.get(f"{ROOT}/memories?{query}")
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == query.split("=")[0]


def test_secret_memories_are_listed_for_their_owner_alone_and_only_when_asked_for(world, owner):
    decision(world, "owner", "Hush", visibility=Visibility.SECRET)
    assert _titles(owner) == []
    assert _titles(owner, include_secret="true") == ["Hush"]
    assert _titles(session(world, "teammate"), include_secret="true") == []


def test_pages_follow_each_other_without_gap_or_repeat(world, owner):
    same_time = datetime(2026, 1, 1, tzinfo=UTC)
    for n in range(7):
        decision(world, "owner", str(n), decided_at=same_time)
    seen, query = [], {"limit": 3}
    while True:
        page = owner.get(f"{ROOT}/decisions", query).json()
        seen += [item["title"] for item in page["items"]]
        decision(world, "owner", "newer")  # arrives meanwhile, on no later page
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    assert seen == ["6", "5", "4", "3", "2", "1", "0"]


@pytest.mark.parametrize("name", ["memories", "decisions"])
def test_a_list_costs_the_same_for_two_rows_and_for_twenty(world, owner, name):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert owner.get(f"{ROOT}/{name}").status_code == 200
        return len(captured)

    people = (Person(name="Ada"),)
    for n in range(2):
        decision(world, "owner", str(n), people=people)
    two = queries()
    for n in range(18):
        decision(world, "owner", str(n), people=people)
    assert queries() == two


def test_a_memory_shows_where_it_was_found(world):
    from connectors.models import SourceItem
    from decisions.pipeline.work import seal_field

    things = belongings(world, "owner", Visibility.SHARED)
    with world.acting_as("owner"):
        item = SourceItem.objects.get(id=things["item"])
        seal_field(item, "sealed_text", "We use Postgres.")
        item.save(update_fields=["sealed_text"])
    shown = session(world, "teammate").get(f"{ROOT}/memories/{things['memory']}").json()
    assert [source["text"] for source in shown["sources"]] == ["We use Postgres."]
    assert [o["snippet"] for o in shown["occurrences"]] == ["again"]


def test_an_edit_answers_with_the_new_version(world, owner):
    memory_id = decision(world, "owner", "Old")
    before = owner.get(f"{ROOT}/memories/{memory_id}")
    response = owner.patch(
        f"{ROOT}/memories/{memory_id}", {"title": "New"}, headers={"If-Match": before["ETag"]}
    )
    assert (response.status_code, response.json()["title"]) == (200, "New")
    assert response["ETag"] != before["ETag"]
    late = owner.patch(
        f"{ROOT}/memories/{memory_id}", {"title": "Late"}, headers={"If-Match": before["ETag"]}
    )
    assert (late.status_code, late.json()["title"]) == (412, "Precondition Failed")


@pytest.mark.parametrize("body", [{"quote": "x"}, {"id": "x"}, {"kind": "fact"}])
def test_what_a_source_said_is_not_edited(world, owner, body):
    memory_id = decision(world, "owner")
    assert owner.patch(f"{ROOT}/memories/{memory_id}", body).status_code == 400


def test_edits_are_kept_as_revisions(world, owner):
    memory_id = decision(world, "owner", "Old")
    owner.patch(f"{ROOT}/decisions/{memory_id}", {"title": "New"})
    owner.patch(f"{ROOT}/decisions/{memory_id}", {"due_on": "2026-05-01"})
    items = owner.get(f"{ROOT}/decisions/{memory_id}/revisions").json()["items"]
    assert [item["changes"] for item in items] == [
        {"due_on": [None, "2026-05-01"]}, {"title": ["Old", "New"]},
    ]  # fmt: skip


def test_replacing_undoing_reversing_and_restoring(world, owner):
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New")
    shown = owner.post(f"{ROOT}/decisions/{old}/supersede", {"by": str(new), "reason": "Cheaper"})
    assert shown.json()["superseded_by"] == str(new)
    lineage = owner.get(f"{ROOT}/decisions/{new}/lineage").json()
    assert {d["title"] for d in lineage["decisions"]} == {"Old", "New"}
    assert [s["reason"] for s in lineage["supersessions"]] == ["Cheaper"]
    circle = owner.post(f"{ROOT}/decisions/{new}/supersede", {"by": str(old)})
    assert (circle.status_code, circle.json()["title"]) == (409, "Conflict")
    assert owner.post(f"{ROOT}/decisions/{old}/undo").json()["superseded_by"] is None
    assert owner.post(f"{ROOT}/decisions/{new}/reverse").json()["status"] == "reversed"
    assert owner.post(f"{ROOT}/decisions/{new}/reverse").status_code == 409
    assert owner.post(f"{ROOT}/decisions/{new}/restore").json()["status"] == "decided"
    assert owner.post(f"{ROOT}/decisions/{old}/undo").status_code == 409


def test_the_lineage_leaves_out_what_the_reader_cannot_see(world, owner):
    new = decision(world, "owner", "New")
    old = decision(world, "owner", "Old", visibility=Visibility.PRIVATE)
    owner.post(f"{ROOT}/decisions/{old}/supersede", {"by": str(new)})
    seen = session(world, "teammate").get(f"{ROOT}/decisions/{new}/lineage").json()
    assert [d["title"] for d in seen["decisions"]] == ["New"]
    assert seen["supersessions"] == []


def test_a_decision_is_not_replaced_by_one_that_is_missing_or_hidden(world, owner):
    old = decision(world, "owner")
    hidden = decision(world, "private_owner", visibility=Visibility.PRIVATE)
    answers = [
        owner.post(f"{ROOT}/decisions/{old}/supersede", {"by": str(by)})
        for by in (hidden, missing())
    ]
    assert [a.status_code for a in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_deleting(world, owner):
    memory_id = decision(world, "owner")
    assert session(world, "teammate").delete(f"{ROOT}/memories/{memory_id}").status_code == 403
    assert owner.delete(f"{ROOT}/memories/{memory_id}").status_code == 204
    assert owner.delete(f"{ROOT}/memories/{memory_id}").status_code == 404


def test_a_key_that_reads_does_not_write(world):
    reader = with_key(world, "owner")
    assert reader.get(f"{ROOT}/memories").status_code == 200
    assert reader.post(f"{ROOT}/memories", {"title": "x"}).status_code == 403
    writer = with_key(world, "owner", "read", "write")
    assert writer.post(f"{ROOT}/memories", {"title": "x"}).status_code == 201


def test_a_decision_stated_twice_with_one_key_is_kept_once(world, owner):
    headers = {"Idempotency-Key": "abc"}
    first = owner.post(f"{ROOT}/decisions", {"title": "Once"}, headers=headers)
    again = owner.post(f"{ROOT}/decisions", {"title": "Once"}, headers=headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    with world.acting_as("owner"):
        assert Memory.objects.get().id == UUID(first.json()["id"])


def test_people_and_options_are_kept_whole_however_little_a_change_says(world, owner):
    memory_id = decision(world, "owner", people=(Person(name="Ada"),))
    body = {"people": [{"name": "Bob"}], "options": [{"option": "Postgres", "chosen": True}]}
    changed = owner.patch(f"{ROOT}/decisions/{memory_id}", body)
    assert changed.status_code == 200
    assert changed.json()["people"] == [
        {"name": "Bob", "email": "", "handle": "", "role": "decider"}
    ]
    assert changed.json()["options"][0]["reason"] == ""
    assert _titles(owner, person="Bob") == ["Use Postgres"]
    assert _titles(owner, person="Ada") == []


@pytest.mark.parametrize("people", [[{}], [{"name": "Bob", "post": "x"}], [{"role": "decider"}]])
def test_a_change_to_people_who_are_nobody_is_refused(world, owner, people):
    memory_id = decision(world, "owner")
    assert owner.patch(f"{ROOT}/decisions/{memory_id}", {"people": people}).status_code == 400


def test_a_row_that_lacks_parts_hides_no_list(world, owner):
    memory_id = decision(world, "owner")
    with world.acting_as("owner"):
        Memory.objects.update(people=[{"name": "Bob"}], options=[{"option": "Postgres"}])
    listed = owner.get(f"{ROOT}/decisions").json()["items"]
    assert listed[0]["people"] == [{"name": "Bob", "email": "", "handle": "", "role": ""}]
    shown = owner.get(f"{ROOT}/decisions/{memory_id}").json()
    assert shown["options"] == [{"option": "Postgres", "chosen": False, "reason": "", "by": ""}]
    assert owner.post(f"{ROOT}/search", {"query": "Postgres"}).status_code == 200


@pytest.mark.parametrize("inside", ["[" * 6000, "[" * 200, "9" * 200, "\ud800"])
def test_a_cursor_that_is_none_of_ours_is_refused(owner, inside):
    cursor = urlsafe_b64encode(inside.encode(errors="surrogatepass")).decode()
    response = owner.get(f"{ROOT}/decisions", {"cursor": cursor})
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("act", ["supersede", "reverse", "delete", "undo", "restore"])
def test_what_was_changed_meanwhile_is_left_as_it_is(world, owner, act):
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New")
    address = f"{ROOT}/decisions/{old}"
    if act in ("undo", "restore"):
        before = {"undo": ("supersede", {"by": str(new)}), "restore": ("reverse", {})}[act]
        assert owner.post(f"{address}/{before[0]}", before[1]).status_code == 200
    read = owner.get(address)["ETag"]
    assert owner.patch(address, {"tags": ["x"]}).status_code == 200

    def ask(etag):
        headers = {"If-Match": etag}
        if act == "delete":
            return owner.delete(address, headers=headers)
        return owner.post(
            f"{address}/{act}", {"by": str(new)} if act == "supersede" else {}, headers=headers
        )

    stale = ask(read)
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition_failed")
    assert ask(owner.get(address)["ETag"]).status_code in (200, 204)
