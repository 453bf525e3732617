"""What the search endpoints take and give."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from decisions.extraction.contract import DecisionType, Status
from decisions.models import Kind
from momo.platform.rest.serializers import StrictSerializer
from momo.platform.tenancy.models import VISIBILITY_CHOICES
from retrieval.assembling.assemble import Format
from retrieval.assembling.tiers import Tier
from retrieval.backends import Backend
from retrieval.filters import Filters
from retrieval.graph.expand import GraphMode
from retrieval.ranking.signals import Signals
from retrieval.results import Holds, Reason
from retrieval.stages import Stage
from retrieval.tuning import CONTEXT_TOKENS, MAX_RESULTS, QUERY_CHARACTERS, TOP
from retrieval.understanding.questions import Intent

MANY, NAME_MAX = 50, 300
CONTEXT_TOKENS_MAX = 100_000  # more than any model is usefully given
CONTEXT_BYTES_MAX = 1_000_000


def _one_of(values: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField([v.value for v in values]), max_length=MANY, required=False
    )


def _names(help_text: str = "") -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=NAME_MAX), max_length=MANY, required=False,
        help_text=help_text,
    )  # fmt: skip


class FiltersBody(StrictSerializer):
    """All must hold. `as_of` asks as if on that day. Reversed and archived memories are left out
    unless asked for; secret ones too, and they are their owner's alone."""

    kinds = _one_of(Kind)
    decision_types = _one_of(DecisionType)
    statuses = _one_of(Status)
    sources = _names()
    visibility = serializers.ListField(
        child=serializers.ChoiceField(VISIBILITY_CHOICES), max_length=MANY, required=False
    )
    people = _names("Names, addresses, handles or entity ids; one match is enough.")
    projects = _names("Names or ids of projects; one match is enough.")
    entities = _names("Names or ids of projects and other things; one match is enough.")
    tags_all = _names()
    tags_any = _names()
    tags_none = _names()
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)
    as_of = serializers.DateTimeField(required=False)
    include_superseded = serializers.BooleanField(default=True)
    include_reversed = serializers.BooleanField(default=False)
    include_archived = serializers.BooleanField(default=False)
    include_secret = serializers.BooleanField(default=False)


def filters_of(body: dict[str, Any]) -> Filters:
    wanted: dict[str, Any] = body.get("filters", {})
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in wanted.items()
    }
    return Filters(**values)


class _Asking(StrictSerializer):
    filters = FiltersBody(required=False)


def _query() -> serializers.CharField:
    return serializers.CharField(max_length=QUERY_CHARACTERS, allow_blank=True)


class _Searching(_Asking):
    """Without `backend` or `graph` the team's own choice counts."""

    query = _query()
    limit = serializers.IntegerField(min_value=1, max_value=MAX_RESULTS, default=TOP)
    backend = serializers.ChoiceField(
        [b.value for b in Backend], required=False,
        help_text="Meaning alone, words alone, or both: by how far they stand out, or by rank.",
    )  # fmt: skip
    graph = serializers.ChoiceField(
        [m.value for m in GraphMode], required=False,
        help_text="Whether what hangs together with the best results is ranked beside them.",
    )  # fmt: skip


def how_of(body: dict[str, Any]) -> dict[str, Any]:
    """What `pipeline.search` takes of it."""
    return {
        "backend": Backend(body["backend"]) if "backend" in body else None,
        "graph": GraphMode(body["graph"]) if "graph" in body else None,
    }


class SearchBody(_Searching):
    """An empty query lists the newest memories."""

    explain = serializers.BooleanField(default=False)
    without = serializers.ListField(
        child=serializers.ChoiceField([s.value for s in Stage]), default=list,
        help_text="Parts of the search to leave out, to see what each is worth.",
    )  # fmt: skip


class ContextBody(_Searching):
    max_tokens = serializers.IntegerField(
        min_value=0, max_value=CONTEXT_TOKENS_MAX, default=CONTEXT_TOKENS
    )
    max_bytes = serializers.IntegerField(
        min_value=0, max_value=CONTEXT_BYTES_MAX, default=None, allow_null=True,
        help_text="Of UTF-8, beside the tokens: 8192 for a small window.",
    )  # fmt: skip
    format = serializers.ChoiceField([f.value for f in Format], default=Format.MARKDOWN.value)


class AskBody(_Asking):
    question = serializers.CharField(max_length=QUERY_CHARACTERS)


class FoundSource(serializers.Serializer[Any]):
    source = serializers.CharField()  # type: ignore[assignment]
    date = serializers.DateTimeField()
    url = serializers.CharField()
    container = serializers.CharField()
    author = serializers.CharField()
    quote = serializers.CharField()


