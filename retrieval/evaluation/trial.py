"""A team for one measurement: filled through the ordinary pipeline, and gone afterwards."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from django.db import connections

from connectors.contract import Refusal, SourceRecord
from connectors.models import PipelineJob, SourceItem
from connectors.services import ingest
from decisions.pipeline.drain import drain_team
from momo.platform.accounts import services as accounts
from momo.platform.tenancy.context import Scope, acting_as
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility

OWNER = "owner"  # the database alias whose role may erase a whole team


@dataclass(frozen=True, slots=True)
class Trial:
    """A team with what was taken in; `keys` gives each item's external id by its id."""

    scope: Scope
    keys: dict[UUID, str]


@dataclass(frozen=True, slots=True)
class _Given:
    """A connector that reads what it is given."""

    records: Sequence[SourceRecord]
    kind: str = "trial"
    source: str = "file"
    title: str = "Trial"
    default_visibility: Visibility = field(default=Visibility.SHARED)
    description: str = ""
    accepts: tuple[str, ...] = ()
    ids_hold_by_place: bool = False

    def count(self, path: Path) -> int:
        return len(self.records)

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        yield from self.records


@contextmanager
def trial(records: Sequence[SourceRecord]) -> Iterator[Trial]:
    """A new team in which every record has been through the pipeline; erased at the end."""
    name = f"trial-{uuid7().hex}"
    user = accounts.create_user(email=f"{name}@momo.invalid", password=None)
    scope = None
    try:
        scope = Scope(accounts.create_team(owner=user, name=name).id, user.id)
        ingest(scope, _Given(records), Path(name))
        drain_team(scope.team_id)
        _analyze()
        yield Trial(scope, _keys(scope))
    finally:
        if scope:
            _erase(scope.team_id)
        user.delete()


def _keys(scope: Scope) -> dict[UUID, str]:
    with acting_as(scope.team_id, scope.principal_id):
        return dict(SourceItem.objects.values_list("id", "external_id"))


def _analyze() -> None:
    """What autovacuum does within a minute; before it, Postgres plans as for empty tables."""
    with connections[OWNER].cursor() as cursor:
        cursor.execute("ANALYZE decisions_memory, decisions_memoryembedding, decisions_edge")


def _erase(team_id: UUID) -> None:
    PipelineJob.objects.filter(team_id=team_id).delete()
    with connections[OWNER].cursor() as cursor:
        cursor.execute("DELETE FROM tenancy_team WHERE id = %s", [team_id])
