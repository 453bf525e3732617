"""Memories: what a team knows."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from decisions.extraction.contract import Confidence, DecisionType, Status
from decisions.models.choices import choices
from momo.platform.tenancy.models import OwnedModel, TenantManager, TenantQuerySet


class Kind(models.TextChoices):
    DECISION = "decision"
    FACT = "fact"
    PREFERENCE = "preference"
    OBSERVATION = "observation"
    ACTION_ITEM = "action_item"
    CORRECTION = "correction"
    SUMMARY = "summary"


class Memory(OwnedModel):
    """One thing the team knows.

    `source_item_id` is where it was found and, with `fingerprint`, what it is on a second
    reading: extracting an edited message again updates the same memory.
    """

    kind = models.CharField(max_length=12, choices=Kind.choices)
    title = models.TextField()
    summary = models.TextField(blank=True)
    rationale = models.TextField(blank=True)
    quote = models.TextField(blank=True)
    quote_start = models.PositiveIntegerField(null=True)
    quote_end = models.PositiveIntegerField(null=True)
    sealed_context = models.BinaryField(null=True)
    decision_type = models.CharField(max_length=14, choices=choices(DecisionType), blank=True)
    confidence = models.CharField(max_length=6, choices=choices(Confidence), blank=True)
    status = models.CharField(max_length=8, choices=choices(Status), blank=True)
    options = models.JSONField(default=list)  # option, chosen, reason, by
    people = models.JSONField(default=list)  # name, email, handle, role
    owner_name = models.TextField(blank=True)  # who must do it
    due_on = models.DateField(null=True)
    replaces = models.TextField(blank=True)  # what it says it replaces, in its own words
    importance = models.FloatField(default=0.5)  # 0..1
    tags = ArrayField(models.TextField(), default=list)
    source = models.CharField(max_length=20, blank=True)
    source_date = models.DateTimeField()
    source_url = models.TextField(blank=True)
    thread_key = models.CharField(max_length=500, blank=True)
    source_item_id = models.UUIDField(null=True)
    fingerprint = models.BinaryField(null=True)
    extractor = models.CharField(max_length=60, blank=True)
    valid_from = models.DateTimeField()
    invalid_at = models.DateTimeField(null=True)
    superseded_by = models.UUIDField(null=True)
    occurrence_count = models.PositiveIntegerField(default=1)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)
    edited_at = models.DateTimeField(null=True)  # by a person; extraction leaves it alone then
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    search = SearchVectorField(null=True)
    # How it is worded, for questions of a kind: see `wording`.
    word_count = models.PositiveSmallIntegerField(default=0, db_default=0)
    first_person_count = models.PositiveSmallIntegerField(default=0, db_default=0)
    name_count = models.PositiveSmallIntegerField(default=0, db_default=0)
    tells_time = models.BooleanField(default=False, db_default=False)
    is_question = models.BooleanField(default=False, db_default=False)
    gives_reason = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "source_item_id", "fingerprint"], name="memory_found_once"
            ),
        ]
        indexes = [
            models.Index(fields=["team_id", "kind", "-source_date"], name="memory_kind_date"),
            models.Index(fields=["team_id", "thread_key", "source_date"], name="memory_in_thread"),
            models.Index(
                fields=["team_id", "superseded_by"],
                name="memory_superseded_by",
                condition=models.Q(superseded_by__isnull=False),
            ),
            models.Index(
                fields=["team_id", "id"],
                include=["visibility", "owner_id", "audience_id"],
                name="memory_set_aside",
                condition=models.Q(archived_at__isnull=False) | models.Q(status="reversed"),
            ),
            # Which of many are newest, and who sees them, without a look at their rows.
            models.Index(
                fields=["team_id", "id"],
                include=["source_date", "visibility", "owner_id", "audience_id"],
                name="memory_dates",
            ),
        ]


class DecisionManager(TenantManager["Decision"]):
    def get_queryset(self) -> TenantQuerySet["Decision"]:
        return super().get_queryset().filter(kind=Kind.DECISION)


class Decision(Memory):
    """The memories of kind `decision`."""

    objects: ClassVar[DecisionManager] = DecisionManager()

    class Meta:
        proxy = True
