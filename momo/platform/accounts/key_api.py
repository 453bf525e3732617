"""Agents and API keys."""

from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from momo.platform.accounts import keys
from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Agent, ApiKey
from momo.platform.accounts.serializers import (
    AgentBody,
    AgentItem,
    KeyBody,
    KeyChange,
    KeyItem,
    NewKey,
)
from momo.platform.rest import etags
from momo.platform.rest.access import Access
from momo.platform.rest.pagination import PageQuery, page_of, page_serializer
from momo.platform.rest.serializers import read_body, read_query
from momo.platform.rest.views import TeamView

_AGENT = OpenApiExample("A program", {"name": "Deploy bot"}, request_only=True)
_KEY = OpenApiExample(
    "A key that reads and writes", {"name": "CI", "scopes": ["read", "write"]}, request_only=True
)


class AgentsView(TeamView):
    """Programs that act in the team as themselves: they see what the team shares."""

    needs = {"POST": KeyScope.ADMIN}

    @extend_schema(
        operation_id="list_agents", parameters=[PageQuery], responses=page_serializer(AgentItem)
    )
    def get(self, request: Request) -> Response:
        rows = _programs()
        query = read_query(request, PageQuery)
        return Response(
            page_of(rows, query, lambda page: list(AgentItem(page, many=True).data),
                    by="created_at")
        )  # fmt: skip

    @extend_schema(
        operation_id="create_agent",
        request=AgentBody,
        responses={201: AgentItem},
        examples=[_AGENT],
    )
    def post(self, request: Request) -> Response:
        agent = keys.create_agent(read_body(request, AgentBody)["name"])
        return Response(AgentItem(agent).data, status=201)


class AgentView(TeamView):
    needs = {"PATCH": KeyScope.ADMIN, "DELETE": KeyScope.ADMIN}

    @extend_schema(operation_id="get_agent", responses=AgentItem)
    def get(self, request: Request, agent_id: UUID) -> Response:
        """One program, and its name."""
        return _answer_agent(get_object_or_404(_programs(), id=agent_id))

    @extend_schema(
        operation_id="rename_agent", parameters=[etags.IF_MATCH], request=AgentBody,
        responses=AgentItem, examples=[_AGENT],
    )  # fmt: skip
    def patch(self, request: Request, agent_id: UUID) -> Response:
        """Give a program another name."""
        agent = get_object_or_404(_programs().select_for_update(), id=agent_id)
        etags.require(request, _version_of_agent(agent))
        keys.rename_agent(agent, read_body(request, AgentBody)["name"])
        return _answer_agent(agent)

    @extend_schema(
        operation_id="delete_agent",
        description="Its keys open nothing any more. What it wrote and shared stays.",
        parameters=[etags.IF_MATCH],
        responses={204: None},
    )
    def delete(self, request: Request, agent_id: UUID) -> Response:
        agent = get_object_or_404(_programs().select_for_update(), id=agent_id)
        etags.require(request, _version_of_agent(agent))
        keys.delete_agent(agent_id)
        return Response(status=204)


def _programs() -> QuerySet[Agent]:
    rows: QuerySet[Agent] = Agent.objects.filter(kind=Agent.Kind.PROGRAM)
    return rows


def _answer_agent(agent: Agent) -> Response:
    return Response(AgentItem(agent).data, headers={etags.HEADER: _version_of_agent(agent)})


def _version_of_agent(agent: Agent) -> str:
    return etags.etag_of(str(agent.id), agent.name)


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

    @extend_schema(
        operation_id="create_key", request=KeyBody, responses={201: NewKey}, examples=[_KEY]
    )
    def post(self, request: Request) -> Response:
        """A person makes keys for themselves, an admin for agents too."""
        body = read_body(request, KeyBody)
        agent_id = body.pop("agent", None)
        _must_manage_keys(self.access)
        if agent_id and not self.access.is_admin:
            raise PermissionDenied("Only the team's owners and admins make keys for agents.")
        if agent_id:  # a connector's agent is in private audiences: nobody else acts as it
            get_object_or_404(_programs(), id=agent_id)
        made = keys.create_key(principal_id=agent_id or self.scope.principal_id, **body)
        return _shown_once(*made)


class KeyView(TeamView):
    @extend_schema(operation_id="get_key", responses=KeyItem)
    def get(self, request: Request, key_id: UUID) -> Response:
        """One key: what it may do, and when it was last used; never the key itself."""
        return _answer_key(get_object_or_404(_keys(self), id=key_id))

    @extend_schema(
        operation_id="rename_key",
        parameters=[etags.IF_MATCH],
        request=KeyChange,
        responses=KeyItem,
        examples=[OpenApiExample("A name", {"name": "CI of the website"}, request_only=True)],
    )
    def patch(self, request: Request, key_id: UUID) -> Response:
        """Give a key another name."""
        key = get_object_or_404(_keys(self).select_for_update(), id=key_id)
        _must_manage_keys(self.access)
        etags.require(request, _version_of_key(key))
        keys.rename_key(key, read_body(request, KeyChange)["name"])
        return _answer_key(key)

    @extend_schema(operation_id="revoke_key", responses={204: None})
    def delete(self, request: Request, key_id: UUID) -> Response:
        """The key works no more. Admins may revoke anybody's."""
        get_object_or_404(_keys(self), id=key_id)
        _must_manage_keys(self.access)
        keys.revoke_key(key_id)
        return Response(status=204)


class RotateKeyView(TeamView):
    """Make a new key that may do the same, and revoke the old one at once."""

    shows_once = True

    @extend_schema(operation_id="rotate_key", request=None, responses={201: NewKey})
    def post(self, request: Request, key_id: UUID) -> Response:
        """One's own, and for admins those of programs: whoever has a key is who it belongs to."""
        key = get_object_or_404(_keys(self).select_for_update(), id=key_id)
        _must_manage_keys(self.access)
        is_own = key.principal_id == self.scope.principal_id
        if not is_own and not _programs().filter(id=key.principal_id).exists():
            raise PermissionDenied("Only its owner is shown a person's key: revoke it instead.")
        return _shown_once(*keys.rotate_key(key))


def _shown_once(key: ApiKey, plain: str) -> Response:
    key.key = plain  # type: ignore[attr-defined]
    return Response(NewKey(key).data, status=201)


def _answer_key(key: ApiKey) -> Response:
    return Response(KeyItem(key).data, headers={etags.HEADER: _version_of_key(key)})


def _version_of_key(key: ApiKey) -> str:
    return etags.etag_of(str(key.id), key.name, str(key.revoked_at))


def _must_manage_keys(access: Access) -> None:
    """Else whoever found a key could make others, which outlive its revocation."""
    if KeyScope.ADMIN not in access.allowed:
        raise PermissionDenied(f"This API key lacks the scope {KeyScope.ADMIN.value!r}.")


def _keys(view: TeamView) -> QuerySet[ApiKey]:
    rows: QuerySet[ApiKey] = ApiKey.objects.all()
    return rows if view.access.is_admin else rows.filter(principal_id=view.scope.principal_id)
