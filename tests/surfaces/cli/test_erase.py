"""`momo erase`, `momo retention` and `momo hold`."""

import json

import pytest
from click.testing import CliRunner

from connectors.models import SourceItem
from momo.surfaces.cli.main import run
from tests.mailbox import mail, write_mbox


@pytest.fixture
def momo(world, tmp_path):
    def call(who, *arguments, typed=""):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": getattr(world, who).email}
        return CliRunner().invoke(run, [str(a) for a in arguments], env=env, input=typed)

    box = write_mbox(tmp_path / "b.mbox", [mail(1, text="We decided to use Postgres.")])
    assert call("owner", "ingest", "mbox", box, "--visibility", "shared").exit_code == 0
    return call


@pytest.fixture
def item(world, momo):
    with world.acting_as("owner"):
        return SourceItem.objects.get()


def left(world):
    with world.acting_as("owner"):
        return SourceItem.objects.count()


def test_it_says_what_would_go_and_asks_first(world, momo, item):
    assert "items" in momo("owner", "erase", "item", item.id, "--dry-run").output
    assert momo("owner", "erase", "item", item.id, typed="n\n").exit_code == 1
    assert left(world) == 1
    done = momo("owner", "erase", "person", "p1@mail.example", "--yes", "--json")
    assert set(json.loads(done.stdout)["verified"].values()) == {0}
    assert left(world) == 0


def test_a_member_is_told_whose_it_is_to_erase(world, momo, item):
    refused = momo("teammate", "erase", "item", item.id, "--yes")
    assert refused.exit_code == 1
    assert "admins" in refused.output
    assert left(world) == 1


def test_a_hold_keeps_it_until_it_is_released(world, momo, item):
    hold = momo("owner", "hold", "place", "Case 7", "--integration", item.integration_id)
    refused = momo("owner", "erase", "thread", item.integration_id, item.thread_key, "--yes")
    assert hold.output.strip() in refused.output
    assert "Case 7" in momo("owner", "hold", "list").output
    assert momo("teammate", "hold", "list").exit_code == 1
    assert momo("owner", "hold", "release", hold.output.strip()).exit_code == 0
    assert momo("owner", "erase", "integration", item.integration_id, "--yes").exit_code == 0
    assert left(world) == 0


def test_what_matches_nothing_says_so(momo):
    told = momo("owner", "erase", "person", "nobody@mail.example", "--dry-run")
    assert (told.exit_code, told.output) == (0, "Nothing that you can see matches.\n")


def test_what_would_go_does_not_get_into_what_a_script_reads(momo, item):
    done = momo("owner", "erase", "item", item.id, "--json", typed="y\n")
    assert json.loads(done.stdout)["erased"]["items"] == 1
    assert "would go" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["hold", "place", " "],
        ["hold", "place", "Case 7", "--source", "slakc"],
        ["hold", "place", "Case 7", "--since", "2026-02-01", "--until", "2026-01-01"],
        ["retention", "set", "30", "--action", "erase", "--source", "slakc"],
    ],
)
def test_what_would_cover_nothing_is_refused(momo, arguments):
    assert momo("owner", *arguments).exit_code == 2


def test_the_last_day_of_a_hold_is_covered(momo, item):
    day = f"{item.occurred_at:%Y-%m-%d}"
    assert momo("owner", "hold", "place", "Case 7", "--since", day, "--until", day).exit_code == 0
    assert momo("owner", "erase", "item", item.id, "--yes").exit_code == 1


def test_a_policy_is_set_tried_and_carried_out(world, momo, item):
    assert str(item.integration_id) in momo("owner", "retention", "sources", "--json").output
    policy = momo("owner", "retention", "set", 30, "--action", "erase").output.strip()
    assert "1 items would go" in momo("owner", "retention", "run", policy, "--dry-run").output
    assert "1 items went" in momo("owner", "retention", "run", policy).output
    (kept,) = json.loads(momo("teammate", "retention", "list", "--json").output)
    assert (kept["id"], kept["erased"]) == (policy, 1)
    assert momo("teammate", "retention", "drop", policy).exit_code == 1
    assert momo("owner", "retention", "drop", policy).exit_code == 0
    assert left(world) == 0


def test_the_database_is_vacuumed_as_its_owner(momo, monkeypatch):
    monkeypatch.setattr("lifecycle.retention.vacuum.rows", lambda sql: [("decisions_memory",)])
    monkeypatch.setattr("lifecycle.retention.vacuum.execute", lambda sql: None)
    assert "Vacuumed" in momo("owner", "erase", "vacuum").output
