"""What the source endpoints take and give."""

from typing import Any

from rest_framework import serializers

from connectors.arrivals import MAX_PATHS_CHARS
from connectors.live.api.serializers import HealthItem
from connectors.models import Integration, PipelineJob, SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.runs import NAME_CHARACTERS
from momo.platform.rest.pagination import PageQuery
from momo.platform.rest.serializers import StrictSerializer
from momo.platform.tenancy.models import VISIBILITY_CHOICES
from momo.platform.tenancy.visibility import Visibility

# An audience comes from the source itself, so nobody chooses `restricted` for a whole file.
CHOOSABLE = [v.value for v in Visibility if v != Visibility.RESTRICTED]
UPLOADABLE = sorted(FILE_CONNECTORS)


class SourceKind(serializers.Serializer[Any]):
    """A kind of file that can be handed in. `default_visibility` holds unless one is chosen."""

    kind = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    title = serializers.CharField()
    description = serializers.CharField()
    accepts = serializers.ListField(
        child=serializers.CharField(), help_text="Endings of files; empty: only by `momo ingest`."
    )
    default_visibility = serializers.ChoiceField(VISIBILITY_CHOICES)


class SourceKinds(serializers.Serializer[Any]):
    items = SourceKind(many=True)
    next = serializers.CharField(allow_null=True)


class IntegrationItem(serializers.ModelSerializer[Integration]):
    class Meta:
        model = Integration
        fields = [
            "id", "kind", "source", "name", "default_visibility", "visibility", "owner_id",
            "created_at", "last_synced_at",
        ]  # fmt: skip


class IntegrationChange(StrictSerializer):
    """What is left out stays."""

    name = serializers.CharField(max_length=NAME_CHARACTERS, required=False)
    default_visibility = serializers.ChoiceField(CHOOSABLE, required=False)


class ListedIntegration(IntegrationItem):
    """`connection` is null for a source of files."""

    connection = HealthItem(source="health", allow_null=True, read_only=True)

    class Meta(IntegrationItem.Meta):
        fields = [*IntegrationItem.Meta.fields, "connection"]


class FilesField(serializers.ListField):
    """One file or several. What is wrong with one is said of the field."""

    child = serializers.FileField()

    def to_internal_value(self, data: Any) -> list[Any]:
        try:
            return list(super().to_internal_value(data))
        except serializers.ValidationError as error:
            detail = error.detail
            first = next(iter(detail.values())) if isinstance(detail, dict) else detail
            raise serializers.ValidationError(first) from None


class HandInBody(StrictSerializer):
    """`paths` makes a folder of several files: a JSON list of where each lies in it."""

    file = FilesField(min_length=1)
    paths = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_PATHS_CHARS, trim_whitespace=False
    )


class _Start(StrictSerializer):
    kind = serializers.ChoiceField(
        UPLOADABLE, required=False, help_text="Guessed where it is left out."
    )
    visibility = serializers.ChoiceField(CHOOSABLE, required=False)
    name = serializers.CharField(max_length=120, required=False)


class StartBody(_Start):
    """Read what was handed in before. `name` tells two sources of one kind apart; the same name
    goes on with the same source."""

    upload = serializers.UUIDField()


class UploadBody(_Start, HandInBody):
    """`name` tells two sources of one kind apart; the same name goes on with the same source.
    `paths` makes a folder of several files: a JSON list of where each lies in it."""


class UploadItem(serializers.Serializer[Any]):
    """What was handed in. `kind` is what it seems to be, null where nothing tells; `expected` is
    about how many messages or pages it holds, 0 where it is too large to be looked through."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    files = serializers.IntegerField()
    bytes = serializers.IntegerField()
    kind = serializers.ChoiceField(UPLOADABLE, allow_null=True)
    expected = serializers.IntegerField()


class RefusalItem(serializers.Serializer[Any]):
    locator = serializers.CharField()
    reason = serializers.CharField()
    skipped = serializers.BooleanField()


class RunQuery(PageQuery):
    integration = serializers.UUIDField(required=False)


class RunItem(serializers.ModelSerializer[SyncRun]):
    class Meta:
        model = SyncRun
        fields = [
            "id", "integration_id", "state", "expected", "read", "added", "updated", "unchanged",
            "skipped", "refused", "error", "started_at", "finished_at",
        ]  # fmt: skip


class StageCounts(serializers.Serializer[Any]):
    normalize = serializers.IntegerField()
    extract = serializers.IntegerField()
    embed = serializers.IntegerField()
    link = serializers.IntegerField()


class BacklogItem(serializers.Serializer[Any]):
    """Items that wait, by stage; that were set aside with an error; that are done."""

    waiting = StageCounts()
    parked = serializers.IntegerField()
    done = serializers.IntegerField()


class RunDetail(RunItem):
    """`pipeline` counts all that the run's source gave, in this run or before."""

    refusals = RefusalItem(many=True)
    pipeline = BacklogItem()

    class Meta(RunItem.Meta):
        fields = [*RunItem.Meta.fields, "refusals", "pipeline"]


class RunProgress(RunItem):
    """How far a run is. `finished`: all is read and worked through, or it ended before."""

    pipeline = BacklogItem()
    finished = serializers.BooleanField()

    class Meta(RunItem.Meta):
        fields = [*RunItem.Meta.fields, "pipeline", "finished"]


class QueueBacklog(serializers.Serializer[Any]):
    waiting = StageCounts()
    parked = serializers.IntegerField()


class PipelineStatus(serializers.Serializer[Any]):
    """The two queues: what happens now, and what is read in bulk."""

    realtime = QueueBacklog()
    backfill = QueueBacklog()


class ParkedItem(serializers.ModelSerializer[PipelineJob]):
    class Meta:
        model = PipelineJob
        fields = ["id", "item_id", "queue", "stage", "attempts", "error", "parked_at"]


class Retried(serializers.Serializer[Any]):
    retried = serializers.IntegerField()
