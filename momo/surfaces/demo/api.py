"""Bringing what the demo team wrote into a team that has nothing yet, to try Momo with."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.problems import answer_with
from momo.platform.rest.views import TeamView
from momo.surfaces.demo.bringing import NotEmpty, bring_in
from momo.surfaces.demo.reading import example_question

answer_with(409, NotEmpty)


class DemoItem(serializers.Serializer[Any]):
    """`items` messages, mails and pages were taken in, and are being read for decisions.
    `question` is what to ask first."""

    items = serializers.IntegerField()
    question = serializers.CharField()


class DemoView(TeamView):
    """What an invented team wrote, taken into this one. For a team that has nothing yet."""

    calls_out = {"POST"}
    needs = {"POST": KeyScope.ADMIN}

    @extend_schema(operation_id="load_demo", request=None, responses={202: DemoItem})
    def post(self, request: Request) -> Response:
        found = {"items": bring_in(self.scope), "question": example_question()}
        return Response(DemoItem(found).data, status=202)


urlpatterns = [path("demo", DemoView.as_view(), name="demo")]
