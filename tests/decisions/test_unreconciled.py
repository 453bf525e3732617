"""What waits to be compared is shown with the reason, to those who see the memories."""

import json
from datetime import timedelta

import pytest
from click.testing import CliRunner
from django.urls import reverse
from django.utils import timezone

from decisions import unreconciled
from decisions.models import Unreconciled
from momo.platform.tenancy.visibility import Visibility
from momo.surfaces.cli.main import run
from tests.api import decision, session

AWAY = "models.example (model m) cannot be reached: check its URL and the network."


@pytest.fixture
def waiting(world):
    """Two of all that wait as the model is away, one of one member's, and one whose turn comes."""
    later = timezone.now() + timedelta(hours=1)
    failed = [decision(world, "owner", f"Decision {n}") for n in range(2)]
    failed.append(decision(world, "private_owner", "A secret plan", visibility=Visibility.PRIVATE))
    decision(world, "owner", "A new one")
    rows = Unreconciled.objects.filter(memory_id__in=failed)
    rows.update(error=AWAY, attempts=3, due_at=later)
    return later


def shown(world, who):
    with world.acting_as(who):
        return [(w.error, w.memories, w.attempts) for w in unreconciled.waiting()]


def test_each_sees_what_waits_of_their_own_and_of_all(world, waiting):
    assert shown(world, "owner") == shown(world, "teammate") == [("", 1, 0), (AWAY, 2, 3)]
    assert shown(world, "private_owner") == [("", 1, 0), (AWAY, 3, 3)]
    assert shown(world, "stranger") == []


def test_one_statement_tells(world, waiting, django_assert_num_queries):
    with world.acting_as("owner"), django_assert_num_queries(1):
        unreconciled.waiting()


def test_the_api_says_why_and_until_when(world, waiting):
    answer = session(world, "owner").get(reverse("unreconciled")).json()
    new, failed = answer["items"]
    assert (new["error"], failed["error"], failed["memories"]) == ("", AWAY, 2)
    assert failed["due_at"].startswith(f"{waiting:%Y-%m-%dT%H:%M}")
    assert "Decision" not in str(answer)


def test_the_command_line_says_so_too(world, waiting):
    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    told = CliRunner().invoke(run, ["pipeline", "status", "--json"], env=env)
    new, failed = json.loads(told.stdout)["to_compare"]
    assert (new["memories"], failed["error"], failed["memories"]) == (1, AWAY, 2)
    told = CliRunner().invoke(run, ["pipeline", "status"], env=env)
    assert "To be compared" in told.stdout
