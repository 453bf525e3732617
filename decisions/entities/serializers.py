"""Shapes of entities in the API."""

from typing import Any

from rest_framework import serializers

from decisions.extraction.contract import EntityType
from decisions.models import Entity, EntityName, EntityVerdict
from momo.platform.rest.pagination import PageQuery
from momo.platform.rest.serializers import StrictSerializer

TYPES = [each.value for each in EntityType if each != EntityType.THREAD]
SHORT_MAX = 300
REASON_MAX = 2_000
MOST_NAMES = 100


class EntityQuery(PageQuery):
    type = serializers.ChoiceField(TYPES, required=False)
    q = serializers.CharField(max_length=SHORT_MAX, required=False, help_text="Part of a name.")


class MergeBody(StrictSerializer):
    other = serializers.UUIDField(help_text="The entity that is the same.")
    reason = serializers.CharField(max_length=REASON_MAX, allow_blank=True, default="")


class SplitBody(StrictSerializer):
    names = serializers.ListField(
        child=serializers.UUIDField(), min_length=1, max_length=MOST_NAMES,
        help_text="Ids of the entity's names that are somebody or something else.",
    )  # fmt: skip
    reason = serializers.CharField(max_length=REASON_MAX, allow_blank=True, default="")


class AnswerBody(StrictSerializer):
    same = serializers.BooleanField()
    reason = serializers.CharField(max_length=REASON_MAX, allow_blank=True, default="")


class EntityNameItem(serializers.ModelSerializer[EntityName]):
    class Meta:
        model = EntityName
        fields = ["id", "entity_id", "type", "spelled", "emails", "handles", "visibility"]
        read_only_fields = fields


class EntityVerdictItem(serializers.ModelSerializer[EntityVerdict]):
    """What a person said of two names; `act` is what undoes it."""

    class Meta:
        model = EntityVerdict
        fields = ["id", "a_id", "b_id", "verdict", "by_principal", "reason", "act", "created_at"]
        read_only_fields = fields


class EntityItem(serializers.ModelSerializer[Entity]):
    memories = serializers.IntegerField(help_text="How many memories name it.")

    class Meta:
        model = Entity
        fields = [
            "id", "type", "name", "aliases", "emails", "handles", "visibility", "memories",
            "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class EntityDetailItem(serializers.Serializer[Any]):
    """An entity, the names that it goes by and what people said of these."""

    entity = EntityItem()
    names = EntityNameItem(many=True)
    verdicts = EntityVerdictItem(many=True)


class SuggestionItem(serializers.Serializer[Any]):
    """Two names that may be one entity's: how alike they are in 0..1, and why they may be one."""

    id = serializers.UUIDField(source="verdict.id")
    score = serializers.FloatField(source="verdict.score")
    rule = serializers.CharField(source="verdict.by_rule")
    reason = serializers.CharField(source="verdict.reason")
    a = EntityNameItem()
    b = EntityNameItem()
