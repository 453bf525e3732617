"""Agents and API keys."""

from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts import keys
from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Agent, ApiKey
from momo.platform.accounts.serializers import AgentBody, AgentItem, KeyBody, KeyItem, NewKey
from momo.platform.rest.access import Access
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView


class AgentsView(TeamView):
    """Programs that act in the team as themselves: they see what the team shares."""

    needs = {"POST": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_agents", parameters=[PageQuery], responses=page_serializer(AgentItem)
    )
    def get(self, request: Request) -> Response:
        rows = Agent.objects.filter(kind=Agent.Kind.PROGRAM)
        query = read_query(request, PageQuery)
        return Response(
            page_of(rows, query, lambda page: list(AgentItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip

    @extend_schema(operation_id="create_agent", request=AgentBody, responses={201: AgentItem})
    def post(self, request: Request) -> Response:
        agent = keys.create_agent(read_body(request, AgentBody)["name"])
        return Response(AgentItem(agent).data, status=201)


class KeysView(TeamView):
    """The team's keys for an admin, one's own for anyone else."""

    shows_once = True

    @extend_schema(
        operation_id="list_keys", parameters=[PageQuery], responses=page_serializer(KeyItem)
    )
    def get(self, request: Request) -> Response:
        query = read_query(request, PageQuery)
        return Response(
            page_of(_keys(self), query, lambda page: list(KeyItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip

    @extend_schema(operation_id="create_key", request=KeyBody, responses={201: NewKey})
    def post(self, request: Request) -> Response:
        """A person makes keys for themselves, an admin for agents too."""
        body = read_body(request, KeyBody)
        agent_id = body.pop("agent", None)
        _must_manage_keys(self.access)
        if agent_id and not self.access.is_admin:
            raise PermissionDenied("Only the team's owners and admins make keys for agents.")
        if agent_id:  # a connector's agent is in private audiences: nobody else acts as it
            get_object_or_404(Agent.objects.filter(kind=Agent.Kind.PROGRAM), id=agent_id)
        key, plain = keys.create_key(principal_id=agent_id or self.scope.principal_id, **body)
        key.key = plain  # type: ignore[attr-defined]
        return Response(NewKey(key).data, status=201)


class KeyView(TeamView):
    @extend_schema(operation_id="revoke_key", responses={204: None})
    def delete(self, request: Request, key_id: UUID) -> Response:
        get_object_or_404(_keys(self), id=key_id)
        _must_manage_keys(self.access)
        keys.revoke_key(key_id)
        return Response(status=204)


def _must_manage_keys(access: Access) -> None:
    """Else whoever found a key could make others, which outlive its revocation."""
    if KeyScope.ADMIN not in access.allowed:
        raise PermissionDenied(f"This API key lacks the scope {KeyScope.ADMIN.value!r}.")


def _keys(view: TeamView) -> QuerySet[ApiKey]:
    rows: QuerySet[ApiKey] = ApiKey.objects.all()
    return rows if view.access.is_admin else rows.filter(principal_id=view.scope.principal_id)
