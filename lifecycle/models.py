"""All tables of the lifecycle, for Django to find."""

from lifecycle.commitments.models import CommitmentMark
from lifecycle.compaction.models import Compaction, Neighbors
from lifecycle.digests.models import DigestRun, DigestSubscription
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.reconcile.models import Conflict, Restatement
from lifecycle.retention.models import RetentionPolicy
from lifecycle.scheduling.models import Schedule

__all__ = [
    "CommitmentMark",
    "Compaction",
    "Conflict",
    "DigestRun",
    "DigestSubscription",
    "Neighbors",
    "Restatement",
    "RetentionPolicy",
    "Schedule",
    "WebhookDelivery",
    "WebhookEndpoint",
]
