"""Memories with vectors of a known likeness, stored unlinked, and what links them."""

import pytest
from pgvector import HalfVector

from decisions import crossrefs
from tests.decisions.crossrefs.measured import DAY, MODEL, Halved, at, links_of
from tests.decisions.pipeline.feeding import WHEN


@pytest.fixture(autouse=True)
def measured(request, monkeypatch):
    """Links are made of these tests' own vectors, unless a test is about the product's."""
    if "committed_world" in request.fixturenames:
        return

    class Models:
        embeddings = Halved()

    monkeypatch.setattr(crossrefs, "providers", Models)


@pytest.fixture
def remember(world):
    """Store a memory with its vector, unlinked; each is a day newer than the one before."""
    from decisions.models import Memory, MemoryEmbedding

    stored = 0

    def store(title, cosine=1.0, *, who="owner", kind="decision", day=None, vector=None, **fields):
        nonlocal stored
        stored += 1
        when = WHEN + DAY * (stored if day is None else day)
        with world.acting_as(who) as scope:
            fields.setdefault("owner_id", scope.principal_id)
            memory = Memory.objects.create(
                title=title, kind=kind, source_date=when, valid_from=when, first_seen_at=when,
                last_seen_at=when, **fields,
            )  # fmt: skip
            MemoryEmbedding.objects.create(
                team_id=scope.team_id, memory_id=memory.id, model=MODEL,
                visibility=memory.visibility, owner_id=memory.owner_id,
                audience_id=memory.audience_id,
                embedding=HalfVector(at(cosine) if vector is None else vector),
            )  # fmt: skip
        return memory

    return store


@pytest.fixture
def link(world):
    """Refresh as one of the people; the links that `seen_by` sees."""

    def refresh(*memories, who="owner", seen_by=None):
        with world.acting_as(who):
            crossrefs.refresh([m.id for m in memories])
        return links_of(world, seen_by or who)

    return refresh
