"""The audit log: append-only, each event chained to the one before it by hash."""

from django.db import models

from momo.platform.tenancy.models import TenantModel


class AuditEvent(TenantModel):
    """Who did what to what. `details` holds ids and settings, never a message's text.

    The database lets nobody but its owner change or delete a row.
    """

    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor_id = models.UUIDField()
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=80, blank=True)
    details = models.JSONField(default=dict)
    previous_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "number"], name="audit_event_number"),
        ]
        indexes = [
            models.Index(fields=["team_id", "-at", "-id"], name="audit_event_newest"),
        ]
