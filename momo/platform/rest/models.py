"""Requests that must not be carried out twice."""

from django.db import models

from momo.platform.tenancy.models import TenantModel


class IdempotentRequest(TenantModel):
    """A request that a principal gave a key, and its answer once there is one.

    The answer is sealed: it may hold what is private. What is shown only once is not kept at all.
    """

    principal_id = models.UUIDField()
    key = models.CharField(max_length=200)
    fingerprint = models.BinaryField()  # of method, path, body and rights
    status = models.PositiveSmallIntegerField(null=True)
    sealed_answer = models.BinaryField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "principal_id", "key"], name="idempotent_request_key"
            ),
        ]
        indexes = [models.Index(fields=["team_id", "created_at"], name="idempotent_request_age")]
