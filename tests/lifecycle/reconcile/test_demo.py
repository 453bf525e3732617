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


# What the older one says, and what the one that replaced it says.
STORY = (
    ("We're going with Coinbight", "moving from Coinbight to Ferrypenny"),
    ("with Flutter", "switching Tern from Flutter to React Native"),
    ("with Flutter", "Move to React Native"),
    ("€4 per berth a month", "three flat plans"),
    ("we release once a week", "every merge is deployed"),
    ("one engineer holds the phone for a week", "always two engineers"),
    ("rerun a failed spec", "no retries in CI"),
)


def test_the_storys_replacements_are_marked_and_nothing_else(demo):
    with demo.acting_as("owner"):
        said = {m.id: f"{m.quote} {m.summary}" for m in Memory.objects.all()}
        records = list(Supersession.objects.filter(undone_at=None))
    marked = {
        pair
        for record in records
        for pair in STORY
        if pair[0] in said[record.old_id] and pair[1] in said[record.new_id]
    }
    assert marked >= set(STORY[:6])
    told = [
        r for r in records
        if not any(a in said[r.old_id] and b in said[r.new_id] for a, b in STORY)
    ]  # fmt: skip
    assert [(said[r.old_id], said[r.new_id]) for r in told] == []


def test_what_was_left_is_said_to_be_superseded(demo):
    scope = demo.scope("owner")
    found = search(scope, "Do we use Coinbight?").results
    (chosen,) = [each for each in found if each.title == "Chose Coinbight"]
    assert chosen.holds == Holds.SUPERSEDED
    assert "Ferrypenny" in ask(scope, "Do we use Coinbight?").text
