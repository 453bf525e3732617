"""What a list of decisions has around it: counts of what it could be narrowed to, saved views."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from decisions.listing import saved
from decisions.listing.facets import facets
from decisions.listing.queries import DecisionFilter
from decisions.listing.serializers import (
    FacetsDetail,
    SavedViewItem,
    ViewBody,
    ViewChange,
)
from decisions.models import SavedView
from momo.platform.rest import etags
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView

_VIEW = {
    "name": "Open questions of Atlas",
    "query": {"holds": ["pending"], "project": "Atlas", "sort": "updated"},
    "shared": True,
}
_ASKED = [OpenApiExample("A view", value=_VIEW, request_only=True)]


class FacetsView(TeamView):
    """How many decisions there are of each type, tag, person and so on, under the filters."""

    @extend_schema(
        operation_id="decision_facets", parameters=[DecisionFilter], responses=FacetsDetail
    )
    def get(self, request: Request) -> Response:
        return Response(FacetsDetail(facets(read_query(request, DecisionFilter))).data)


class SavedViewsView(TeamView):
    """One's own views, and those that the team shares."""

    @extend_schema(
        operation_id="list_saved_views",
        parameters=[PageQuery],
        responses=page_serializer(SavedViewItem),
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        return Response(
            page_of(SavedView.objects.all(), query,
                    lambda page: list(SavedViewItem(page, many=True).data), by="created_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="save_view",
        request=ViewBody,
        responses={201: SavedViewItem},
        examples=_ASKED,
    )
    def post(self, request: Request) -> Response:
        return _answer(saved.save_view(**read_body(request, ViewBody)), status=201)


class SavedViewView(TeamView):
    """A list of decisions under a name."""

    @extend_schema(operation_id="get_saved_view", responses=SavedViewItem)
    def get(self, request: Request, view_id: UUID) -> Response:
        return _answer(get_object_or_404(SavedView.objects.all(), id=view_id))

    @extend_schema(
        operation_id="change_saved_view",
        parameters=[etags.IF_MATCH],
        request=ViewChange,
        responses=SavedViewItem,
        examples=_ASKED,
    )
    def patch(self, request: Request, view_id: UUID) -> Response:
        changes = read_body(request, ViewChange)
        return _answer(
            saved.change_view(
                view_id, changes, is_admin=self.access.is_admin, etag=etags.if_match(request)
            )
        )

    @extend_schema(
        operation_id="delete_saved_view", parameters=[etags.IF_MATCH], responses={204: None}
    )
    def delete(self, request: Request, view_id: UUID) -> Response:
        saved.delete_view(view_id, is_admin=self.access.is_admin, etag=etags.if_match(request))
        return Response(status=204)


def _answer(view: SavedView, *, status: int = 200) -> Response:
    headers = {etags.HEADER: saved.etag_of(view)}
    return Response(SavedViewItem(view).data, status=status, headers=headers)


urlpatterns = [
    path("decisions/facets", FacetsView.as_view(), name="decision-facets"),
    path("decisions/views", SavedViewsView.as_view(), name="saved-views"),
    path("decisions/views/<uuid:view_id>", SavedViewView.as_view(), name="saved-view"),
]
