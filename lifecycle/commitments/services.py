"""What people say of commitments: that one is done, or is not. Their last word wins."""

from datetime import date
from uuid import UUID

from django.utils import timezone

from decisions.models import Memory
from decisions.refusals import Refused
from lifecycle.commitments import selectors
from lifecycle.commitments.models import CommitmentMark
from lifecycle.commitments.selectors import State
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import current
from momo.platform.tenancy.models import holder_of


def close(memory_id: UUID) -> None:
    """The principal says that it is done. Raises Memory.DoesNotExist; Refused if it is closed."""
    _say(memory_id, closed=True)


def reopen(memory_id: UUID) -> None:
    """The principal says that it is not done, whatever a message says. Raises as `close`, and
    Refused if it is open."""
    _say(memory_id, closed=False)


def _say(memory_id: UUID, *, closed: bool) -> None:
    # Locked, so that of two who say the same at once one is told that it is so already.
    memory: Memory = Memory.objects.select_for_update(no_key=True).only(
        "id", "visibility", "owner_id", "audience_id"
    ).get(id=memory_id)  # fmt: skip
    known = selectors.found(memory_id, today=date.max, until=date.max)
    if known is None:
        raise Memory.DoesNotExist
    if (known.state == State.CLOSED) == closed:
        raise Refused(f"It is {'closed' if closed else 'open'} already.")
    CommitmentMark.objects.create(
        memory_id=memory_id, closed=closed, at=timezone.now(),
        by_principal=current().principal_id, visibility=memory.visibility,
        owner_id=memory.owner_id, audience_id=memory.audience_id,
        holder=holder_of(memory.visibility, memory.owner_id, memory.audience_id),
    )  # fmt: skip
    audit.record(f"commitment.{'closed' if closed else 'reopened'}", subject=str(memory_id))
