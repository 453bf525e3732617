"""Memories, what they name, how they hang together, and how they changed."""

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone
from pgvector.django import HalfVectorField

from decisions.extraction.contract import Confidence, DecisionType, EntityType, Status
from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.models import OwnedModel, TenantManager, TenantQuerySet


def _choices(values: Any) -> list[tuple[str, str]]:
    return [(v.value, v.value.replace("_", " ")) for v in values]


ENTITY_TYPES = _choices(EntityType)


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
    decision_type = models.CharField(max_length=14, choices=_choices(DecisionType), blank=True)
    confidence = models.CharField(max_length=6, choices=_choices(Confidence), blank=True)
    status = models.CharField(max_length=8, choices=_choices(Status), blank=True)
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
                name="memory_set_aside",
                condition=models.Q(archived_at__isnull=False) | models.Q(status="reversed"),
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


class MemoryEmbedding(models.Model):
    """A memory's vectors, in a narrow table of their own so that a scan reads nothing else.

    A message's is mixed with those of its neighbours in the thread (see `MessageVector`).
    Partitioned by team, `halfvec` stored in line. Repeats the memory's visibility, so that the
    scan needs no join to know what it may see.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id", "model", "chunk")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    model = models.CharField(max_length=80)
    chunk = models.PositiveSmallIntegerField(default=0)
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    embedding = HalfVectorField(dimensions=EMBEDDING_DIMENSIONS)

    objects: ClassVar[TenantManager[Any]] = TenantManager()


class MessageVector(models.Model):
    """The vector of a message by itself, from which those around it in its thread are mixed.

    Read when something changes near by, never searched.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id", "model")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    model = models.CharField(max_length=80)
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    embedding = HalfVectorField(dimensions=EMBEDDING_DIMENSIONS)

    objects: ClassVar[TenantManager[Any]] = TenantManager()


