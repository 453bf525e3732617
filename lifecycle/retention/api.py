"""Erasing, how long things are kept, and legal holds."""

import time
from typing import Any
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from connectors import holds
from connectors.holds import Covered
from connectors.models import LegalHold
from connectors.registry import SOURCES
from lifecycle.retention import erasing, policies
from lifecycle.retention.erasing import Erasure, NotErased
from lifecycle.retention.models import RETENTION_ACTIONS, RetentionPolicy
from lifecycle.retention.targets import NoTarget, Target
from momo.platform.accounts.keys import KeyScope
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.permissions import refuse_lesser_keys
from momo.platform.rest.problems import answer_with
from momo.platform.rest.serializers import StrictSerializer, read_body, read_query
from momo.platform.rest.views import TeamView
from momo.platform.tenancy.context import acting_as

answer_with(400, NoTarget)
answer_with(400, policies.Unclear)
answer_with(409, NotErased)

TURN_SECONDS = 20.0  # of a request that erases; what is left is for the next one; chosen


def _known(source: str) -> None:
    """What no source is called would keep or erase nothing, and nobody would notice."""
    if source and source not in SOURCES:
        raise serializers.ValidationError(f"There is no such source. Known: {', '.join(SOURCES)}.")


class ErasureBody(StrictSerializer):
    """What matches all that is given. A thread or a container comes with its integration."""

    item = serializers.UUIDField(required=False, help_text="One message, page or note.")
    integration = serializers.UUIDField(required=False, help_text="A source, or with the next two")
    container = serializers.CharField(required=False, help_text="a channel or folder of it")
    thread = serializers.CharField(required=False, help_text="or a thread, by its key.")
    person = serializers.CharField(
        required=False, max_length=254, help_text="The address of who wrote it."
    )
    dry_run = serializers.BooleanField(default=False, help_text="Count it, and erase nothing.")


class ErasureItem(serializers.Serializer[Any]):
    """Rows by table that were erased (would be, in a dry run), and how many of them are there when
    they are counted again. Ask again where it is not `finished`."""

    erased = serializers.DictField(child=serializers.IntegerField())
    verified = serializers.DictField(child=serializers.IntegerField())
    rebased = serializers.IntegerField(help_text="Memories that stay, as other sources say it.")
    reinstated = serializers.IntegerField(help_text="Decisions that hold again.")
    read_again = serializers.IntegerField(help_text="Messages that are read anew without it.")
    left = serializers.IntegerField(help_text="Items that match and are for an admin to erase.")
    finished = serializers.BooleanField()


class RetentionBody(StrictSerializer):
    days = serializers.IntegerField(min_value=1, max_value=36_500)
    action = serializers.ChoiceField(RETENTION_ACTIONS)
    source = serializers.CharField(default="", allow_blank=True, validators=[_known])  # type: ignore[assignment]
    private = serializers.BooleanField(
        default=False, help_text="For what is yours alone, and not for the team's."
    )
    audience = serializers.UUIDField(
        required=False, help_text="For one private channel that you are in."
    )


class RetentionItem(serializers.ModelSerializer[RetentionPolicy]):
    """`erased` and `held` are items: that went when it was last carried out, and that legal holds
    kept."""

    class Meta:
        model = RetentionPolicy
        fields = [
            "id", "visibility", "audience_id", "source", "days", "action", "created_at", "due_at",
            "done_at", "erased", "held",
        ]  # fmt: skip


class RetentionPreview(serializers.Serializer[Any]):
    items = serializers.IntegerField()
    held = serializers.IntegerField(help_text="Items that legal holds keep.")


class HoldBody(StrictSerializer):
    """What the hold covers: items that match all that is given, or everything."""

    reason = serializers.CharField(max_length=2_000)
    integration = serializers.UUIDField(required=False)
    source = serializers.CharField(required=False, validators=[_known])  # type: ignore[assignment]
    person = serializers.CharField(
        required=False, max_length=254, help_text="The address of who wrote or received it."
    )
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if {"since", "until"} <= attrs.keys() and attrs["since"] > attrs["until"]:
            raise serializers.ValidationError("`since` comes after `until`: it covers nothing.")
        return attrs


class HoldQuery(PageQuery):
    released = serializers.BooleanField(default=False, help_text="Those that were released, too.")


class HoldItem(serializers.ModelSerializer[LegalHold]):
    class Meta:
        model = LegalHold
        fields = [
            "id", "integration_id", "source", "person", "since", "until", "reason", "placed_by",
            "placed_at", "released_by", "released_at",
        ]  # fmt: skip


