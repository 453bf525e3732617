"""Connected sources, what they gave, and the work that is left to do on it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from connectors.holding import ErasedItem, LegalHold
from connectors.live.models import (
    Authorization,
    Connection,
    Delivery,
    LinkedIdentity,
    SyncTask,
    SyncTurn,
)
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import OwnedModel

__all__ = [
    "SYNC_STATES",
    "Authorization",
    "Connection",
    "Delivery",
    "ErasedItem",
    "Integration",
    "LegalHold",
    "LinkedIdentity",
    "PipelineJob",
    "PipelineTurn",
    "Queue",
    "SourceItem",
    "Stage",
    "SyncRun",
    "SyncTask",
    "SyncTurn",
]


class Integration(OwnedModel):
    """One connected source of a team: a mailbox, a workspace, a repository, a folder.

    Private ones belong to one person. `agent_id` is the principal that the pipeline acts as for
    items that no single person owns; it is in every audience the source has.
    """

    kind = models.CharField(max_length=20)
    source = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    holder = models.UUIDField()
    agent_id = models.UUIDField()
    default_visibility = models.CharField(max_length=10)
    created_at = models.DateTimeField(auto_now_add=True)
    last_synced_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "kind", "name", "holder"], name="integration_name"
            ),
        ]


class SyncRun(OwnedModel):
    """One reading of a source, and what came of it.

    Reading again is how an interrupted run goes on: what is already there counts as unchanged.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        INTERRUPTED = "interrupted"

    integration_id = models.UUIDField()
    state = models.CharField(max_length=11, choices=State.choices, default=State.RUNNING)
    expected = models.PositiveIntegerField(default=0)
    read = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    updated = models.PositiveIntegerField(default=0)
    unchanged = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    refusals = models.JSONField(default=list)  # the first of them: locator, reason, skipped
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["team_id", "integration_id", "-started_at"], name="sync_run_last")
        ]


SYNC_STATES = SyncRun.State.choices


class SourceItem(OwnedModel):
    """One message, mail, commit, page or note. Edits and re-deliveries update it.

    Unique within its integration and for its holder, not within the team: two people may have the
    same mail or note, each privately, and neither must learn so.
    """

    holder = models.UUIDField()  # as holder_of has it
    integration_id = models.UUIDField()
    external_id = models.CharField(max_length=500)
    source = models.CharField(max_length=20)
    kind = models.CharField(max_length=20)
    media_type = models.CharField(max_length=40)
    title = models.TextField(blank=True)
    container = models.TextField(blank=True)
    thread_key = models.CharField(max_length=500, blank=True)
    reply_to = models.CharField(max_length=500, blank=True)
    url = models.TextField(blank=True)
    author = models.JSONField(null=True)  # name, email, handle, role
    participants = models.JSONField(default=list)
    names = models.JSONField(default=dict)  # ids mentioned in the text -> display names
    declared = models.JSONField(null=True)  # what the source itself states of a decision
    tags = ArrayField(models.TextField(), default=list)
    occurred_at = models.DateTimeField()
    dated = models.BooleanField(default=True)
    edited_at = models.DateTimeField(null=True)
    as_of = models.DateTimeField(null=True)  # the version, in the source's own clock
    deleted_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField(auto_now_add=True)
    content_hash = models.BinaryField()
    sealed_raw = models.BinaryField(null=True)
    sealed_text = models.BinaryField(null=True)  # after Normalize
    sealed_extraction = models.BinaryField(null=True)  # between Extract and Store
    noise = models.BooleanField(default=False)
    processed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "integration_id", "external_id", "holder"],
                name="source_item_held",
            ),
        ]
        indexes = [
            models.Index(
                fields=["team_id", "integration_id", "thread_key", "occurred_at", "external_id"],
                name="item_thread",
            ),
            models.Index(fields=["team_id", "-occurred_at"], name="item_time"),
        ]


class Stage(models.TextChoices):
    """The stages after Fetch. Embed writes what Store keeps, in one transaction."""

    NORMALIZE = "normalize"
    EXTRACT = "extract"
    EMBED = "embed"
    LINK = "link"


class Queue(models.TextChoices):
    REALTIME = "realtime"
    BACKFILL = "backfill"


class PipelineJob(models.Model):
    """What is left to do on one item: the truth, of which a queued message is only a wake-up.

    Holds ids and states, no content, so it needs no row-level security and any worker may sweep
    it. A job that is done is deleted. `claim` is the token of who holds it; a newer edit or a
    claim by another worker changes it, and the late finisher's update then changes no row.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team_id = models.UUIDField()
    item_id = models.UUIDField()
    principal_id = models.UUIDField()
    queue = models.CharField(max_length=10, choices=Queue.choices)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.NORMALIZE)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    locked_until = models.DateTimeField(null=True)
    claim = models.UUIDField(null=True)
    parked_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "item_id"], name="pipeline_job_item"),
        ]
        indexes = [
            models.Index(
                fields=["queue", "team_id", "due_at"],
                name="pipeline_job_due",
                condition=models.Q(parked_at__isnull=True),
            ),
        ]


class PipelineTurn(models.Model):
    """When a team's jobs of a queue were last claimed, so that the next turn is another team's."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team_id = models.UUIDField()
    queue = models.CharField(max_length=10, choices=Queue.choices)
    served_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["queue", "team_id"], name="pipeline_turn_team"),
        ]
