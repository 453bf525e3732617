"""What reconciling keeps: what was said again, and what nothing settles."""

from django.db import models

from momo.platform.tenancy.models import OwnedModel


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
