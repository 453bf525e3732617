"""`fields=`: which fields of an answer one wants."""

from momo.platform.rest import selection
from tests.api import ROOT, decision, session


def test_a_detail_has_the_fields_that_were_asked_for(world):
    client = session(world, "owner")
    address = f"{ROOT}/memories/{decision(world, 'owner')}"
    assert client.get(f"{address}?fields=title,kind").json() == {
        "title": "Use Postgres", "kind": "decision",
    }  # fmt: skip
    assert client.get(f"{address}?fields=title")["ETag"] == client.get(address)["ETag"]


def test_a_list_has_them_of_its_items_and_still_leads_on(world):
    for title in ("One", "Two"):
        decision(world, "owner", title)
    page = session(world, "owner").get(f"{ROOT}/memories?fields=title&limit=1").json()
    assert page["items"] == [{"title": "Two"}]
    assert page["next"]


def test_a_field_that_is_not_there_is_refused_with_those_that_are(world):
    answer = session(world, "owner").get(f"{ROOT}/memories?fields=title,secret_plan")
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["field"] == "fields"
    assert "'secret_plan'" in error["message"]
    assert "title" in error["message"]


def test_fields_are_chosen_of_what_is_read_not_of_errors(world):
    answer = session(world, "stranger").get(
        f"{ROOT}/memories/{decision(world, 'owner')}?fields=title"
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_lists_pages_and_objects_alike():
    assert selection.select([{"a": 1, "b": 2}], frozenset("a")) == [{"a": 1}]
    page = {"items": [{"a": 1, "b": 2}], "next": None}
    assert selection.select(page, frozenset("b")) == {"items": [{"b": 2}], "next": None}
