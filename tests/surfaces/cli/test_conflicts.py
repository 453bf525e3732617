"""`momo conflicts`."""

import json

import pytest
from click.testing import CliRunner

from lifecycle.reconcile.models import Conflict
from momo.surfaces.cli.main import run
from tests.api import decision


@pytest.fixture
def momo(world):
    older = decision(world, "owner", "Map first", quote="The map comes first.")
    newer = decision(world, "owner", "Sync first", quote="Sync comes first.")
    with world.acting_as("owner"):
        Conflict.objects.create(older_id=older, newer_id=newer, reason="Both come first")

    def call(*arguments, who="teammate"):
        team = world.other_team if who == "stranger" else world.team
        env = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(world, who).email}
        return CliRunner().invoke(run, ["conflicts", *map(str, arguments)], env=env)

    return call


def test_shows_both_sides_and_settles_what_holds(momo):
    (found,) = json.loads(momo("--json").stdout)
    assert (found["older"]["quote"], found["newer"]["quote"]) == (
        "The map comes first.", "Sync comes first.",
    )  # fmt: skip
    assert momo("resolve", found["id"], "--holds", "newer").exit_code == 0
    assert momo().output == "Conflicts: none.\n"
    assert "newer" in momo("--resolved").output
    again = momo("resolve", found["id"], "--holds", "older")
    assert (again.exit_code, "settled already" in again.output) == (1, True)


def test_a_stranger_finds_and_settles_none(momo):
    (found,) = json.loads(momo("--json").stdout)
    assert json.loads(momo("--json", who="stranger").stdout) == []
    refused = momo("resolve", found["id"], "--holds", "both", who="stranger")
    assert (refused.exit_code, "no such conflict" in refused.output) == (1, True)
