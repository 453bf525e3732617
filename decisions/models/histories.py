"""How memories changed: what came up again, replaced another, was edited or confirmed."""

from django.db import models
from django.utils import timezone

from momo.platform.tenancy.models import OwnedModel


class Occurrence(OwnedModel):
    """When and where a memory came up again."""

    memory_id = models.UUIDField()
    source_item_id = models.UUIDField(null=True)
    at = models.DateTimeField()
    snippet = models.TextField(blank=True)
    sentiment = models.CharField(max_length=20, default="neutral")

    class Meta:
        indexes = [models.Index(fields=["team_id", "memory_id", "at"], name="occurrence_when")]


class Supersession(OwnedModel):
    """That a newer decision replaced an older one, why, and who or which rule says so."""

    old_id = models.UUIDField()
    new_id = models.UUIDField()
    reason = models.TextField(blank=True)
    evidence = models.TextField(blank=True)
    by_principal = models.UUIDField(null=True)
    by_rule = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "old_id", "new_id"],
                condition=models.Q(undone_at__isnull=True),
                name="supersession_once",
            ),
        ]
        indexes = [models.Index(fields=["team_id", "new_id"], name="supersession_newer")]


class MemoryRevision(OwnedModel):
    """A memory as it was before it changed. `changes` maps field to [old, new].

    All that a person edits is kept, and of what the source says differently by now the status: it
    is what held, and until when. `changed_by` is None there.
    """

    memory_id = models.UUIDField()
    number = models.PositiveIntegerField()
    changed_by = models.UUIDField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)
    changes = models.JSONField()
    reason = models.TextField(blank=True, db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "memory_id", "number"], name="memory_revision_number"
            ),
        ]


class Unreconciled(models.Model):
    """A memory that came or changed since it was compared with what the team knows.

    Holds ids alone, so it needs no row-level security. `principal_id` sees the memory; `token`
    changes with each change of it.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    principal_id = models.UUIDField()
    token = models.UUIDField()
    since = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)  # in a row that failed
    error = models.CharField(max_length=500, blank=True)


class Verdict(models.TextChoices):
    """What who made a decision says of what is kept of it."""

    CONFIRM = "confirm"  # it is right
    EDIT = "edit"  # it is right by now: they changed it
    REJECT = "reject"  # they decided no such thing


class Ratification(OwnedModel):
    """A decider's word on a decision, seen by those who see that; undone, it counts no more.

    `decision_type` is that which the decision had when they gave it; `reversed_it` is set where a
    rejection is why the decision is reversed.
    """

    memory_id = models.UUIDField()
    verdict = models.CharField(max_length=7, choices=Verdict.choices)
    by_principal = models.UUIDField()
    reason = models.TextField(blank=True)
    decision_type = models.CharField(max_length=14, blank=True)
    reversed_it = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "memory_id", "by_principal"],
                condition=models.Q(undone_at__isnull=True),
                name="ratified_once",
            ),
        ]
