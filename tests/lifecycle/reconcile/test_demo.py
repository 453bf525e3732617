"""What the demo team's story says was replaced, found without a model."""

from datetime import date

import pytest

from connectors.registry import FILE_CONNECTORS
from connectors.services import ingest
from decisions.models import Memory, Supersession
from decisions.pipeline.drain import drain_team
from lifecycle.reconcile.work import reconcile
from momo.platform.tenancy.visibility import Visibility
from momo.surfaces.demo.render import render
from retrieval.answering.answer import ask
from retrieval.pipeline import search
from retrieval.results import Holds

TODAY = date(2026, 3, 11)
KINDS = {"slack", "adr", "notion", "notes"}


@pytest.fixture
def demo(world, tmp_path, monkeypatch):
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    for source in render(tmp_path / "demo", today=TODAY).sources:
        if source.kind in KINDS:
            ingest(
                world.scope("owner"), FILE_CONNECTORS[source.kind], source.path,
                visibility=Visibility.SHARED,
            )  # fmt: skip
    drain_team(world.team.id)
    reconcile(world.team.id)
    return world


def test_the_storys_replacements_are_marked_and_nothing_else(demo):
    with demo.acting_as("owner"):
        titles = dict(Memory.objects.values_list("id", "title"))
        records = Supersession.objects.filter(undone_at=None)
        found = {(titles[r.old_id], titles[r.new_id]) for r in records}
    assert found == {
        ("Chose Coinbight", "Switched from Coinbight to Ferrypenny"),
        ("Chose Flutter for Tern", "Chose Tern from Flutter to React Native"),
        ("Chose Flutter for Tern", "Build Tern with React Native"),
        ("Build Tern with Flutter", "Chose Tern from Flutter to React Native"),
        ("Build Tern with Flutter", "Build Tern with React Native"),
    }


def test_what_was_left_is_said_to_be_superseded(demo):
    scope = demo.scope("owner")
    found = search(scope, "Do we use Coinbight?").results
    (chosen,) = [each for each in found if each.title == "Chose Coinbight"]
    assert chosen.holds == Holds.SUPERSEDED
    assert "Ferrypenny" in ask(scope, "Do we use Coinbight?").text
