"""Storing what a connector brought, in the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from connectors.contract import Refusal, SourceRecord
from connectors.live import withdrawing
from connectors.live.contract import Page
from connectors.live.members import with_addresses
from connectors.models import Integration, Queue
from connectors.store import Storing, ensure_audience, store, those_known
from connectors.wake import wake
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.models import NOBODY


@dataclass(slots=True)
class Stored:
    """What became of the readings of some pages, of those that all who see the source may know of:
    how much is said in private places is for their members alone."""

    read: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    refusals: list[Refusal] = field(default_factory=list)


def keep(integration: Integration, scope: Scope, queue: Queue, pages: Sequence[Page]) -> Stored:
    """Store what pages brought and bring audiences in line. Call within `acting_as` of the scope.

    Of several versions of one thing the newest is stored.
    """
    storing = Storing(integration, scope, queue, common=integration.holder == NOBODY)
    readings = [reading for page in pages for reading in page.readings]
    records = _newest(each for each in readings if isinstance(each, SourceRecord))
    if storing.common:  # else it is one person's, whoever may see it there
        records = _for_members(storing, records, pages)
    withdrawing.let_go(
        storing,
        [key for page in pages for key in page.gone],
        [prefix for page in pages for prefix in page.emptied],
    )
    private = [record for record in records.values() if record.audience and storing.common]
    told = [record for record in records.values() if not (record.audience and storing.common)]
    kept_private = store(storing, private) if private else (0, 0, 0)
    added, updated, unchanged = store(storing, told) if told else (0, 0, 0)
    if queue == Queue.REALTIME and (added or updated or any(kept_private[:2])):
        wake(queue)
    refusals = [each for each in readings if isinstance(each, Refusal)]
    return Stored(len(told) + len(refusals), added, updated, unchanged, refusals)


def _for_members(
    storing: Storing, records: Mapping[str, SourceRecord], pages: Sequence[Page]
) -> dict[str, SourceRecord]:
    """Bring audiences in line, close what is closed, and name the records' members as the team
    knows them."""
    closed = [pair for page in pages for pair in page.closed.items()]
    told = [audience for page in pages for audience in page.audiences]
    told += [audience for _, audience in closed]
    lists = [record.audience for record in records.values() if record.audience]
    needed = {audience.key for audience in [*lists, *those_known(storing, told)]}
    known = with_addresses(storing.integration.source, [*lists, *told])
    for key in needed:
        ensure_audience(storing, known[key])
    for prefix, audience in closed:
        withdrawing.close(storing, prefix, known[audience.key])
    return {
        key: replace(record, audience=known[record.audience.key]) if record.audience else record
        for key, record in records.items()
    }


def _newest(records: Iterable[SourceRecord]) -> dict[str, SourceRecord]:
    newest: dict[str, SourceRecord] = {}
    for record in records:
        other = newest.get(record.external_id)
        if other and other.as_of and record.as_of and other.as_of > record.as_of:
            continue
        newest[record.external_id] = record
    return newest
