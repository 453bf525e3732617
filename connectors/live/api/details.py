"""What is told of one live connection."""

from typing import Any

from rest_framework import serializers

from connectors.live.api.serializers import CONNECTION_STATES, HealthItem, TaskItem
from connectors.serializers import BacklogItem, IntegrationItem, RunItem


class ConnectionDetail(HealthItem):
    """`run` counts the bringing in that is going on, or was last."""

    scopes = serializers.ListField(child=serializers.CharField())
    connected_by = serializers.UUIDField()
    connected_at = serializers.DateTimeField()
    tasks = TaskItem(many=True)
    run = RunItem(allow_null=True)


class IntegrationDetail(IntegrationItem):
    """`connection` is null for a source of files."""

    connection = ConnectionDetail(source="detail", allow_null=True, read_only=True)

    class Meta(IntegrationItem.Meta):
        fields = [*IntegrationItem.Meta.fields, "connection"]


class ProgressItem(serializers.Serializer[Any]):
    """How far a source is. `finished`: all is brought in and worked through. `waits`: not before
    somebody does what `next_step` says."""

    state = serializers.ChoiceField(CONNECTION_STATES)
    run = RunItem(allow_null=True)
    pipeline = BacklogItem()
    finished = serializers.BooleanField()
    waits = serializers.BooleanField()
    next_step = serializers.CharField()
