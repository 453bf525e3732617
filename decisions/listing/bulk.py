"""One change to many decisions, told for each whether it went through."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist

from connectors.holds import OnHold
from decisions import services
from decisions.histories.lineage import LineageError
from decisions.listing.tagging import label
from decisions.models import Decision
from decisions.refusals import NotYours, Refused
from momo.platform.ai import ProviderError
from momo.platform.rest.etags import Stale
from momo.platform.tenancy.context import Scope, acting_as

MOST = 500  # decisions of one request
_REFUSALS = (
    LineageError, NotYours, ObjectDoesNotExist, OnHold, ProviderError, Refused, Stale,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """What to do with each; `delete` goes alone. `archive` None leaves that as it is."""

    tags_add: tuple[str, ...] = ()
    tags_remove: tuple[str, ...] = ()
    archive: bool | None = None
    status: str = ""
    visibility: str = ""
    delete: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """Those that are changed decision by decision, as others hang on them."""
        both = {"status": self.status, "visibility": self.visibility}
        return {name: value for name, value in both.items() if value}

    @property
    def labels(self) -> bool:
        return bool(self.tags_add or self.tags_remove) or self.archive is not None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one decision: `refused` says why nothing was changed, None where it went through."""

    id: UUID
    refused: Exception | None = None


class NotTogether(Exception):
    """Another one was refused, and so this one was left as it was."""

    def __init__(self) -> None:
        super().__init__("Left as it was, because another one could not be changed.")


def change_many(
    scope: Scope, ids: Sequence[UUID], change: Change, *, is_admin: bool, together: bool = False
) -> list[Outcome]:
    """Change decisions one by one, or all `together` or none. An outcome each, in their order.

    Not to be called in a transaction: changing the visibility asks the embedding model, and so is
    never done together.
    """
    outcomes: list[Outcome] = []
    if not together:
        return _each(scope, ids, change, is_admin=is_admin)
    try:
        with acting_as(scope.team_id, scope.principal_id):
            outcomes = _each(scope, ids, change, is_admin=is_admin)
            if any(outcome.refused for outcome in outcomes):
                raise NotTogether
    except NotTogether as why:
        return [Outcome(outcome.id, outcome.refused or why) for outcome in outcomes]
    return outcomes


def _each(scope: Scope, ids: Sequence[UUID], change: Change, *, is_admin: bool) -> list[Outcome]:
    with acting_as(scope.team_id, scope.principal_id):
        rows = Decision.objects.filter(id__in=ids).order_by("id")
        seen = set(rows.values_list("id", flat=True))
        if change.labels:
            label(seen, add=change.tags_add, remove=change.tags_remove, archive=change.archive)
    outcomes = []
    for id_ in ids:
        missing = None if id_ in seen else Decision.DoesNotExist()
        outcomes.append(Outcome(id_, missing or _one(scope, id_, change, is_admin=is_admin)))
    return outcomes


def _one(scope: Scope, id_: UUID, change: Change, *, is_admin: bool) -> Exception | None:
    """What of a change others hang on: why it is refused, if it is."""
    try:
        if change.fields:
            services.edit_memory(scope, id_, change.fields)
        if change.delete:
            with acting_as(scope.team_id, scope.principal_id):
                services.delete_memory(id_, is_admin=is_admin)
    except _REFUSALS as why:
        return why
    return None
