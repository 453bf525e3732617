"""Counts of what a list could be narrowed to."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from connectors.contract import Person
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, decision, session


def _facets(client, **query):
    response = client.get(f"{ROOT}/decisions/facets", query)
    assert response.status_code == 200, response.content
    body = response.json()
    return body["total"], {
        name: {each["label"]: each["count"] for each in values}
        for name, values in body["counts"].items()
    }


def test_each_value_is_counted_under_the_filters(world):
    ada = (Person(name="Ada"),)
    decision(world, "owner", "One", tags=("a", "b"), people=ada)
    decision(world, "owner", "Two", tags=("a",), people=ada, status="pending")
    decision(world, "owner", "Three", decision_type="approval")
    decision(world, "owner", "No decision", kind="fact", tags=("a",))
    owner = session(world, "owner")
    total, counts = _facets(owner)
    assert total == 3
    assert counts["tag"] == {"a": 2, "b": 1}
    assert counts["person"]["Ada"] == 2
    assert counts["holds"] == {"holds": 2, "pending": 1}
    assert counts["type"]["approval"] == 1
    total, counts = _facets(owner, tags_all="b")
    assert (total, counts["holds"], counts["person"]) == (1, {"holds": 1}, {"Ada": 1})


@pytest.mark.parametrize("who", ["owner", "teammate", "stranger"])
def test_what_is_private_to_someone_else_is_in_no_count(world, who):
    decision(
        world, "private_owner", "Mine", visibility=Visibility.PRIVATE, tags=("hush",),
        people=(Person(name="Zed"),), decision_type="rejection",
    )  # fmt: skip
    total, counts = _facets(session(world, who))
    assert total == 0
    assert not any(counts.values())
    assert _facets(session(world, "private_owner"))[1]["tag"] == {"hush": 1}


def test_counting_costs_the_same_for_two_and_for_ten(world):
    owner = session(world, "owner")

    def queries():
        with CaptureQueriesContext(connection) as captured:
            _facets(owner)
        return len(captured)

    for n in range(2):
        decision(world, "owner", str(n), tags=(f"t{n}",))
    few = queries()
    for n in range(8):
        decision(world, "owner", str(n), tags=(f"u{n}",))
    assert queries() == few
