"""What memories name, the names these go by, and what was said of them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from decisions.extraction.contract import EntityType
from decisions.models.choices import choices
from momo.platform.tenancy.models import OwnedModel

ENTITY_TYPES = choices(EntityType)


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
