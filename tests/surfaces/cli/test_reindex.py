"""Reindexing and the settings of search from the command line."""

import json

import pytest
from click.testing import CliRunner

from lifecycle import reindex as lifecycle
from lifecycle.owner import NoOwner
from momo.surfaces.cli.main import run
from retrieval.settings import change_settings
from tests.api import decision


@pytest.fixture
def momo(world, monkeypatch):
    """Run a command as one of the four people, on a machine without the owner's database."""
    monkeypatch.setattr(lifecycle, "partitions", dict)
    monkeypatch.setattr(lifecycle, "GRACE_SECONDS", 0.0)

    def call(who, *arguments, code=0):
        team = world.other_team if who == "stranger" else world.team
        env = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(world, who).email}
        result = CliRunner().invoke(run, arguments, env=env)
        assert result.exit_code == code, (result.output, result.exception)
        return result

    return call


def test_it_says_which_model_is_searched_and_how_far_it_is(world, momo):
    decision(world, "owner")
    assert "Searched with wordllama-256, 1 of 1 indexed." in momo("owner", "reindex").output
    status = json.loads(momo("teammate", "reindex", "--status", "--json").stdout)
    assert (status["model"], status["state"], status["indexed"]) == ("wordllama-256", "finished", 1)


def test_anew_makes_all_entries_again(world, momo):
    decision(world, "owner")
    anew = json.loads(momo("owner", "reindex", "--anew", "--json").stdout)
    assert (anew["state"], anew["progress"]) == ("finished", 1.0)


def test_in_the_background_it_is_left_to_the_workers(world, momo):
    decision(world, "owner")
    assert "waiting" in momo("owner", "reindex", "--anew", "--background").output
    lifecycle.go_on_with_next(lambda: True)
    assert "finished, 100% done" in momo("owner", "reindex", "--status").output


def test_a_member_may_look_and_no_more(momo):
    momo("teammate", "reindex", "--status")
    assert "owners and admins" in momo("teammate", "reindex", code=1).output


def test_every_team_goes_on_where_one_cannot(world, momo, monkeypatch):
    scopes = [world.scope("teammate"), world.scope("stranger")]
    monkeypatch.setattr(lifecycle, "every_team", lambda: scopes)
    decision(world, "stranger")
    shown = momo("owner", "reindex", "--every-team", "--json", code=1)
    assert [each["state"] for each in json.loads(shown.stdout)] == ["", "finished"]


def test_every_team_needs_the_owners_database(momo, monkeypatch):
    def refuse():
        raise NoOwner

    monkeypatch.setattr(lifecycle, "every_team", refuse)
    assert "MOMO_OWNER_DATABASE_URL" in momo("owner", "reindex", "--every-team", code=1).output


def test_settings_are_shown_chosen_and_taken_back(momo):
    assert "backend: hybrid (default)" in momo("owner", "retrieval-settings").output
    shown = momo("owner", "retrieval-settings", "--backend", "rrf", "--json")
    assert json.loads(shown.stdout)["chosen"] == ["backend"]
    assert "backend: rrf (chosen)" in momo("teammate", "retrieval-settings").output
    assert "backend: hybrid (default)" in momo("stranger", "retrieval-settings").output
    assert "(default)" in momo("owner", "retrieval-settings", "--backend", "default").output
    assert "owners and admins" in momo(
        "teammate", "retrieval-settings", "--graph", "hops", code=1
    ).output  # fmt: skip


def test_numbers_that_were_chosen_are_shown(world, momo):
    with world.acting_as("owner"):
        change_settings({"recency_weight": 0.45})
    assert "recency_weight: 0.45 (chosen)" in momo("teammate", "retrieval-settings").output
    assert "recency_weight" not in momo("stranger", "retrieval-settings").output
