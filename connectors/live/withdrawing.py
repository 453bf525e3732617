"""What is gone or closed at a service, for all that was stored of it at once.

Call within `acting_as`. The pipeline takes it up for what was made of the items.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from connectors import holds
from connectors.contract import Audience
from connectors.models import SourceItem
from connectors.store import Storing, enqueue, ensure_audience, withdraw
from connectors.wake import wake
from momo.platform.tenancy.visibility import Visibility

ALL = "*"  # at the end of a thread key: all that begin so


def let_go(storing: Storing, thread_keys: Sequence[str], prefixes: Sequence[str]) -> int:
    """Withdraw every item of threads and places that are gone, but for what is under a legal hold.

    It may come back, as the version that it was.
    """
    if not thread_keys and not prefixes:
        return 0
    gone = Q()
    for key in thread_keys:
        if key.endswith(ALL):
            gone |= Q(thread_key__startswith=key.removesuffix(ALL))
        else:
            gone |= Q(thread_key=key)
    for prefix in prefixes:
        gone |= Q(external_id__startswith=prefix)
    items = _items(storing).filter(gone, deleted_at__isnull=True)
    holds.lock()
    kept = holds.among(items).values("id")
    ids = list(items.exclude(id__in=kept).values_list("id", flat=True))
    enqueue(storing, ids)
    withdraw(ids)
    _wake(storing, ids)
    return len(ids)


def close(storing: Storing, prefix: str, audience: Audience) -> int:
    """Let only an audience see the items whose external ids begin so."""
    items = _items(storing).filter(
        external_id__startswith=prefix, visibility=Visibility.SHARED, deleted_at__isnull=True
    )
    ids = list(items.values_list("id", flat=True))
    if not ids:
        return 0
    audience_id = ensure_audience(storing, audience)
    enqueue(storing, ids)
    SourceItem.objects.filter(id__in=ids).update(
        visibility=Visibility.RESTRICTED, audience_id=audience_id, holder=audience_id,
        content_hash=b"",  # whatever is read next is a change: it may be open again
    )  # fmt: skip
    _wake(storing, ids)
    return len(ids)


def _items(storing: Storing) -> QuerySet[SourceItem]:
    rows: QuerySet[SourceItem] = SourceItem.objects.filter(integration_id=storing.integration.id)
    return rows


def _wake(storing: Storing, ids: Sequence[UUID]) -> None:
    if ids:
        wake(storing.queue)