class RelatedItem(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    source = FoundSource()  # type: ignore[assignment]


class SignalsItem(serializers.Serializer[Any]):
    """What was measured of a memory; see the explanation for what each part adds to its score."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """As many as scoring has."""
        return {
            each.name: serializers.BooleanField() if each.type is bool else serializers.FloatField()
            for each in fields(Signals)
        }


class FoundItem(serializers.Serializer[Any]):
    """A memory that was found. `holds` says whether what it says is still so."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Kind.choices)
    title = serializers.CharField()
    summary = serializers.CharField()
    rationale = serializers.CharField()
    decision_type = serializers.CharField()
    confidence = serializers.CharField()
    status = serializers.CharField()
    options = serializers.ListField(child=serializers.DictField())
    people = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    entities = serializers.ListField(child=serializers.CharField())
    owner_name = serializers.CharField()
    due_on = serializers.DateField(allow_null=True)
    importance = serializers.FloatField()
    tags = serializers.ListField(child=serializers.CharField())
    visibility = serializers.ChoiceField(VISIBILITY_CHOICES)
    source = FoundSource()  # type: ignore[assignment]
    holds = serializers.ChoiceField([h.value for h in Holds])
    superseded_by = RelatedItem(allow_null=True)
    replaced = RelatedItem(many=True)
    occurrences = serializers.IntegerField()
    first_seen_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField()
    score = serializers.FloatField()
    signals = SignalsItem()
    via = serializers.CharField(help_text="How it hangs together with a better one, if asked for.")


class ContributionItem(serializers.Serializer[Any]):
    """A part of a score: what was measured, what one unit of it adds (0 where it is no multiple),
    and what it added."""

    name = serializers.CharField()
    value = serializers.FloatField()
    weight = serializers.FloatField()
    contribution = serializers.FloatField()


class WhyItem(serializers.Serializer[Any]):
    """Why a result is where it is. Its contributions add up to its score; `behind` compares it with
    the result before it."""

    id = serializers.UUIDField()
    sentence = serializers.CharField()
    contributions = ContributionItem(many=True)
    behind = serializers.CharField()


class DroppedItem(serializers.Serializer[Any]):
    """What landed and is not among the results; `repeats` is the better one that it repeats, or
    that is from the same message."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    reason = serializers.ChoiceField([r.value for r in Reason])
    score = serializers.FloatField()
    repeats = serializers.UUIDField(allow_null=True)


class ExplanationItem(serializers.Serializer[Any]):
    """How the search went. `read` says how the query was understood, `question` what kind of answer
    it asks for. `why` is in the order of the results; `dropped` counts by reason what
    landed and is not among them, `nearest` are the best of those; `seconds` are by stage."""

    terms = serializers.ListField(child=serializers.CharField())
    names = serializers.ListField(child=serializers.CharField())
    dense_text = serializers.CharField()
    read = serializers.ListField(child=serializers.CharField())
    question = serializers.CharField()
    candidates = serializers.IntegerField()
    reached = serializers.IntegerField()
    ties = serializers.DictField(child=serializers.CharField())
    seconds = serializers.DictField(child=serializers.FloatField())
    why = WhyItem(many=True)
    dropped = serializers.DictField(child=serializers.IntegerField())
    nearest = DroppedItem(many=True)


class Found(serializers.Serializer[Any]):
    """`degraded` says why a part of the search was left out, if one was."""

    query = serializers.CharField()
    intent = serializers.ChoiceField([i.value for i in Intent])
    results = FoundItem(many=True)
    degraded = serializers.CharField()
    explanation = ExplanationItem(allow_null=True)


class ContextSource(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    tier = serializers.ChoiceField([t.value for t in Tier])
    memory_id = serializers.UUIDField(source="result.id")
    title = serializers.CharField(source="result.title")
    source = FoundSource(source="result.source")  # type: ignore[assignment]
    holds = serializers.ChoiceField([h.value for h in Holds], source="result.holds")


class ContextItem(serializers.Serializer[Any]):
    """Text of at most the asked tokens and bytes; `sources` are numbered as in it. `dropped`
    results did not fit, `shortened` ones are told in less detail than their age would give them."""

    text = serializers.CharField()
    format = serializers.ChoiceField([f.value for f in Format])
    sources = ContextSource(many=True)
    tokens = serializers.IntegerField()
    bytes = serializers.IntegerField()
    dropped = serializers.IntegerField()
    shortened = serializers.IntegerField()
