"""From what lies near what to the summaries that are to be made."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from decisions.models import Edge, EdgeKind, Memory
from decisions.reindex import Holder
from lifecycle.compaction import originals
from lifecycle.compaction.checks import members_of
from lifecycle.compaction.eligible import CENTER
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.stars import Cluster, Links, joining, stars
from lifecycle.compaction.summaries import Group
from lifecycle.compaction.tuning import MAX_CLUSTER, MIN_CLUSTER


def groups(holder: Holder, found: Links, now: datetime) -> list[Group]:
    """What joins a summary that there is, then what makes a new one, the largest first."""
    if not found.ids:
        return []
    with gently_as(holder.scope):
        summaries, room = _centers(found.ids)
        alone = originals.still_alone(holder, found.ids, now)
        joined = joining(found, room)
        before = members_of([summaries[each.center] for each in joined])
    taken = {member for cluster in joined for member, _ in cluster.members}
    gone = [each for each in found.ids if each in taken or each not in alone]
    return [
        *(_grown(before[summaries[each.center]], each, summaries[each.center]) for each in joined),
        *(
            Group(((star.center, 1.0), *star.members))
            for star in stars(found, gone, at_least=MIN_CLUSTER, at_most=MAX_CLUSTER)
        ),
    ]


def _grown(before: Sequence[tuple[UUID, float, str]], more: Cluster, summary_id: UUID) -> Group:
    center, *rest = ((each, cosine) for each, cosine, _ in before)
    nearest = sorted([*rest, *more.members], key=lambda member: (-member[1], member[0]))
    return Group((center, *nearest), summary_id)


def _centers(ids: Sequence[UUID]) -> tuple[dict[UUID, UUID], dict[UUID, int]]:
    """Of the decisions that are centers: their summaries, and how many more these take.

    What a person has edited takes none.
    """
    edges = Edge.objects.filter(kind=EdgeKind.COMPACTS, role=CENTER, dst__in=ids)
    summaries = dict(edges.values_list("dst_memory_id", "src_memory_id"))
    rows = Memory.objects.filter(id__in=list(summaries.values()), edited_at=None)
    sizes = dict(rows.values_list("id", "occurrence_count"))
    room = {
        center: MAX_CLUSTER - sizes[each] for center, each in summaries.items() if each in sizes
    }
    return summaries, {center: size for center, size in room.items() if size > 0}
