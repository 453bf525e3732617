"""Connected accounts, what there is to do for each, and what their services sent."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from connectors.live.contract import Purpose, Task
from momo.platform.tenancy.models import OwnedModel, TenantModel


class Connection(OwnedModel):
    """An integration's account at its service. Seen by whoever sees the integration.

    `problem` says what a person must do where the state is `needs_attention`. `chosen` is null
    where nobody chose, and all is collected.
    """

    class State(models.TextChoices):
        CONNECTED = "connected"
        NEEDS_ATTENTION = "needs_attention"  # the credentials no longer hold
        PAUSED = "paused"
        DISCONNECTED = "disconnected"

    integration_id = models.UUIDField()
    kind = models.CharField(max_length=20)
    holder = models.UUIDField()  # as the integration's
    account_id = models.CharField(max_length=200)
    account_name = models.CharField(max_length=200)
    state = models.CharField(max_length=15, choices=State.choices, default=State.CONNECTED)
    problem = models.CharField(max_length=500, blank=True)
    sealed_credentials = models.BinaryField(null=True)
    scopes = ArrayField(models.TextField(), default=list)
    chosen = ArrayField(models.CharField(max_length=200), null=True)
    connected_by = models.UUIDField()
    connected_at = models.DateTimeField(auto_now_add=True)
    run_id = models.UUIDField(null=True)  # of the backfill that is going on, or was last
    heard_at = models.DateTimeField(null=True)  # when it last brought something

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "kind", "account_id", "holder"], name="connection_account"
            ),
            models.UniqueConstraint(
                fields=["team_id", "integration_id"], name="connection_integration"
            ),
        ]


class SyncTask(OwnedModel):
    """One of the things to do for a connection: when, from where on, and how it went.

    The cursor is stored together with what was read up to it, or not at all.
    """

    connection_id = models.UUIDField()
    task = models.CharField(max_length=10, choices=[(task.value, task.value) for task in Task])
    due_at = models.DateTimeField(null=True)  # null: when something calls for it
    cursor = models.JSONField(null=True)
    failures = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True)
    ran_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "connection_id", "task"], name="sync_task_once"
            ),
        ]


class Delivery(OwnedModel):
    """Something that a service sent, verified and stored before anything else is done with it.

    Its body goes when it was read; the rest stays for a while, so that the same thing sent again is
    known, and a person can see what arrived.
    """

    class State(models.TextChoices):
        RECEIVED = "received"
        READ = "read"
        IGNORED = "ignored"  # on purpose: nothing in it is collected
        FAILED = "failed"  # could not be read; the body is kept, and it can be tried again

    connection_id = models.UUIDField()
    delivery_id = models.CharField(max_length=100)
    event = models.CharField(max_length=100)
    state = models.CharField(max_length=8, choices=State.choices, default=State.RECEIVED)
    received_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True)
    sealed_body = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "connection_id", "delivery_id"], name="delivery_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["team_id", "connection_id", "id"],
                name="delivery_waiting",
                condition=models.Q(state="received"),
            ),
            models.Index(fields=["team_id", "connection_id", "received_at"], name="delivery_age"),
        ]


class SyncTurn(models.Model):
    """When a connection is to be worked on next, and by which key deliveries find it.

    Ids, times and a keyed hash alone, so it needs no row-level security and any worker may claim
    it. One worker at a time works on a connection: what it reads is stored in the order in which
    it was read. `id` is the connection's.
    """

    id = models.UUIDField(primary_key=True)
    team_id = models.UUIDField()
    principal_id = models.UUIDField()  # as whom it is worked on
    kind = models.CharField(max_length=20)
    routing_key = models.BinaryField()
    live_due_at = models.DateTimeField(null=True)
    backfill_due_at = models.DateTimeField(null=True)
    locked_until = models.DateTimeField(null=True)
    claim = models.UUIDField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["kind", "routing_key"], name="sync_turn_route"),
            models.Index(fields=["live_due_at"], name="sync_turn_live"),
            models.Index(fields=["backfill_due_at"], name="sync_turn_backfill"),
        ]


class Authorization(OwnedModel):
    """One way to a service's consent page and back, private to who began it. Used once."""

    kind = models.CharField(max_length=20)
    purpose = models.CharField(max_length=7, choices=[(each.value, each.value) for each in Purpose])
    redirect_uri = models.TextField()
    sealed_verifier = models.BinaryField()
    sealed_answer = models.BinaryField(null=True)  # what the browser came back with
    chosen_visibility = models.CharField(max_length=10, blank=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class LinkedIdentity(TenantModel):
    """Who a member of the team is at a service that does not tell mail addresses.

    Learned where they signed in there themselves, or stated by an admin. It goes with the member.
    """

    source = models.CharField(max_length=20)
    external_id = models.CharField(max_length=100)
    name = models.CharField(max_length=200, blank=True)
    principal_id = models.UUIDField()
    linked_by = models.UUIDField()
    linked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "source", "external_id"], name="linked_identity_external"
            ),
        ]
