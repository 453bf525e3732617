"""The query parameters of lists of memories."""

from typing import Any

from rest_framework import serializers

from decisions.extraction.contract import Confidence
from decisions.histories.history import STANDINGS
from decisions.listing.matching import DUE
from decisions.listing.pages import SORTS, Cursor
from decisions.models import Kind
from decisions.serializers import DECISION_TYPES, STATUSES
from momo.platform.rest.pagination import PageQuery, read_cursor
from momo.platform.rest.serializers import StrictSerializer
from momo.platform.tenancy.models import VISIBILITY_CHOICES

NAME_MAX, TAG_MAX, MANY = 300, 100, 100
CONFIDENCES = [c.value for c in Confidence]


def _some_of(values: Any, help_text: str = "Any of them.") -> serializers.ListField:
    child = serializers.ChoiceField(values)
    return serializers.ListField(child=child, required=False, max_length=MANY, help_text=help_text)


def _texts(length: int, help_text: str) -> serializers.ListField:
    child = serializers.CharField(max_length=length)
    return serializers.ListField(child=child, required=False, max_length=MANY, help_text=help_text)


class DecisionFilter(StrictSerializer):
    """Conditions that all must hold."""

    type = _some_of(DECISION_TYPES)
    status = _some_of(STATUSES)
    holds = _some_of(STANDINGS, "Any of them; at `as_of`, where that is given.")
    source = _texts(20, "Any of them: gmail, slack, github ...")  # type: ignore[assignment]
    confidence = _some_of(CONFIDENCES)
    visibility = _some_of(VISIBILITY_CHOICES)
    person = serializers.CharField(
        max_length=NAME_MAX, required=False, help_text="Name, address, handle or entity id."
    )
    project = serializers.CharField(
        max_length=NAME_MAX, required=False, help_text="A project's name or entity id."
    )
    entity = serializers.CharField(
        max_length=NAME_MAX, required=False, help_text="Anything named: its name or entity id."
    )
    tag = _texts(TAG_MAX, "All of them.")
    tags_all = _texts(TAG_MAX, "All of them.")
    tags_any = _texts(TAG_MAX, "At least one of them.")
    tags_none = _texts(TAG_MAX, "None of them.")
    since = serializers.DateTimeField(required=False, help_text="Source date at or after.")
    until = serializers.DateTimeField(required=False, help_text="Source date before.")
    as_of = serializers.DateTimeField(
        required=False, help_text="As it was then: what came later is left out."
    )
    due = serializers.ChoiceField(DUE, required=False, help_text="`overdue` and `week` are owed.")
    archived = serializers.BooleanField(
        required=False, help_text="Archived ones alone, or none of them."
    )
    q = serializers.CharField(
        max_length=NAME_MAX, required=False, trim_whitespace=False,
        help_text="Words it has; the last one may be its beginning.",
    )  # fmt: skip
    include_secret = serializers.BooleanField(default=False, help_text="Your own secret ones.")


class MemoryFilter(DecisionFilter):
    kind = serializers.ChoiceField([k.value for k in Kind], required=False)


class SortedQuery(PageQuery):
    """A list that comes in several orders. A cursor goes on in the order that it was given in."""

    sort = serializers.ChoiceField(list(SORTS), default="newest")

    def validate_cursor(self, value: str) -> Cursor:
        return read_cursor(value, Cursor.read)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        cursor: Cursor | None = attrs.get("cursor")
        if cursor and cursor.sort != attrs["sort"]:
            raise serializers.ValidationError({"cursor": "It is of another order: start anew."})
        return attrs


class DecisionQuery(DecisionFilter, SortedQuery):
    """The filters, order and page of a list of decisions."""


class MemoryQuery(MemoryFilter, SortedQuery):
    """The filters, order and page of a list of memories."""
