"""What the memory endpoints take and give."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from connectors.contract import Person
from decisions import selectors
from decisions.editing.drafts import MANUAL_IMPORTANCE
from decisions.extraction.contract import (
    Confidence,
    DecisionType,
    EntityType,
    Mention,
    Status,
)
from decisions.histories.history import CHANGES, STANDINGS, TIES, standing_of
from decisions.models import Kind, Memory, MemoryRevision, Occurrence
from momo.platform.rest.serializers import StrictSerializer
from momo.platform.tenancy.visibility import Visibility

# `restricted` comes with a source's audience; a summary is the lifecycle's to write.
CHOOSABLE_VISIBILITY = [v.value for v in Visibility if v != Visibility.RESTRICTED]
STATABLE_KINDS = [kind.value for kind in Kind if kind != Kind.SUMMARY]
DECISION_TYPES = [t.value for t in DecisionType]
STATUSES = [s.value for s in Status]

TITLE_MAX, TEXT_MAX, SHORT_MAX, MANY = 500, 20_000, 300, 100


def _text(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=TEXT_MAX, allow_blank=True, **options)


class PersonBody(StrictSerializer):
    name = serializers.CharField(max_length=SHORT_MAX, allow_blank=True, default="")
    email = serializers.EmailField(allow_blank=True, default="")
    handle = serializers.CharField(max_length=SHORT_MAX, allow_blank=True, default="")
    role = serializers.CharField(max_length=20, default="decider")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not (attrs["name"] or attrs["email"] or attrs["handle"]):
            raise serializers.ValidationError("Give a name, an address or a handle.")
        return attrs


class OptionBody(StrictSerializer):
    """`by` is the name of who argued for the outcome."""

    option = serializers.CharField(max_length=SHORT_MAX)
    chosen = serializers.BooleanField()
    reason = serializers.CharField(max_length=TEXT_MAX, allow_blank=True, default="")
    by = serializers.CharField(max_length=SHORT_MAX, allow_blank=True, default="")


class EntityBody(StrictSerializer):
    name = serializers.CharField(max_length=SHORT_MAX)
    type = serializers.ChoiceField([t.value for t in EntityType if t != EntityType.THREAD])


class _MemoryFields(StrictSerializer):
    title = serializers.CharField(max_length=TITLE_MAX)
    summary = _text(required=False)
    rationale = _text(required=False)
    decision_type = serializers.ChoiceField(DECISION_TYPES, required=False)
    confidence = serializers.ChoiceField([c.value for c in Confidence], required=False)
    status = serializers.ChoiceField(STATUSES, required=False)
    options = OptionBody(many=True, required=False, max_length=MANY)  # type: ignore[call-arg]
    people = PersonBody(many=True, required=False, max_length=MANY)  # type: ignore[call-arg]
    owner_name = serializers.CharField(
        max_length=SHORT_MAX, allow_blank=True, required=False, help_text="Who must do it."
    )
    due_on = serializers.DateField(allow_null=True, required=False)
    importance = serializers.FloatField(
        min_value=0, max_value=1, required=False, help_text=f"{MANUAL_IMPORTANCE} unless given."
    )
    tags = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, max_length=MANY
    )
    visibility = serializers.ChoiceField(CHOOSABLE_VISIBILITY, required=False)


class DecisionBody(_MemoryFields):
    """A decision that someone states, rather than one found in a source."""

    quote = _text(required=False)
    entities = EntityBody(many=True, required=False, max_length=MANY)  # type: ignore[call-arg]
    source_url = serializers.URLField(max_length=2000, required=False)
    decided_at = serializers.DateTimeField(required=False, help_text="Now unless given.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["people"] = tuple(Person(**person) for person in attrs.get("people", ()))
        attrs["entities"] = tuple(
            Mention(entity["name"], EntityType(entity["type"]))
            for entity in attrs.get("entities", ())
        )
        return attrs


class MemoryBody(DecisionBody):
    kind = serializers.ChoiceField(STATABLE_KINDS, default=Kind.DECISION.value)


class MemoryChange(_MemoryFields):
    """The fields to change. The quote stays: it is what the source says."""

    title = serializers.CharField(max_length=TITLE_MAX, required=False)


class SupersedeBody(StrictSerializer):
    by = serializers.UUIDField(help_text="The newer decision.")
    reason = serializers.CharField(max_length=TEXT_MAX, allow_blank=True, default="")


class ReverseBody(StrictSerializer):
    reason = serializers.CharField(max_length=TEXT_MAX, allow_blank=True, default="")


class PersonItem(serializers.Serializer[Any]):
    """What a stored row lacks is empty: one row must not make a whole list unreadable."""

    name = serializers.CharField(default="")
    email = serializers.CharField(default="")
    handle = serializers.CharField(default="")
    role = serializers.CharField(default="")


class OptionItem(serializers.Serializer[Any]):
    """As of people, what a stored row lacks is empty."""

    option = serializers.CharField(default="")
    chosen = serializers.BooleanField(default=False)
    reason = serializers.CharField(default="")
    by = serializers.CharField(default="")


class MemoryItem(serializers.ModelSerializer[Memory]):
    """`holds` is how it stands, at `as_of` where a list was asked for that; empty of what is no
    decision."""

    people = PersonItem(many=True)
    decision_type = serializers.ChoiceField([*DECISION_TYPES, ""])
    confidence = serializers.ChoiceField([*(c.value for c in Confidence), ""])
    status = serializers.ChoiceField([*STATUSES, ""])
    holds = serializers.SerializerMethodField()

    class Meta:
        model = Memory
        fields = [
            "id", "kind", "title", "summary", "decision_type", "confidence", "status", "holds",
            "people", "owner_name", "due_on", "importance", "tags", "source", "source_date",
            "source_url", "visibility", "owner_id", "valid_from", "invalid_at", "superseded_by",
            "occurrence_count", "first_seen_at", "last_seen_at", "archived_at", "edited_at",
            "updated_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField([*STANDINGS, ""]))
    def get_holds(self, memory: Memory) -> str:
        then: str = getattr(memory, "holds_then", "")
        return (then or standing_of(memory)) if memory.kind == Kind.DECISION else ""


class SourceOfMemory(serializers.Serializer[Any]):
    """Where a memory was found, with the whole text."""

    id = serializers.UUIDField(source="item.id")
    source = serializers.CharField(source="item.source")  # type: ignore[assignment]
    kind = serializers.CharField(source="item.kind")
    title = serializers.CharField(source="item.title")
    container = serializers.CharField(source="item.container")
    url = serializers.CharField(source="item.url")
    author = PersonItem(source="item.author", allow_null=True)
    occurred_at = serializers.DateTimeField(source="item.occurred_at")
    text = serializers.CharField()


class EntityOfMemory(serializers.Serializer[Any]):
    id = serializers.UUIDField(source="entity.id")
    type = serializers.ChoiceField([t.value for t in EntityType], source="entity.type")
    name = serializers.CharField(source="entity.name")
    relation = serializers.CharField()
    role = serializers.CharField()


class OccurrenceItem(serializers.ModelSerializer[Occurrence]):
    class Meta:
        model = Occurrence
        fields = ["id", "at", "source_item_id", "snippet", "sentiment"]
        read_only_fields = fields


class SupersessionItem(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    old_id = serializers.UUIDField()
    new_id = serializers.UUIDField()
    reason = serializers.CharField()
    evidence = serializers.CharField()
    by_principal = serializers.UUIDField(allow_null=True)
    by_rule = serializers.CharField()
    created_at = serializers.DateTimeField()


class LineageDetail(serializers.Serializer[Any]):
    """All decisions before and after one, oldest first, and what says that they replaced."""

    decisions = MemoryItem(many=True)
    supersessions = SupersessionItem(many=True)


class ChangeItem(serializers.Serializer[Any]):
    """One thing that happened to a decision. `by_id` and `by` are what replaced it, where that may
    be seen; `who` is the person who said so, and empty where a source or a rule did."""

    at = serializers.DateTimeField()
    what = serializers.ChoiceField(CHANGES)
    by_id = serializers.UUIDField(allow_null=True)
    by = serializers.CharField()
    reason = serializers.CharField()
    evidence = serializers.CharField()
    who = serializers.CharField()
    rule = serializers.CharField()


class HistoryEntry(serializers.Serializer[Any]):
    """A decision of a topic, and what became of it, oldest first."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    summary = serializers.CharField()
    rationale = serializers.CharField()
    quote = serializers.CharField()
    status = serializers.CharField()
    holds = serializers.ChoiceField(STANDINGS)
    at = serializers.DateTimeField()
    people = PersonItem(many=True)
    source = serializers.CharField()  # type: ignore[assignment]
    source_url = serializers.CharField()
    tie = serializers.ChoiceField(TIES)
    changes = ChangeItem(many=True)


