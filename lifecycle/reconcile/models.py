"""What reconciling keeps: what is left to do, what was said again, and what nothing settles."""

from django.db import models

from momo.platform.tenancy.models import OwnedModel


class Unreconciled(models.Model):
    """A memory that came or changed since it was compared with what the team knows.

    A trigger writes it with the memory. Holds ids alone, so it needs no row-level security.
    `principal_id` sees the memory; `token` changes with each change of it.
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


class Restatement(OwnedModel):
    """That a newer memory says what an older one says. It is set aside and counted there.

    Seen by those who see the newer one. Without this row the newer one stands by itself again.
    """

    older_id = models.UUIDField()
    newer_id = models.UUIDField()
    occurrence_id = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "newer_id"], name="restated_once"),
        ]


class Conflict(OwnedModel):
    """Two memories that cannot both hold, where nothing says which one does.

    Seen by those who see both. A person settles it; `holds` is empty until then.
    """

    class Holds(models.TextChoices):
        OLDER = "older"
        NEWER = "newer"
        BOTH = "both"

    older_id = models.UUIDField()
    newer_id = models.UUIDField()
    rule = models.CharField(max_length=60)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    holds = models.CharField(max_length=5, choices=Holds.choices, blank=True)
    resolved_by = models.UUIDField(null=True)
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "older_id", "newer_id"], name="conflict_once"
            ),
        ]
