"""What says that a commitment is done, or not."""

from django.db import models

from momo.platform.tenancy.models import OwnedModel


class CommitmentMark(OwnedModel):
    """That a commitment is done (`closed`) or open again, and who or which message says so.

    A person's word has `by_principal`, and the last one wins over all messages. A message's has
    `item_id`, its words in `quote`, and the rule or model that read them; it counts as long as the
    message says what it said, and for those alone who see both the commitment and the message.
    """

    memory_id = models.UUIDField()
    holder = models.UUIDField()  # as holder_of has it
    closed = models.BooleanField()
    at = models.DateTimeField()  # when it was said
    by_principal = models.UUIDField(null=True)
    by_rule = models.CharField(max_length=60, blank=True)
    item_id = models.UUIDField(null=True)
    item_hash = models.BinaryField(null=True)
    quote = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "memory_id", "item_id", "holder"], name="commitment_mark_once"
            ),
        ]
        indexes = [models.Index(fields=["team_id", "item_id"], name="commitment_mark_item")]
