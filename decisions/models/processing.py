"""What the pipeline keeps beside its jobs: why some are set aside, and what was read."""

from django.db import models

from momo.platform.tenancy.models import TenantModel


class HeldBack(models.Model):
    """A job that is set aside for a while and goes on by itself.

    Holds ids and states alone, so it needs no row-level security and any worker may sweep it. It
    says nothing once the job is done, or is no longer parked.
    """

    class Why(models.TextChoices):
        BUDGET = "budget"  # the team's is used up
        GATHERING = "gathering"  # until there is enough for a batch
        BATCH = "batch"  # until the batch is answered
        LIVE = "live"  # no batch answered it: it is asked for at once, and waits no more

    pk = models.CompositePrimaryKey("team_id", "job_id")
    team_id = models.UUIDField()
    job_id = models.UUIDField()
    principal_id = models.UUIDField()
    why = models.CharField(max_length=9, choices=Why.choices)
    batch_id = models.UUIDField(null=True)
    since = models.DateTimeField()


class ExtractionTally(TenantModel):
    """What an extractor made of a team's messages on one day.

    `dropped` counts decisions that it claimed and whose quote is not in their message.
    """

    day = models.DateField()
    extractor = models.CharField(max_length=60)
    messages = models.PositiveBigIntegerField(default=0)
    noise = models.PositiveBigIntegerField(default=0)  # left out before it was asked
    decisions = models.PositiveBigIntegerField(default=0)
    dropped = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "day", "extractor"], name="extraction_tally_day"
            ),
        ]
