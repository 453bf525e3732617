"""What an export takes and gives."""

from rest_framework import serializers

from decisions.listing.pages import SORTS
from decisions.listing.queries import DecisionFilter
from decisions.serializers import MemoryItem, OptionItem

EXPORTS = ("csv", "json", "adr")


class ExportItem(MemoryItem):
    """A decision with all that it states."""

    options = OptionItem(many=True)

    class Meta(MemoryItem.Meta):
        fields = [*MemoryItem.Meta.fields, "rationale", "quote", "options", "created_at"]
        read_only_fields = fields


class ExportQuery(DecisionFilter):
    """The filters and order of `GET /decisions`, and what to write."""

    format = serializers.ChoiceField(
        EXPORTS, default="csv", help_text="A table, JSON, or a ZIP file of decision records (MADR)."
    )
    sort = serializers.ChoiceField(
        list(SORTS), default="newest", help_text="Decision records are numbered from the oldest."
    )
