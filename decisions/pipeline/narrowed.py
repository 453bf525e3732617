"""What memories that fewer may see from now on named while more could."""

from collections.abc import Sequence
from operator import attrgetter
from uuid import UUID

from decisions.models import Edge, Memory
from momo.platform.tenancy.visibility import Visibility

_COLUMNS = ("visibility", "owner_id", "audience_id")
_seen_by = attrgetter(*_COLUMNS)


def named_wider(memories: Sequence[Memory]) -> set[UUID]:
    """Entities that these name, as they are to be stored, for others than see them from now on.

    Whoever knows such a name from them alone is to know it no longer. One statement, if any.
    """
    narrowed = {m.id: m for m in memories if m.visibility != Visibility.SHARED}
    if not narrowed:
        return set()
    edges = Edge.objects.filter(src_memory_id__in=narrowed, dst_entity_id__isnull=False)
    return {
        edge.dst_entity_id
        for edge in edges.only("team_id", "src_memory_id", "dst_entity_id", *_COLUMNS)
        if _seen_by(edge) != _seen_by(narrowed[edge.src_memory_id])
    }
