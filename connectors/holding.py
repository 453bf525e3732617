"""What retention keeps in the sources' own tables: legal holds, and marks of what was erased."""

from django.db import models

from momo.platform.tenancy.models import OwnedModel, TenantModel


class LegalHold(TenantModel):
    """Nothing that it covers is erased until it is released, whoever asks.

    It covers the items that match all that is set: of one integration, of a kind of source, by or
    to an address, of a time. Where nothing is set it covers the whole team.
    """

    integration_id = models.UUIDField(null=True)
    source = models.CharField(max_length=20, blank=True)
    person = models.CharField(max_length=254, blank=True)  # an address, in lower case
    since = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)
    reason = models.TextField()
    placed_by = models.UUIDField()
    placed_at = models.DateTimeField(auto_now_add=True)
    released_by = models.UUIDField(null=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "connectors"


class ErasedItem(OwnedModel):
    """That an item was erased, so that reading its source again does not bring it back.

    `digest` is keyed and says nothing without the team's data key: see `tombstones`. Of what was
    one person's alone it is theirs.
    """

    digest = models.BinaryField()
    erased_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "connectors"
        constraints = [
            models.UniqueConstraint(fields=["team_id", "digest"], name="erased_item_digest"),
        ]
