"""How memories and what they name hang together."""

from django.db import models
from django.db.models.functions import Coalesce

from momo.platform.tenancy.models import OwnedModel


class EdgeKind(models.TextChoices):
    INVOLVES = "INVOLVES"
    MENTIONS = "MENTIONS"
    ABOUT = "ABOUT"
    RELATES_TO = "RELATES_TO"
    SAME_THREAD = "SAME_THREAD"
    SUPERSEDES = "SUPERSEDES"
    INVALIDATES = "INVALIDATES"
    SIMILAR = "SIMILAR"
    COMPACTS = "COMPACTS"
    EXTRACTED_FROM = "EXTRACTED_FROM"


class Edge(OwnedModel):
    """A directed relation from a memory or entity to a memory, entity or source item.

    One column per kind of end, so that a foreign key holds each; `src` and `dst` are whichever is
    set. Visible to those who see the more private of its ends.
    """

    kind = models.CharField(max_length=14, choices=EdgeKind.choices)
    src_memory_id = models.UUIDField(null=True)
    src_entity_id = models.UUIDField(null=True)
    dst_memory_id = models.UUIDField(null=True)
    dst_entity_id = models.UUIDField(null=True)
    dst_item_id = models.UUIDField(null=True)
    src = models.GeneratedField(
        expression=Coalesce("src_memory_id", "src_entity_id"),
        output_field=models.UUIDField(),
        db_persist=True,
    )
    dst = models.GeneratedField(
        expression=Coalesce("dst_memory_id", "dst_entity_id", "dst_item_id"),
        output_field=models.UUIDField(),
        db_persist=True,
    )
    role = models.CharField(max_length=20, blank=True)  # of an INVOLVES: author, owner, cc ...
    # The names by which it names its entity, each with its role; None: the one with its id.
    named = models.JSONField(null=True)
    weight = models.FloatField(default=1.0)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "src", "dst", "kind"], name="edge_once"),
            models.CheckConstraint(
                condition=models.Q(src_memory_id__isnull=False, src_entity_id__isnull=True)
                | models.Q(src_memory_id__isnull=True, src_entity_id__isnull=False),
                name="edge_one_source",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    dst_memory_id__isnull=False,
                    dst_entity_id__isnull=True,
                    dst_item_id__isnull=True,
                )
                | models.Q(
                    dst_memory_id__isnull=True,
                    dst_entity_id__isnull=False,
                    dst_item_id__isnull=True,
                )
                | models.Q(
                    dst_memory_id__isnull=True,
                    dst_entity_id__isnull=True,
                    dst_item_id__isnull=False,
                ),
                name="edge_one_target",
            ),
        ]
        indexes = [
            # What somebody is in, and who sees that, without a look at its rows.
            models.Index(
                fields=["team_id", "dst", "kind"],
                include=["src_memory_id", "role", "visibility", "owner_id", "audience_id"],
                name="edge_backwards",
            ),
        ]
