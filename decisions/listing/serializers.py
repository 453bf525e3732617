"""What saved views and facets take and give."""

from typing import Any

from rest_framework import serializers

from decisions.listing.pages import SORTS
from decisions.listing.queries import DecisionFilter
from decisions.models import SavedView
from momo.platform.rest.serializers import StrictSerializer
from momo.platform.tenancy.visibility import Visibility


class ViewQuery(DecisionFilter):
    """The filters and order of `GET /decisions`."""

    sort = serializers.ChoiceField(list(SORTS), default="newest")


class _AsGiven(serializers.JSONField):
    """A query that `GET /decisions` would take, kept as it was written."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        query = ViewQuery(data=super().to_internal_value(data))
        query.is_valid(raise_exception=True)
        return dict(query.initial_data)


class ViewBody(StrictSerializer):
    name = serializers.CharField(max_length=100)
    query = _AsGiven(help_text="The parameters of `GET /decisions`, by name.")
    shared = serializers.BooleanField(default=False, help_text="With the team.")


class ViewChange(StrictSerializer):
    """The fields to change."""

    name = serializers.CharField(max_length=100, required=False)
    query = _AsGiven(required=False, help_text="The parameters of `GET /decisions`, by name.")
    shared = serializers.BooleanField(required=False, help_text="With the team.")


class SavedViewItem(serializers.ModelSerializer[SavedView]):
    """`query` has the parameters of `GET /decisions` by name."""

    query = serializers.DictField()
    shared = serializers.SerializerMethodField()

    class Meta:
        model = SavedView
        fields = ("id", "name", "query", "shared", "owner_id", "updated_at")
        read_only_fields = fields

    def get_shared(self, view: SavedView) -> bool:
        return bool(view.visibility == Visibility.SHARED)


class CountedItem(serializers.Serializer[Any]):
    """`label` is the name where `value` is an entity's id, else the value itself."""

    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()


class FacetCounts(serializers.Serializer[Any]):
    """Each facet's values, the most frequent first; of tags, people and projects at most 50."""

    type = CountedItem(many=True)
    status = CountedItem(many=True)
    holds = CountedItem(many=True)
    source = CountedItem(many=True)  # type: ignore[assignment]
    confidence = CountedItem(many=True)
    visibility = CountedItem(many=True)
    tag = CountedItem(many=True)
    person = CountedItem(many=True)
    project = CountedItem(many=True)


class FacetsDetail(serializers.Serializer[Any]):
    """How many decisions pass the filters: in all, and of each value."""

    total = serializers.IntegerField()
    counts = FacetCounts()
