"""Teams, and the abstract models that every tenant table is made from."""

from typing import Any, ClassVar, Self, TypeVar
from uuid import UUID

from django.db import models

from momo.platform.tenancy.context import current, current_team_id
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility

_M = TypeVar("_M", bound=models.Model)

VISIBILITY_CHOICES = [(kind.value, kind.value.capitalize()) for kind in Visibility]
NOBODY = UUID(int=0)


class Team(models.Model):
    """A tenant. Its own row is under row-level security too: `id` is the current team."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    timezone = models.CharField(max_length=60, default="UTC")
    created_at = models.DateTimeField(auto_now_add=True)


class TenantQuerySet(models.QuerySet[_M]):
    """Rows of the current team. Postgres enforces it; naming the team too gives good plans."""

    def in_team(self) -> Self:
        return self.filter(team_id=current().team_id)


class TenantManager(models.Manager[_M]):
    """Refuses to run outside a tenant scope: `get_queryset` raises NoTenant there."""

    def get_queryset(self) -> TenantQuerySet[_M]:
        return TenantQuerySet[_M](self.model, using=self._db).in_team()


class TenantModel(models.Model):
    """A table that belongs to a team. `team_id` is first in every key and never changes."""

    pk = models.CompositePrimaryKey("team_id", "id")
    team_id = models.UUIDField(default=current_team_id, editable=False)
    id = models.UUIDField(default=uuid7, editable=False)

    objects: ClassVar[TenantManager[Any]] = TenantManager()

    class Meta:
        abstract = True


class OwnedModel(TenantModel):
    """A tenant row that not every member may see.

    `owner_id` is a principal; `audience_id` is set where visibility is `restricted`.
    """

    visibility = models.CharField(
        max_length=10,
        choices=VISIBILITY_CHOICES,
        default=Visibility.SHARED,
    )
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)

    class Meta:
        abstract = True


def holder_of(visibility: str, owner_id: UUID | None, audience_id: UUID | None) -> UUID:
    """Who holds a row, as one value for unique constraints.

    Two people's private rows with one name are two rows: neither can learn of the other's by
    running into a constraint.
    """
    if visibility == Visibility.SHARED:
        return NOBODY
    if visibility == Visibility.RESTRICTED:
        assert audience_id is not None
        return audience_id
    assert owner_id is not None
    return owner_id
