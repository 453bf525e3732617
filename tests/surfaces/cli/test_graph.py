"""Drawing the graph, related memories and linking what was there before, from the command line."""

import pytest
from click.testing import CliRunner
from django.conf import settings

from momo.surfaces.cli.main import run
from tests.api import decision

PEOPLE = ("owner", "teammate", "private_owner", "stranger")


@pytest.fixture
def momo(world):
    def call(who, *arguments, code=0):
        team = world.other_team if who == "stranger" else world.team
        env = {"MOMO_TEAM": team.slug, "MOMO_USER": getattr(world, who).email, "COLUMNS": "300"}
        result = CliRunner().invoke(run, [str(a) for a in arguments], env=env)
        assert result.exit_code == code, (result.output, result.exception)
        return result.output

    return call


@pytest.mark.usefixtures("graph_script")
def test_the_picture_has_what_its_maker_may_see(world, momo, tmp_path):
    decision(world, "owner", "Use Postgres")
    decision(world, "private_owner", "Quit in May", visibility="private")
    seen = {}
    for who in PEOPLE:
        file = tmp_path / f"{who}.html"
        momo(who, "graph", "--output", file)
        text = file.read_text()
        seen[who] = ("Use Postgres" in text, "Quit in May" in text)
    assert seen == {
        "owner": (True, False), "teammate": (True, False), "private_owner": (True, True),
        "stranger": (False, False),
    }  # fmt: skip


@pytest.mark.usefixtures("graph_script")
def test_a_file_that_cannot_be_written_is_told(momo, tmp_path):
    assert "Error:" in momo("owner", "graph", "-o", tmp_path / "no" / "such.html", code=1)


def test_memories_are_linked_as_they_come_and_old_ones_on_request(world, momo):
    from decisions.models import Edge

    wanted = decision(world, "owner", "Use Postgres for billing")
    decision(world, "owner", "Use Postgres for billing reports")
    as_stored = momo("teammate", "related", wanted)
    assert "Use Postgres for billing reports" in as_stored
    assert "similar to" in as_stored
    with world.acting_as("owner"):
        Edge.objects.filter(kind="SIMILAR").delete()
    assert "Nothing is related" in momo("owner", "related", wanted)
    assert "Links made: 1" in momo("owner", "backfill-crossrefs")
    assert "Links made: 1" in momo("owner", "backfill-crossrefs")
    assert momo("teammate", "related", wanted) == as_stored


def test_what_one_cannot_see_has_nothing_related(world, momo):
    shared = decision(world, "owner", "Use Postgres")
    private = decision(world, "private_owner", "Use Postgres", visibility="private")
    momo("private_owner", "backfill-crossrefs")
    assert "Use Postgres" in momo("private_owner", "related", shared)
    for who in ("owner", "teammate"):
        assert "Nothing is related" in momo(who, "related", shared)
        assert "no such memory" in momo(who, "related", private, code=1)
    assert "no such memory" in momo("stranger", "related", shared, code=1)


def test_an_interrupted_linking_leaves_its_place_and_a_finished_one_does_not(
    world, momo, monkeypatch
):
    from decisions import crossrefs

    for number in range(3):
        decision(world, "owner", f"Use Postgres {number}")
    monkeypatch.setattr(crossrefs, "BATCH", 2)
    done, link = [], crossrefs._link

    def interrupted(ids, **how):
        if done:
            raise KeyboardInterrupt
        done.append(ids)
        link(ids, **how)

    monkeypatch.setattr(crossrefs, "_link", interrupted)
    place = settings.DATA_DIR / f"backfill-crossrefs-{world.team.id}.json"
    momo("owner", "backfill-crossrefs", code=1)
    assert place.exists()
    monkeypatch.setattr(crossrefs, "_link", link)
    assert "Links made: 3" in momo("owner", "backfill-crossrefs")
    assert not place.exists()
