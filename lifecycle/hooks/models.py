"""Where a team's events go, and what was delivered."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from momo.platform.tenancy.models import TenantModel

DELIVERY_STATES = ["waiting", "delivered", "failed", "withdrawn"]


class WebhookEndpoint(TenantModel):
    """An address that is told of a team's events, made by its admins.

    What it is told is put together as `agent_id`, who is in no audience and owns nothing: it sees
    what the whole team shares and no more. The secret before the present one signs besides it until
    `old_secret_until`. `since` is from when on events are its own; `failing_since` is null while
    what is sent is taken. `problem` says why it was switched off, where nobody did.
    """

    url = models.CharField(max_length=2000)
    description = models.CharField(max_length=200, blank=True)
    events = ArrayField(models.CharField(max_length=40))
    active = models.BooleanField(default=True)
    agent_id = models.UUIDField()
    created_by = models.UUIDField()
    created_at = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField()
    sealed_secret = models.BinaryField()
    sealed_old_secret = models.BinaryField(null=True)
    old_secret_until = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    problem = models.CharField(max_length=500, blank=True)


class WebhookDelivery(TenantModel):
    """One event for one endpoint: ids alone, so that nothing here outlives what it tells of.

    Its text is put together whenever it is sent. `key` names the event, so that each is noted once.
    `status` is the HTTP status of the last answer, null where none came; `message_id` is the same
    for every attempt and every endpoint, and is what receivers know a repetition by.
    """

    endpoint_id = models.UUIDField()
    event = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    message_id = models.CharField(max_length=60)
    subject_id = models.UUIDField(null=True)
    occurred_at = models.DateTimeField()
    state = models.CharField(
        max_length=9, choices=[(each, each) for each in DELIVERY_STATES], default="waiting"
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    attempted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "endpoint_id", "key"], name="told_once"),
        ]
        indexes = [
            models.Index(
                fields=["team_id", "endpoint_id", "due_at"],
                name="webhook_due",
                condition=models.Q(state="waiting"),
            ),
            models.Index(fields=["team_id", "endpoint_id", "-created_at"], name="webhook_recent"),
        ]