class ErasuresView(TeamView):
    """Erase what the team shares, as an admin, or what is yours alone."""

    calls_out = {"POST"}

    @extend_schema(operation_id="erase", request=ErasureBody, responses=ErasureItem)
    def post(self, request: Request) -> Response:
        refuse_lesser_keys(self.access)
        body = read_body(request, ErasureBody)
        dry_run = body.pop("dry_run")
        target, until = Target(**body), time.monotonic() + TURN_SECONDS
        if dry_run:
            found = erasing.preview(self.scope, target)
        else:
            found = erasing.erase(self.scope, target, go_on=lambda: time.monotonic() < until)
        return Response(shown(found))


class RetentionsView(TeamView):
    """Policies that the reader sees: the team's, their channels' and their own."""

    @extend_schema(
        operation_id="list_retention_policies",
        parameters=[PageQuery],
        responses=page_serializer(RetentionItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        rows = RetentionPolicy.objects.all()
        return Response(
            page_of(rows, query, lambda page: list(RetentionItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="set_retention_policy", request=RetentionBody, responses={201: RetentionItem}
    )
    def post(self, request: Request) -> Response:
        refuse_lesser_keys(self.access)
        policy = policies.keep_for(**read_body(request, RetentionBody))
        return Response(RetentionItem(policy).data, status=201)


class RetentionDraftView(TeamView):
    """What a policy would do, before it is set: it is carried out within minutes."""

    needs = {"POST": KeyScope.READ}
    calls_out = {"POST"}

    @extend_schema(
        operation_id="preview_retention", request=RetentionBody, responses=RetentionPreview
    )
    def post(self, request: Request) -> Response:
        body = read_body(request, RetentionBody)
        with acting_as(self.scope.team_id, self.scope.principal_id):
            policy = policies.drafted(**body)
        items, held = policies.would_go(self.scope, policy)
        return Response({"items": items, "held": held})


class RetentionView(TeamView):
    calls_out = {"GET"}

    @extend_schema(operation_id="preview_retention_policy", responses=RetentionPreview)
    def get(self, request: Request, policy_id: UUID) -> Response:
        """How many items would go now."""
        items, held = policies.preview(self.scope, policy_id)
        return Response({"items": items, "held": held})

    @extend_schema(operation_id="drop_retention_policy", responses={204: None})
    def delete(self, request: Request, policy_id: UUID) -> Response:
        """Nothing is erased or archived by this rule any more."""
        refuse_lesser_keys(self.access)
        policies.drop(policy_id)
        return Response(status=204)


class HoldsView(TeamView):
    needs = {"GET": KeyScope.ADMIN, "POST": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_legal_holds", parameters=[HoldQuery], responses=page_serializer(HoldItem)
    )
    def get(self, request: Request) -> Response:
        """What may not be erased, and why, newest first."""
        query = read_query(request, HoldQuery)
        rows = holds.placed(released=query["released"])
        return Response(
            page_of(rows, query, lambda page: list(HoldItem(page, many=True).data), by="placed_at")
        )

    @extend_schema(operation_id="place_legal_hold", request=HoldBody, responses={201: HoldItem})
    def post(self, request: Request) -> Response:
        """Keep what a person or a source said from being erased, until it is released."""
        body = read_body(request, HoldBody)
        reason, integration = body.pop("reason"), body.pop("integration", None)
        hold = holds.place(Covered(integration_id=integration, **body), reason=reason)
        return Response(HoldItem(hold).data, status=201)


class ReleaseHoldView(TeamView):
    needs = {"POST": KeyScope.ADMIN}

    @extend_schema(operation_id="release_legal_hold", request=None, responses=HoldItem)
    def post(self, request: Request, hold_id: UUID) -> Response:
        """From now on what was held may be erased again."""
        return Response(HoldItem(holds.release(hold_id)).data)


def shown(erasure: Erasure) -> dict[str, Any]:
    return dict(ErasureItem(erasure).data)


urlpatterns = [
    path("erasures", ErasuresView.as_view(), name="erasures"),
    path("retention", RetentionsView.as_view(), name="retention"),
    path("retention/preview", RetentionDraftView.as_view(), name="preview-retention"),
    path("retention/<uuid:policy_id>", RetentionView.as_view(), name="retention-policy"),
    path("legal-holds", HoldsView.as_view(), name="legal-holds"),
    path("legal-holds/<uuid:hold_id>/release", ReleaseHoldView.as_view(), name="release-hold"),
]
