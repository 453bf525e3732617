"""Teams with old decisions, embedded offline."""

from datetime import timedelta

import pytest
from django.utils import timezone

from connectors.contract import Person
from decisions.editing.drafts import Draft
from decisions.models import Edge, EdgeKind, Memory
from decisions.services import create_memory
from lifecycle.compaction import run

# Three about one thing each, which the offline model finds alike; and some like nothing else.
DATABASE = (
    "Chose Postgres as the database for billing",
    "Chose Postgres as the database for accounts",
    "Chose Postgres as the database for search",
)
OFFICE = (
    "Moved the Berlin office to Torstrasse",
    "Moved the Berlin office to Mitte",
    "Moved the Berlin office to Kreuzberg",
)
SINGLE = ("Approved the travel budget for May", "Hired a designer", "Cancelled the podcast")


@pytest.fixture(autouse=True)
def without_rest(monkeypatch):
    """Nobody searches meanwhile, so a run need not leave them room."""
    monkeypatch.setattr(run, "REST", 0)


@pytest.fixture
def small_teams_too(monkeypatch):
    """Compacts teams of any size."""
    monkeypatch.setattr(run, "MIN_DECISIONS", 1)


@pytest.fixture
def decide(request):
    """State decisions, 200 days old."""

    def state(world, titles, who="owner", *, days=200, visibility="shared", by="Jane Doe"):
        at = timezone.now() - timedelta(days=days)
        return [
            create_memory(
                world.scope(who),
                Draft(
                    title=title, visibility=visibility, decided_at=at + timedelta(minutes=number),
                    people=(Person(name=by, role="decider"),), tags=("infra",),
                ),
            )
            for number, title in enumerate(titles)
        ]  # fmt: skip

    return state


@pytest.fixture
def summaries():
    """The summaries that a person sees, and the ids of the originals of each."""

    def seen(world, who="owner"):
        with world.acting_as(who):
            found = {}
            for memory in Memory.objects.filter(kind="summary").defer("search").order_by("id"):
                edges = Edge.objects.filter(kind=EdgeKind.COMPACTS, src=memory.id)
                found[memory] = set(edges.values_list("dst", flat=True))
            return found

    return seen
