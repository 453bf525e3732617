"""Memories made for a test: stored with offline embeddings, as the pipeline stores them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)

Remember = Callable[..., Any]


def days_ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


@pytest.fixture
def remember(world) -> Remember:
    """Store a memory: its title, who owns it, how old it is in days, who said it."""
    from pgvector import HalfVector

    from decisions.models import Edge, Entity, Memory, MemoryEmbedding
    from decisions.pipeline.store import search_vector
    from decisions.pipeline.terms import index_terms
    from momo.platform.ai import AIConfig
    from momo.platform.ai.selection import embeddings
    from momo.platform.tenancy.models import NOBODY

    model = embeddings(AIConfig())

    def store(title, summary="", *, who="owner", age=100.0, by="", about="", **fields):
        secret = fields.get("visibility") == "secret"
        kind = fields.setdefault("kind", "decision")
        fields.setdefault("status", "decided" if kind == "decision" else "")
        when = days_ago(age)
        with world.acting_as(who) as scope:
            memory = Memory.objects.create(
                title=title,
                summary=summary,
                source=fields.pop("source", "slack"),
                source_date=when,
                valid_from=when,
                first_seen_at=when,
                last_seen_at=when,
                owner_id=scope.principal_id,
                search=None if secret else search_vector(title, summary, ""),
                **fields,
            )
            index_terms([memory.id])
            if not secret:
                MemoryEmbedding.objects.create(
                    team_id=scope.team_id,
                    memory_id=memory.id,
                    model=model.model,
                    visibility=memory.visibility,
                    owner_id=memory.owner_id,
                    audience_id=memory.audience_id,
                    embedding=HalfVector(model.embed([f"{title}\n{summary}"])[0]),
                )
            for name, type_, edge in ((by, "person", "INVOLVES"), (about, "project", "MENTIONS")):
                if name:
                    entity, _ = Entity.objects.get_or_create(
                        type=type_,
                        name=name,
                        key=name.casefold(),
                        holder=NOBODY,
                        aliases=[name.casefold()],
                    )
                    Edge.objects.create(
                        src_memory_id=memory.id, dst_entity_id=entity.id, kind=edge, role="author"
                    )
        return memory

    return store


@pytest.fixture
def supersede(world):
    def replace(old, new):
        from decisions.histories import lineage
        from decisions.models import Memory

        with world.acting_as("owner"):
            lineage.supersede(old, new, reason="Tested.")
            return Memory.objects.get(id=old.id)

    return replace


@pytest.fixture
def find(world):
    """Search as one of the four people, on the day of NOW; gives back titles, best first."""
    from retrieval.filters import Filters
    from retrieval.pipeline import search

    def ask(query, who="owner", limit=10, **filters):
        found = search(world.scope(who), query, filters=Filters(**filters), limit=limit, now=NOW)
        return [result.title for result in found.results]

    return ask
