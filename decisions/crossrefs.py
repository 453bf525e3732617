"""Cross-references: SIMILAR edges from a memory to those most like it.

A memory links to its MAX_LINKS nearest older ones of LINK_SIMILARITY or more, among those that
everybody who sees it can see too and that were not found in the same text. That is a function of
what is stored and of nothing else, so it is the same whoever is at work and in whatever order
things came: whatever adds, changes or removes a memory brings the links from and to it up to date.

What states something is linked (decisions, facts and so on). Plain messages are not: there is one
for each thing that anybody wrote, their thread and people hold them together already, and links
between small talk would bury those between decisions.

A link is seen by those who see the memory that it is from: the more private of both ends. A private
one's links to shared ones are found from both.
"""

from collections.abc import Callable, Collection, Mapping
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from decisions.models import Edge, EdgeKind, Kind, Memory
from decisions.providers import providers
from momo.platform.accounts.models import Agent, Membership
from momo.platform.ai import EmbeddingProvider
from momo.platform.tenancy.context import Scope, acting_as, current_team_id
from momo.platform.tenancy.visibility import Visibility

LINK_SIMILARITY = 0.3  # calibrated, in 0..1; given
MAX_LINKS = 5  # from one memory; given
LINKED_KINDS = tuple(
    kind.value
    for kind in (Kind.DECISION, Kind.FACT, Kind.PREFERENCE, Kind.ACTION_ITEM, Kind.CORRECTION)
)
CANDIDATES = 60  # nearest ones that are looked at where a team has an index of its own; chosen
CURVE_STEPS = 200  # of a cosine from 0 to 1, between which a model's calibration is a line; chosen
BATCH = 100  # memories a transaction while all links are made anew

OnBatch = Callable[[UUID, UUID, int], None]


def lock() -> None:
    """Wait for whoever links memories of this team, until the transaction ends.

    To be called before memories are locked by whoever will `refresh` or `forget` them: linking
    locks the memories at both ends, so two that took these locks in different orders would
    deadlock. After threads are locked, for the same reason.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('similar ' || %s::uuid, 0))",
            [current_team_id()],
        )


def refresh(memory_ids: Collection[UUID], *, embeddings: EmbeddingProvider | None = None) -> None:
    """Bring the links from and to memories that came or changed up to date, seen or not.

    One statement for any number of memories, over stored vectors: no model is asked. What they are
    compared with has been committed, so that of two workers the second sees what the first stored.
    Call within `acting_as`.
    """
    _link(memory_ids, embeddings=embeddings)


def refresh_found_in(item_ids: Collection[UUID]) -> None:
    """`refresh` what was found in these items. One statement where that is nothing but messages."""
    found = Memory.objects.filter(source_item_id__in=list(item_ids), kind__in=LINKED_KINDS)
    refresh(list(found.values_list("id", flat=True)))


def forget(memory_ids: Collection[UUID]) -> None:
    """Link what links to these memories to its next nearest instead: they are about to go."""
    _link(memory_ids, leaving=True)


def rebuild(
    scope: Scope,
    *,
    after: Mapping[UUID, UUID],
    on_batch: OnBatch,
    embeddings: EmbeddingProvider | None = None,
) -> int:
    """Make the links of every memory of the team anew, each as somebody who sees it.

    Starts with the scope's principal, who takes what is shared. `after` maps a principal to the
    last memory that is done; `on_batch` is told (principal, last memory, how many) once a batch is
    committed, and what it was told is all that resuming needs. Returns how many links the scope's
    principal sees then.
    """
    with acting_as(scope.team_id, scope.principal_id):
        others = {*Membership.objects.values_list("id", flat=True)}
        others |= {*Agent.objects.values_list("id", flat=True)}
    for principal in [scope.principal_id, *sorted(others - {scope.principal_id})]:
        shared_too, last = principal == scope.principal_id, after.get(principal)
        while True:
            with acting_as(scope.team_id, principal):
                ids = list(_linked(last, shared_too=shared_too)[:BATCH])
                _link(ids, also_to=False, embeddings=embeddings)
            if not ids:
                break
            last = ids[-1]
            on_batch(principal, last, len(ids))
    with acting_as(scope.team_id, scope.principal_id):
        return Edge.objects.filter(kind=EdgeKind.SIMILAR).count()


def count(scope: Scope) -> int:
    """How many memories that the scope's principal sees are linked."""
    with acting_as(scope.team_id, scope.principal_id):
        return _linked(None, shared_too=True).count()


def _linked(after: UUID | None, *, shared_too: bool) -> QuerySet[Memory, UUID]:
    rows = Memory.objects.filter(kind__in=LINKED_KINDS, archived_at=None)
    if after:
        rows = rows.filter(id__gt=after)
    if not shared_too:
        rows = rows.exclude(visibility=Visibility.SHARED)
    return rows.order_by("id").values_list("id", flat=True)


def _link(
    memory_ids: Collection[UUID],
    *,
    leaving: bool = False,
    also_to: bool = True,
    embeddings: EmbeddingProvider | None = None,
) -> None:
    if not memory_ids:
        return
    model = embeddings or providers().embeddings
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_link_similar(%s, %s::uuid[], %s, %s, %s, %s, %s, %s::float8[], %s, %s)",
            [
                current_team_id(), list(memory_ids), leaving, also_to, model.model,
                list(LINKED_KINDS), 1 - _least_cosine(model), _curve(model), MAX_LINKS, CANDIDATES,
            ],
        )  # fmt: skip


def _curve(model: EmbeddingProvider) -> list[float]:
    """The model's calibration, as the database draws it."""
    return [model.calibrate(step / CURVE_STEPS) for step in range(CURVE_STEPS + 1)]


def _least_cosine(model: EmbeddingProvider) -> float:
    """The cosine from which a similarity is LINK_SIMILARITY, to a millionth."""
    low, high = -1.0, 1.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (low, middle) if model.calibrate(middle) >= LINK_SIMILARITY else (middle, high)
    return high
