"""One change to many decisions."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import Memory, MemoryRevision
from momo.platform.audit.models import AuditEvent
from momo.platform.audit.services import first_broken_link
from momo.platform.tenancy.visibility import Visibility
from tests.api import ROOT, decision, missing, session


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _bulk(client, status=200, **body):
    response = client.post(f"{ROOT}/decisions/bulk", body)
    assert response.status_code == status, response.content
    return response.json()


def _ids(*ids):
    return [str(id_) for id_ in ids]


def _tags(world, id_):
    with world.acting_as("owner"):
        return Memory.objects.get(id=id_).tags


def test_tags_come_and_go_and_how_it_was_is_kept(world, owner):
    a = decision(world, "owner", "A", tags=("x", "y"))
    b = decision(world, "owner", "B")
    told = _bulk(owner, ids=_ids(a, b), change={"tags_add": ["z", "y"], "tags_remove": ["x"]})
    assert (told["changed"], told["refused"]) == (2, 0)
    assert (_tags(world, a), _tags(world, b)) == (["y", "z"], ["z", "y"])
    with world.acting_as("owner"):
        kept = MemoryRevision.objects.get(memory_id=a)
        assert kept.changes == {"tags": [["x", "y"], ["y", "z"]]}
        events = AuditEvent.objects.filter(action="memory.edited").values_list("subject", flat=True)
        assert set(events) == {str(a), str(b)}
        assert first_broken_link() is None


def test_each_is_told_for_itself(world, owner):
    mine = decision(world, "owner", "Mine")
    theirs = decision(world, "teammate", "Theirs")
    hidden = decision(world, "private_owner", "Hidden", visibility=Visibility.PRIVATE)
    told = _bulk(owner, ids=_ids(mine, theirs, hidden, missing()), change={"visibility": "private"})
    assert [item["ok"] for item in told["items"]] == [True, False, False, False]
    codes = [item["problem"] and item["problem"]["status"] for item in told["items"]]
    assert codes == [None, 403, 404, 404]
    assert told["items"][2]["problem"] == told["items"][3]["problem"]


def test_all_together_or_none(world, owner):
    a = decision(world, "owner", "A")
    told = _bulk(
        owner, ids=_ids(a, missing()), change={"tags_add": ["z"], "status": "pending"},
        together=True,
    )  # fmt: skip
    assert (told["changed"], [item["ok"] for item in told["items"]]) == (0, [False, False])
    assert _tags(world, a) == []
    told = _bulk(owner, ids=_ids(a), change={"tags_add": ["z"]}, together=True)
    assert (told["changed"], _tags(world, a)) == (1, ["z"])


def test_what_is_deleted_has_to_be_confirmed(world, owner):
    a, b = decision(world, "owner", "A"), decision(world, "owner", "B")
    error = _bulk(owner, 400, ids=_ids(a), change={"delete": True})["errors"][0]
    assert error["field"] == "confirm"
    told = _bulk(owner, ids=_ids(a, b), change={"delete": True}, confirm=True)
    assert told["changed"] == 2
    with world.acting_as("owner"):
        assert not Memory.objects.exists()


def test_a_filter_stands_for_the_decisions_that_pass_it(world, owner):
    a = decision(world, "owner", "A", status="pending")
    decision(world, "owner", "B")
    told = _bulk(owner, filter={"holds": ["pending"]}, change={"archive": True})
    assert [item["id"] for item in told["items"]] == _ids(a)
    assert owner.get(f"{ROOT}/decisions/{a}").json()["archived_at"]
    _bulk(owner, ids=_ids(a), change={"archive": False})
    assert owner.get(f"{ROOT}/decisions/{a}").json()["archived_at"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"change": {"archive": True}}, "ids"),
        ({"ids": [str(missing())], "filter": {}, "change": {"archive": True}}, "ids"),
        ({"ids": [], "change": {"archive": True}}, "ids"),
        ({"ids": [str(missing())], "change": {}}, "change"),
        ({"ids": [str(missing())], "change": {"delete": True, "archive": True}}, "change"),
        ({"ids": [str(missing())], "change": {"visibility": "shared"}, "together": True},
         "together"),
        ({"filter": {"colour": "red"}, "change": {"archive": True}}, "filter.colour"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused(owner, body, field):
    assert field in [error["field"] for error in _bulk(owner, 400, **body)["errors"]]


def test_tagging_costs_the_same_for_two_and_for_twelve(world, owner):
    ids = _ids(*(decision(world, "owner", str(n)) for n in range(12)))

    def queries(some, tag):
        with CaptureQueriesContext(connection) as captured:
            _bulk(owner, ids=some, change={"tags_add": [tag]})
        return len(captured)

    # Beside the statements, each event of the chain and revision is a row of one of them.
    assert queries(ids[:2], "a") == queries(ids, "b")
