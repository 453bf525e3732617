"""What each team's model calls used, what they may use, and what is asked for in batches."""

from django.db import models

from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import TenantModel

STAGE_LENGTH = 40


class Period(models.TextChoices):
    """How long a budget lasts until it renews; days and months are UTC's."""

    DAY = "day"
    MONTH = "month"


class ModelUsage(TenantModel):
    """Calls, tokens and money of a team on one day, by model and purpose.

    `purpose` is what a call was for, `stage` the part of Momo that it is counted with. `cost` is
    by the prices of that day; tokens of models without a price are counted in `unpriced_tokens`.
    """

    day = models.DateField()
    model = models.CharField(max_length=120)
    purpose = models.CharField(max_length=STAGE_LENGTH)
    stage = models.CharField(max_length=STAGE_LENGTH, default="")
    calls = models.PositiveBigIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    unpriced_tokens = models.PositiveBigIntegerField(default=0)
    cost = models.DecimalField(max_digits=20, decimal_places=10, default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "day", "model", "purpose"], name="model_usage_day"
            ),
        ]


class ModelBudget(TenantModel):
    """What a team may use in each day or month, in one stage or, with an empty one, in all."""

    stage = models.CharField(max_length=STAGE_LENGTH, blank=True)
    period = models.CharField(max_length=5, choices=Period.choices)
    tokens = models.PositiveBigIntegerField(null=True)
    cost = models.DecimalField(max_digits=14, decimal_places=4, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "stage", "period"], name="model_budget_once")
        ]


class ModelChoices(TenantModel):
    """How a team uses models; null is as the settings say."""

    batch_backfills = models.BooleanField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team_id"], name="model_choices_once")]


class ModelBatch(models.Model):
    """Requests that a server answers within a day, for less.

    Holds ids and states alone, so it needs no row-level security and any worker may look after it.
    `remote_id` is empty until the server has taken it.
    """

    class State(models.TextChoices):
        SENDING = "sending"
        SENT = "sent"
        CHARGED = "charged"  # answered and paid for; its answers are being applied

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team_id = models.UUIDField()
    principal_id = models.UUIDField()
    remote_id = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.SENDING)
    due_at = models.DateTimeField()  # when to look after it next
    created_at = models.DateTimeField(auto_now_add=True)
