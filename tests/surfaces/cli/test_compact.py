"""`momo compact`."""

import json
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from decisions.editing.drafts import Draft
from decisions.services import create_memory
from lifecycle.compaction import run as compaction
from momo.surfaces.cli.main import run

WHEN = datetime(2024, 1, 1, tzinfo=UTC)
TITLES = [f"Chose Postgres as the database for {what}" for what in ("billing", "search", "mail")]


@pytest.fixture
def momo(world, monkeypatch):
    """Calls `momo compact` in a team of three old decisions."""
    monkeypatch.setattr(compaction, "MIN_DECISIONS", 3)
    for title in TITLES:
        create_memory(world.scope("owner"), Draft(title=title, decided_at=WHEN))

    def call(*arguments, who="owner"):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": getattr(world, who).email}
        return CliRunner().invoke(run, ["compact", *arguments], env=env)

    return call


def test_it_says_what_it_would_do_and_then_does_it(momo):
    planned = momo("--dry-run")
    assert planned.stdout == "3 decisions would be summed up in 1 summaries, 3 at most in one.\n"
    assert momo().stdout == "1 summaries made, 0 made anew, 0 withdrawn.\n"


def test_as_json(momo):
    assert json.loads(momo("--dry-run", "--json").stdout) == {
        "summaries": 1, "decisions": 3, "largest": 3,
    }  # fmt: skip
    done = json.loads(momo("--json").stdout)
    assert done == {"made": 1, "remade": 0, "withdrawn": 0, "finished": True}


def test_only_admins_may(momo):
    refused = momo(who="teammate")
    assert refused.exit_code == 1
    assert "owners and admins" in refused.stderr


def test_small_teams_are_told_from_when_on(momo, monkeypatch):
    monkeypatch.setattr(compaction, "MIN_DECISIONS", 500)
    refused = momo()
    assert refused.exit_code == 1
    assert "from 500 decisions on" in refused.stderr
