"""What is due, of which team, and who is at it."""

from django.db import models

from momo.platform.tenancy.ids import uuid7


class Job(models.TextChoices):
    DIGEST = "digest"
    COMMITMENTS = "commitments"
    WEBHOOK = "webhook"


class Schedule(models.Model):
    """One thing that comes due again and again: a digest, an endpoint's turn, following up.

    Holds ids and states, no content, so it needs no row-level security and any worker may sweep
    it. `principal_id` is whom it is done as. `slot_at` is the moment on the calendar, `due_at` when
    to go on: the same, or later after a failure; null where nothing is due by itself. `claim` is
    the token of who is at it, good until `locked_until`. `cursor` is how far it has got.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team_id = models.UUIDField()
    job = models.CharField(max_length=11, choices=Job.choices)
    subject_id = models.UUIDField()  # of a digest or an endpoint, else the team
    principal_id = models.UUIDField()
    slot_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    claim = models.UUIDField(null=True)
    locked_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)  # in a row that failed
    error = models.CharField(max_length=500, blank=True)
    cursor = models.UUIDField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "job", "subject_id"], name="scheduled_once"),
        ]
        indexes = [
            models.Index(
                fields=["job", "due_at"],
                name="schedule_due",
                condition=models.Q(due_at__isnull=False),
            ),
        ]
