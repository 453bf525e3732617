"""What a team keeps, and for how long."""

from django.db import models

from momo.platform.tenancy.models import OwnedModel


class RetentionPolicy(OwnedModel):
    """After how many days the items of a source go, or their texts alone.

    Its visibility says what it is for: what the team shares with its private channels, one private
    channel, which goes by this instead, or what is its owner's alone.
    """

    class Action(models.TextChoices):
        ERASE = "erase"  # items, with the memories that stand on nothing else
        ERASE_TEXT = "erase_text"  # texts; decisions stay, with the quotes that they stand on

    source = models.CharField(max_length=20, blank=True)  # gmail, slack ...; any where empty
    days = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action.choices)
    created_by = models.UUIDField()
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)  # when it was last carried out
    erased = models.PositiveIntegerField(default=0)  # items, then
    held = models.PositiveIntegerField(default=0)  # items that legal holds kept, then

    class Meta:
        app_label = "lifecycle"


RETENTION_ACTIONS = RetentionPolicy.Action.choices
