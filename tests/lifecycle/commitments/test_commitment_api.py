"""Commitments over REST and from the command line."""

from datetime import timedelta

import pytest
from click.testing import CliRunner
from django.urls import reverse
from django.utils import timezone

from momo.surfaces.cli.main import run
from tests.api import session


@pytest.fixture
def late(promise):
    return promise(due_on=timezone.now().date() - timedelta(days=2))


def the(name, memory_id):
    return reverse(name, kwargs={"memory_id": memory_id})


def test_what_is_overdue_is_listed(world, promise, late):
    promise("Later", due_on=timezone.now().date() + timedelta(days=3))
    client = session(world, "teammate")
    (item,) = client.get(reverse("commitments"), {"state": "overdue"}).json()["items"]
    assert (item["id"], item["owner"], item["state"]) == (str(late), "Jane Doe", "overdue")
    both = client.get(reverse("commitments")).json()["items"]
    assert [row["state"] for row in both] == ["overdue", "due"]
    soon = client.get(reverse("commitments"), {"state": "due", "within": 1}).json()["items"]
    assert soon == []


def test_ones_own_are_listed(world, promise, late):
    promise("Mine", owner_name="Teammate")
    found = session(world, "teammate").get(reverse("commitments"), {"owner": "me"}).json()
    assert [row["title"] for row in found["items"]] == ["Mine"]


def test_it_is_closed_and_opened_again(world, late):
    client = session(world, "teammate")
    closed = client.post(the("close-commitment", late)).json()
    assert (closed["state"], closed["closed_by"]) == ("closed", "Teammate")
    assert client.post(the("close-commitment", late)).status_code == 409
    assert client.post(the("reopen-commitment", late)).json()["state"] == "overdue"


def test_the_command_line_lists_and_closes(world, late):
    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}

    def momo(*arguments):
        return CliRunner().invoke(run, [str(each) for each in arguments], env=env)

    assert "quarterly report" in momo("commitments", "--overdue").output
    assert momo("commitments", "close", late).output == "Closed.\n"
    assert "Commitments: none." in momo("commitments", "--overdue").output
    assert "Owner" in momo("commitments", "--closed").output
    assert "closed already" in momo("commitments", "close", late).output
    assert momo("commitments", "reopen", late).output == "Open again.\n"
    assert "Nothing was found" in momo("commitments", "follow-up").output
    assert momo("commitments", "close", world.team.id).exit_code == 1


def test_the_command_line_says_what_is_owed_as_digests_do(world, promise):
    promise("Committed to write the guide", owner_name="Teammate")
    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    shown = CliRunner().invoke(run, ["commitments"], env=env).output
    assert "Write the guide" in shown
    assert "Committed to" not in shown


def test_a_long_list_comes_in_pages(world, promise):
    today = timezone.now().date()
    for place, due in enumerate([today, None, today + timedelta(days=1), today, None]):
        promise(f"Promise {place}", due_on=due)
    client, query, seen = session(world, "teammate"), {"limit": 2}, []
    while True:
        page = client.get(reverse("commitments"), query).json()
        seen += page["items"]
        if not page["next"]:
            break
        query["cursor"] = page["next"]
    whole = client.get(reverse("commitments")).json()["items"]
    assert [row["id"] for row in seen] == [row["id"] for row in whole]
    assert len(whole) == 5
    assert [row["due_on"] for row in whole[-2:]] == [None, None]


@pytest.mark.parametrize("cursor", ["x", "W10=", "WyJ4IiwieCIsIngiXQ=="])
def test_what_is_no_cursor_is_refused(world, cursor):
    refused = session(world, "owner").get(reverse("commitments"), {"cursor": cursor})
    assert refused.status_code == 400
