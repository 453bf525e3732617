"""Taking decisions out of Momo."""

from django.http import StreamingHttpResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from decisions.export.serializers import ExportQuery
from decisions.export.write import FORMATS, export
from momo.platform.rest import streams
from momo.platform.rest.serializers import read_query
from momo.platform.rest.views import TeamView


class ZipRenderer(streams.OtherRenderer):
    media_type = "application/zip"
    format = "zip"


class ExportView(TeamView):
    """All decisions that pass the filters, as a file that comes while it is written."""

    calls_out = {"GET"}  # each piece is read in a transaction of its own
    renderer_classes = [JSONRenderer, streams.CsvRenderer, ZipRenderer]

    @extend_schema(
        operation_id="export_decisions",
        parameters=[ExportQuery],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "application/zip"): OpenApiTypes.BINARY,
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        query = read_query(request, ExportQuery)
        format_ = FORMATS[query.pop("format")]
        return streams.download(
            request, export(self.scope, format_, query), media_type=format_.media_type,
            filename=f"decisions-{timezone.now():%Y-%m-%d}.{format_.suffix}",
        )  # fmt: skip


urlpatterns = [path("decisions/export", ExportView.as_view(), name="export-decisions")]
