"""Decisions that their sources declare to be superseded."""

import pytest

from connectors.models import PipelineJob
from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from decisions.histories import lineage
from decisions.models import Decision, Supersession
from decisions.pipeline.drain import drain_team


def adr(number: int, title: str, status: str = "Accepted") -> str:
    return (
        f"# {number}. {title}\n\nDate: 2026-0{number}-01\n\n## Status\n\n{status}\n\n"
        f"## Context\n\nX\n\n## Decision\n\nWe {title.lower()}.\n\n## Consequences\n\nY\n"
    )


@pytest.fixture
def read(world, tmp_path):
    """Write the two records and import them; what holds of each."""

    def import_(first: str, second: str) -> dict[str, bool]:
        (tmp_path / "0001-a.md").write_text(first)
        (tmp_path / "0002-b.md").write_text(second)
        ingest(world.scope("owner"), FILE_CONNECTORS["adr"], tmp_path)
        drain_team(world.team.id)
        with world.acting_as("owner"):
            return {d.title: d.superseded_by is None for d in Decision.objects.all()}

    return import_


A, B = adr(1, "Use A"), adr(2, "Use B")
B_SUPERSEDES = adr(2, "Use B", "Accepted\n\nSupersedes [1. Use A](0001-a.md)")
A_SUPERSEDED = adr(1, "Use A", "Superseded by [2. Use B](0002-b.md)")


@pytest.mark.parametrize("pair", [(A, B_SUPERSEDES), (A_SUPERSEDED, B)], ids=["newer", "older"])
def test_either_of_the_two_may_say_so(read, pair):
    assert read(*pair) == {"Use A": False, "Use B": True}


def test_what_is_declared_no_more_is_undone(read):
    read(A, B_SUPERSEDES)
    assert read(A, B) == {"Use A": True, "Use B": True}


def test_what_a_person_undid_stays_undone(world, read):
    read(A, B_SUPERSEDES)
    with world.acting_as("owner"):
        lineage.undo(Supersession.objects.get())
    assert read(A, B_SUPERSEDES + "\nMore.\n") == {"Use A": True, "Use B": True}


def test_records_that_declare_a_circle_settle_nothing_and_park_nothing(read):
    read(A_SUPERSEDED, adr(2, "Use B", "Superseded by [1. Use A](0001-a.md)"))
    assert not PipelineJob.objects.exists()


def test_the_record_is_one_memory(world, read):
    read(A, B)
    with world.acting_as("owner"):
        assert Decision.objects.count() == 2
