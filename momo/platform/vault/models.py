"""Each team's data keys, wrapped."""

from django.db import models

from momo.platform.tenancy.models import TenantModel


class DataKey(TenantModel):
    """One data key of a team. The highest number seals; older ones only open.

    Deleting a team's rows here makes all that it sealed unreadable for good.
    """

    number = models.PositiveIntegerField()
    master_key = models.CharField(max_length=60)
    wrapped = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "number"], name="data_key_number"),
        ]
