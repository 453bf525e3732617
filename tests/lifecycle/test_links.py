"""In a team with an index of its own, links are as exact as in any other."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from pgvector import HalfVector

from decisions import crossrefs
from lifecycle import promotion
from momo.platform.ai import EMBEDDING_DIMENSIONS
from tests.bench.generate import MODEL

WHEN = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def keep(cleared):
    """Store a decision with a vector of a cosine to the first axis, a day after the one before."""
    from decisions.models import Memory, MemoryEmbedding

    stored = 0

    def store(title, cosine, *, who="owner", visibility="shared"):
        nonlocal stored
        stored += 1
        when = WHEN + timedelta(days=stored)
        vector = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)
        vector[:2] = cosine, (1 - cosine**2) ** 0.5
        with cleared.acting_as(who) as scope:
            seen_by = {"visibility": visibility, "owner_id": scope.principal_id}
            memory = Memory.objects.create(
                title=title, kind="decision", source_date=when, valid_from=when,
                first_seen_at=when, last_seen_at=when, **seen_by,
            )  # fmt: skip
            MemoryEmbedding.objects.create(
                team_id=scope.team_id, memory_id=memory.id, model=MODEL,
                embedding=HalfVector(vector), **seen_by,
            )  # fmt: skip
        return memory

    return store


def test_what_others_keep_private_pushes_no_link_out(cleared, fill, keep):
    from decisions.models import Edge

    fill(20)
    promotion.promote(cleared.team.id)
    for number in range(3):
        keep(f"Shared {number}", 0.9)
    for number in range(crossrefs.CANDIDATES + 10):
        keep(f"Private {number}", 0.99, who="private_owner", visibility="private")
    newest = keep("Newest", 1.0)
    with cleared.acting_as("teammate"):
        crossrefs.refresh([newest.id])
        links = Edge.objects.filter(kind="SIMILAR", src_memory_id=newest.id)
        assert links.count() == 3
