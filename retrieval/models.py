"""Which embedding model a team is searched with."""

from typing import Any, ClassVar

from django.db import models

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.models import TenantManager


class ActiveModel(models.Model):
    """The model whose vectors a team's searches use: the last that all its memories have had."""

    team_id = models.UUIDField(primary_key=True, default=current_team_id, editable=False)
    model = models.CharField(max_length=80)
    since = models.DateTimeField(auto_now=True)

    objects: ClassVar[TenantManager[Any]] = TenantManager()
