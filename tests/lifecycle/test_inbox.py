"""What waits for a person is counted as far as they see it, in few statements."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from momo.platform.tenancy.visibility import Visibility
from tests.api import belongings, decision, session

TODAY = timezone.now().date()
STATEMENTS = 16  # signing in and entering the scope included


def counts(world, who):
    return session(world, who).get(reverse("inbox")).json()


def owed(world, who, days, owner, **fields):
    due = TODAY + timedelta(days=days)
    return decision(
        world, who, f"{owner} writes it {days}", decision_type="commitment", owner_name=owner,
        due_on=due, **fields,
    )  # fmt: skip


def test_nothing_waits_at_first(world):
    assert set(counts(world, "owner").values()) == {0}


def test_conflicts_are_counted_for_those_who_see_both_sides(world):
    belongings(world, "owner", Visibility.SHARED)
    belongings(world, "private_owner", Visibility.PRIVATE)
    seen = {who: counts(world, who)["conflicts"] for who in ("owner", "private_owner", "stranger")}
    assert seen == {"owner": 1, "private_owner": 2, "stranger": 0}


def test_commitments_are_counted_when_late_and_ones_own_when_due(world):
    owed(world, "owner", -2, "Owner")
    owed(world, "owner", -1, "Teammate")
    owed(world, "owner", 3, "Teammate")
    owed(world, "private_owner", -1, "Private.Owner", visibility="private")
    mine = counts(world, "teammate")
    assert (mine["overdue"], mine["own_overdue"], mine["own_due"]) == (2, 1, 1)
    assert counts(world, "private_owner")["own_overdue"] == 1
    assert counts(world, "stranger")["overdue"] == 0


def test_more_of_them_take_no_more_statements(world):
    client = session(world, "owner")
    with CaptureQueriesContext(connection) as none:
        client.get(reverse("inbox"))
    for day in range(1, 6):
        owed(world, "owner", -day, "Owner")
    with CaptureQueriesContext(connection) as some:
        assert client.get(reverse("inbox")).json()["own_overdue"] == 5
    assert len(some) == len(none) <= STATEMENTS
