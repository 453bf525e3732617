"""Changing many decisions with one request."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.listing.bulk import MOST, Change, Outcome, change_many
from decisions.listing.matching import matching
from decisions.listing.queries import TAG_MAX, DecisionFilter
from decisions.models import Decision
from decisions.serializers import CHOOSABLE_VISIBILITY, MANY, STATUSES
from momo.platform.rest.problems import problem_details
from momo.platform.rest.serializers import Problem, StrictSerializer, read_body
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as


def _tags() -> serializers.ListField:
    child = serializers.CharField(max_length=TAG_MAX)
    return serializers.ListField(child=child, required=False, max_length=MANY)


class BulkChange(StrictSerializer):
    """What to do with each decision; `delete` goes alone."""

    tags_add = _tags()
    tags_remove = _tags()
    archive = serializers.BooleanField(
        allow_null=True, default=None, help_text="Put away, or take out again."
    )
    status = serializers.ChoiceField(STATUSES, required=False)
    visibility = serializers.ChoiceField(CHOOSABLE_VISIBILITY, required=False)
    delete = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name in ("tags_add", "tags_remove"):
            attrs[name] = tuple(attrs.get(name, ()))
        change = Change(**attrs)
        if change.delete == bool(change.fields or change.labels):
            raise serializers.ValidationError("Say what to change, or to delete alone.")
        return {"change": change}


class BulkBody(StrictSerializer):
    """`ids` or `filter`. What deletes has to be confirmed; what changes who sees decisions cannot
    be done `together`."""

    ids = serializers.ListField(
        child=serializers.UUIDField(), required=False, min_length=1, max_length=MOST
    )
    filter = DecisionFilter(required=False, help_text=f"At most {MOST} may pass it.")
    change = BulkChange()
    together = serializers.BooleanField(default=False, help_text="All of them, or none.")
    confirm = serializers.BooleanField(default=False, help_text="That deleting is meant.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        change: Change = attrs["change"]["change"]
        if ("ids" in attrs) == ("filter" in attrs):
            raise serializers.ValidationError({"ids": "Give ids or a filter."})
        if change.delete and not attrs["confirm"]:
            raise serializers.ValidationError({"confirm": "Deleting must be confirmed."})
        if change.visibility and attrs["together"]:
            told = "Who sees them is changed one by one: leave this out."
            raise serializers.ValidationError({"together": told})
        return attrs | {"change": change}


class BulkOutcome(serializers.Serializer[Any]):
    """`problem` is why it was left as it was; null where it went through."""

    id = serializers.UUIDField()
    ok = serializers.BooleanField()
    problem = Problem(allow_null=True)


class BulkOutcomes(serializers.Serializer[Any]):
    items = BulkOutcome(many=True)
    changed = serializers.IntegerField()
    refused = serializers.IntegerField()


_ASKED = [
    OpenApiExample(
        "Tag some",
        value={
            "ids": ["01890a5d-ac96-774b-bcce-b302099a8057"],
            "change": {"tags_add": ["storage"], "tags_remove": ["db"]},
        },
        request_only=True,
    ),
    OpenApiExample(
        "Archive what was reversed",
        value={"filter": {"holds": ["reversed"]}, "change": {"archive": True}, "together": True},
        request_only=True,
    ),
]


class BulkView(TeamView):
    """Tag, archive, share, settle or delete up to 500 decisions, each told for itself."""

    calls_out = {"POST"}

    @extend_schema(
        operation_id="change_decisions",
        request=BulkBody,
        responses=BulkOutcomes,
        examples=_ASKED,
    )
    def post(self, request: Request) -> Response:
        body = read_body(request, BulkBody)
        outcomes = change_many(
            self.scope, self._wanted_ids(body), body["change"], is_admin=self.access.is_admin,
            together=body["together"],
        )  # fmt: skip
        return Response(_told(outcomes))

    def _wanted_ids(self, body: dict[str, Any]) -> list[UUID]:
        if "ids" in body:
            return list(dict.fromkeys(body["ids"]))
        scope = self.scope
        with acting_as(scope.team_id, scope.principal_id):
            rows = matching(Decision.objects.all(), body["filter"]).order_by("id")
            ids = list(rows.values_list("id", flat=True)[: MOST + 1])
        if len(ids) > MOST:
            told = f"More than {MOST} decisions pass it: narrow it down."
            raise serializers.ValidationError({"filter": told})
        return ids


def _told(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    refused = sum(outcome.refused is not None for outcome in outcomes)
    items = [
        {"id": str(each.id), "ok": each.refused is None,
         "problem": problem_details(each.refused, {}).data if each.refused else None}
        for each in outcomes
    ]  # fmt: skip
    return {"items": items, "changed": len(outcomes) - refused, "refused": refused}


urlpatterns = [path("decisions/bulk", BulkView.as_view(), name="change-decisions")]
