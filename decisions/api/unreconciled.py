"""What is still to be compared with what the team knows, and why it waits."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.unreconciled import waiting
from momo.platform.rest.views import TeamView


class UnreconciledItem(serializers.Serializer[Any]):
    """Memories that wait for one reason. `error` is empty where their turn is to come; `due_at` is
    when the first of them is tried again."""

    error = serializers.CharField()
    memories = serializers.IntegerField()
    attempts = serializers.IntegerField()
    due_at = serializers.DateTimeField()


class Unreconciled(serializers.Serializer[Any]):
    items = UnreconciledItem(many=True)


class UnreconciledView(TeamView):
    """Memories, as far as one sees them, that are not compared with the others yet."""

    @extend_schema(operation_id="list_unreconciled", responses=Unreconciled)
    def get(self, request: Request) -> Response:
        return Response(Unreconciled({"items": waiting()}).data)


urlpatterns = [
    path("pipeline/unreconciled", UnreconciledView.as_view(), name="unreconciled"),
]
