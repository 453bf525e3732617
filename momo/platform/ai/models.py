"""What each team's model calls used."""

from django.db import models

from momo.platform.tenancy.models import TenantModel


class ModelUsage(TenantModel):
    """Calls and tokens of a team on one day, by model and purpose (extract, embed, answer)."""

    day = models.DateField()
    model = models.CharField(max_length=120)
    purpose = models.CharField(max_length=40)
    calls = models.PositiveBigIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "day", "model", "purpose"], name="model_usage_day"
            ),
        ]
