"""What the dashboard takes and gives."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from lifecycle.api.recurring import RecurringItem
from lifecycle.commitments.api import CommitmentItem
from lifecycle.dashboard.tuning import MAX_WEEKS, WEEKS
from momo.platform.rest.serializers import StrictSerializer


class DashboardQuery(StrictSerializer):
    """So many weeks, or those from a day to another one."""

    weeks = serializers.IntegerField(
        min_value=1, max_value=MAX_WEEKS, required=False,
        help_text=f"The last so many weeks, this one included. {WEEKS} unless days are given.",
    )  # fmt: skip
    since = serializers.DateField(required=False, help_text="In the first week.")
    until = serializers.DateField(required=False, help_text="In the last week. Today if not given.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "weeks" in attrs and ("since" in attrs or "until" in attrs):
            raise serializers.ValidationError("Give weeks, or since and until, not both.")
        if "until" in attrs and "since" not in attrs:
            raise serializers.ValidationError({"since": "Give it too: `until` alone says no span."})
        return attrs


class WeekItem(serializers.Serializer[Any]):
    """`start` is its Monday. Decisions by type; superseded and reversed ones when they ended."""

    start = serializers.DateField()
    decisions = serializers.DictField(child=serializers.IntegerField())
    superseded = serializers.IntegerField()
    reversed = serializers.IntegerField()


class TotalsItem(serializers.Serializer[Any]):
    """Of all the weeks."""

    decisions = serializers.IntegerField()
    by_type = serializers.DictField(child=serializers.IntegerField(), help_text="Most first.")
    superseded = serializers.IntegerField()
    reversed = serializers.IntegerField()


class OpenItem(serializers.Serializer[Any]):
    """What waits for somebody now, whatever the weeks. `awaiting_confirmation` counts decisions
    that the reader made and has said nothing of."""

    pending = serializers.IntegerField()
    conflicts = serializers.IntegerField()
    awaiting_confirmation = serializers.IntegerField()


class OwedItem(serializers.Serializer[Any]):
    """Commitments that are not done, now. `due` in the next seven days; `next` has those with a
    date, the longest due first."""

    open = serializers.IntegerField()
    due = serializers.IntegerField()
    overdue = serializers.IntegerField()
    next = CommitmentItem(many=True)


class NamedItem(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    decisions = serializers.IntegerField()


class SourceHealthItem(serializers.Serializer[Any]):
    """`state` is empty for a source of files. `next_step` says what a person must do, if
    anything."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    state = serializers.CharField()
    problem = serializers.CharField()
    next_step = serializers.CharField()
    heard_at = serializers.DateTimeField(allow_null=True)
    healthy = serializers.BooleanField()


class SourcesItem(serializers.Serializer[Any]):
    """Those with a problem first."""

    healthy = serializers.IntegerField()
    needing_attention = serializers.IntegerField()
    paused = serializers.IntegerField()
    files = serializers.IntegerField()
    items = SourceHealthItem(many=True)


_EXAMPLE = {
    "time_zone": "Europe/Berlin", "since": "2026-03-02", "until": "2026-03-15",
    "weeks": [
        {"start": "2026-03-02", "decisions": {"selection": 2, "approval": 1}, "superseded": 1,
         "reversed": 0},
        {"start": "2026-03-09", "decisions": {}, "superseded": 0, "reversed": 0},
    ],
    "totals": {
        "decisions": 3, "by_type": {"selection": 2, "approval": 1}, "superseded": 1, "reversed": 0,
    },
    "open": {"pending": 1, "conflicts": 0, "awaiting_confirmation": 2},
    "commitments": {"open": 0, "due": 0, "overdue": 0, "next": []},
    "recurring": [],
    "people": [
        {"id": "0199f2a4-5b1c-7d3e-8f60-1a2b3c4d5e6f", "name": "Jane Doe", "decisions": 2},
    ],
    "projects": [],
    "sources": {
        "healthy": 1, "needing_attention": 0, "paused": 0, "files": 0,
        "items": [{
            "id": "0199f2a4-6c2d-7e4f-9a71-2b3c4d5e6f70", "name": "Lighthouse", "kind": "slack",
            "source": "slack", "state": "connected", "problem": "", "next_step": "",
            "heard_at": "2026-03-13T15:02:00Z", "healthy": True,
        }],
    },
}  # fmt: skip


@extend_schema_serializer(
    examples=[OpenApiExample("Two weeks", response_only=True, value=_EXAMPLE)]
)
class DashboardItem(serializers.Serializer[Any]):
    """As far as the reader sees it. Weeks begin on Monday in the team's time zone; every week of
    the span is there. `until` is its last day."""

    time_zone = serializers.CharField()
    since = serializers.DateField()
    until = serializers.DateField()
    weeks = WeekItem(many=True)
    totals = TotalsItem()
    open = OpenItem()
    commitments = OwedItem()
    recurring = RecurringItem(many=True)
    people = NamedItem(many=True)
    projects = NamedItem(many=True)
    sources = SourcesItem()