class MemoryTerms(models.Model):
    """A memory's own words as numbers, in an index that finds it by them: see terms.sql.

    Repeats the memory's visibility and thread, so that finding needs no look at it.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    thread_key = models.CharField(max_length=500)
    terms = ArrayField(models.BigIntegerField())

    objects: ClassVar[TenantManager[Any]] = TenantManager()


class Entity(OwnedModel):
    """A person, organization, project or other thing that memories name.

    `holder` makes a name unique per who may see it, not per team: a project that only a private
    mail names must not show through. An entity gathers what its `EntityName`s state and has the id
    and key of the first of them. `merged_into` is set where this tells its holder alone by what
    other names something goes that the team has as another entity, which the edges lead to.
    """

    type = models.CharField(max_length=12, choices=ENTITY_TYPES)
    name = models.TextField()
    key = models.CharField(max_length=500)  # the case-folded name, or a person's address
    holder = models.UUIDField()
    aliases = ArrayField(models.TextField(), default=list)
    handles = ArrayField(models.TextField(), default=list)
    emails = ArrayField(models.TextField(), default=list)
    description = models.TextField(blank=True)
    merged_into = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team_id", "holder", "type", "key"], name="entity_key"),
        ]


class EntityName(OwnedModel):
    """One way in which something is named, and all that was stated together with it.

    A person's address, else their handle, else their name; the name of a thing. Names only ever
    learn; which of them are one entity follows from them and from verdicts, and so can be taken
    back. `keys` are what it may be recognized by (see `entities.keys`), `stale` that it changed
    since it was last looked at.
    """

    type = models.CharField(max_length=12, choices=ENTITY_TYPES)
    key = models.CharField(max_length=500)
    holder = models.UUIDField()
    spelled = ArrayField(models.TextField(), default=list)  # names, as they are written
    emails = ArrayField(models.TextField(), default=list)
    handles = ArrayField(models.TextField(), default=list)
    keys = ArrayField(models.TextField(), default=list)
    entity_id = models.UUIDField()
    stale = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "holder", "type", "key"], name="entity_name_key"
            ),
        ]
        indexes = [
            models.Index(fields=["team_id", "entity_id"], name="entity_name_of"),
            models.Index(
                fields=["team_id", "id"],
                name="entity_name_stale",
                condition=models.Q(stale=True),
            ),
        ]


class Sameness(models.TextChoices):
    SAME = "same"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


class EntityVerdict(OwnedModel):
    """Whether two names are one entity: what a person said, or a rule or model where none did.

    An undecided one is a suggestion. What a person says wins over all else, for as long as it is
    not undone. `act` is the merge or split that it is part of, `undone_by` the one that ended it.
    """

    a_id = models.UUIDField()  # the smaller of the two
    b_id = models.UUIDField()
    verdict = models.CharField(max_length=9, choices=Sameness.choices)
    by_principal = models.UUIDField(null=True)
    by_rule = models.CharField(max_length=80, blank=True)
    score = models.FloatField(default=0.0)  # 0..1, how alike they look
    reason = models.TextField(blank=True)
    act = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.UUIDField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "a_id", "b_id"],
                condition=models.Q(by_principal__isnull=False, undone_at__isnull=True),
                name="entity_verdict_of_a_person",
            ),
            models.UniqueConstraint(
                fields=["team_id", "a_id", "b_id"],
                condition=models.Q(by_principal__isnull=True),
                name="entity_verdict_of_a_rule",
            ),
        ]
        indexes = [
            models.Index(fields=["team_id", "b_id"], name="entity_verdict_other"),
            models.Index(fields=["team_id", "act"], name="entity_verdict_act"),
        ]


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
        indexes = [models.Index(fields=["team_id", "dst", "kind"], name="edge_backwards")]


class Occurrence(OwnedModel):
    """When and where a memory came up again."""

    memory_id = models.UUIDField()
    source_item_id = models.UUIDField(null=True)
    at = models.DateTimeField()
    snippet = models.TextField(blank=True)
    sentiment = models.CharField(max_length=20, default="neutral")

    class Meta:
        indexes = [models.Index(fields=["team_id", "memory_id", "at"], name="occurrence_when")]


class Supersession(OwnedModel):
    """That a newer decision replaced an older one, why, and who or which rule says so."""

    old_id = models.UUIDField()
    new_id = models.UUIDField()
    reason = models.TextField(blank=True)
    evidence = models.TextField(blank=True)
    by_principal = models.UUIDField(null=True)
    by_rule = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "old_id", "new_id"],
                condition=models.Q(undone_at__isnull=True),
                name="supersession_once",
            ),
        ]
        indexes = [models.Index(fields=["team_id", "new_id"], name="supersession_newer")]


class MemoryRevision(OwnedModel):
    """A memory as it was before it changed. `changes` maps field to [old, new].

    All that a person edits is kept, and of what the source says differently by now the status: it
    is what held, and until when. `changed_by` is None there.
    """

    memory_id = models.UUIDField()
    number = models.PositiveIntegerField()
    changed_by = models.UUIDField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)
    changes = models.JSONField()
    reason = models.TextField(blank=True, db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "memory_id", "number"], name="memory_revision_number"
            ),
        ]


class Unreconciled(models.Model):
    """A memory that came or changed since it was compared with what the team knows.

    Holds ids alone, so it needs no row-level security. `principal_id` sees the memory; `token`
    changes with each change of it.
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


class Verdict(models.TextChoices):
    """What who made a decision says of what is kept of it."""

    CONFIRM = "confirm"  # it is right
    EDIT = "edit"  # it is right by now: they changed it
    REJECT = "reject"  # they decided no such thing


class Ratification(OwnedModel):
    """A decider's word on a decision, seen by those who see that; undone, it counts no more.

    `decision_type` is that which the decision had when they gave it; `reversed_it` is set where a
    rejection is why the decision is reversed.
    """

    memory_id = models.UUIDField()
    verdict = models.CharField(max_length=7, choices=Verdict.choices)
    by_principal = models.UUIDField()
    reason = models.TextField(blank=True)
    decision_type = models.CharField(max_length=14, blank=True)
    reversed_it = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team_id", "memory_id", "by_principal"],
                condition=models.Q(undone_at__isnull=True),
                name="ratified_once",
            ),
        ]