class HistoryDetail(serializers.Serializer[Any]):
    """What was decided on a topic, oldest first; `more` that the oldest were left out."""

    entries = HistoryEntry(many=True)
    more = serializers.BooleanField()


class MemoryDetail(MemoryItem):
    options = OptionItem(many=True)
    sources = SourceOfMemory(many=True)
    entities = EntityOfMemory(many=True)
    occurrences = OccurrenceItem(many=True)
    lineage = LineageDetail()

    class Meta(MemoryItem.Meta):
        fields = [
            *MemoryItem.Meta.fields, "rationale", "quote", "quote_start", "quote_end", "options",
            "replaces", "thread_key", "extractor", "created_at", "sources", "entities",
            "occurrences", "lineage",
        ]  # fmt: skip
        read_only_fields = fields


def memory_detail(memory: Memory) -> dict[str, Any]:
    """A memory in full, with where it was found, what it names and what it replaced."""
    related: dict[str, Any] = {
        "sources": selectors.sources_of(memory),
        "entities": selectors.entities_of(memory),
        "occurrences": selectors.occurrences_of(memory),
        "lineage": selectors.lineage_of(memory),
    }
    for name, value in related.items():
        setattr(memory, name, value)
    return dict(MemoryDetail(memory).data)


class RevisionItem(serializers.ModelSerializer[MemoryRevision]):
    """`changes` maps a field to what it was and what it became; `changed_by` is null where its
    source says otherwise by now."""

    changes = serializers.DictField(
        child=serializers.ListField(
            child=serializers.JSONField(allow_null=True), min_length=2, max_length=2
        )
    )

    class Meta:
        model = MemoryRevision
        fields = ["id", "number", "changed_by", "changed_at", "changes", "reason"]
        read_only_fields = fields
