"""The base of every endpoint."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest import idempotency
from momo.platform.rest.access import Access
from momo.platform.rest.authentication import ApiKeyAuthentication, UserSessionAuthentication
from momo.platform.rest.openapi import ProblemSchema
from momo.platform.tenancy.context import Scope, acting_as

Handler = Callable[..., Response]


class TeamView(APIView):
    """An endpoint of one team. Its handlers run in the principal's scope, one transaction each.

    `calls_out` names the methods that reach a model or take a file: they open their scopes
    themselves, so that no transaction waits for another service. `needs` maps a method to the key
    scope it needs where that is not the usual one. `shows_once` says that the answer to a POST
    holds a secret, and so is not kept to be given again.
    """

    calls_out: ClassVar[Collection[str]] = ()
    needs: ClassVar[Mapping[str, str]] = {}
    shows_once: ClassVar[bool] = False
    schema = ProblemSchema()

    @property
    def access(self) -> Access:
        access = self.request.auth
        assert isinstance(access, Access)  # the permission InTeam saw to it
        return access

    @property
    def scope(self) -> Scope:
        return self.access.scope

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who asks, then put the handler into the scope."""
        super().initial(request, *args, **kwargs)
        method = (request.method or "").lower()
        if handler := getattr(self, method, None):
            setattr(self, method, self._in_scope(handler))

    def _in_scope(self, handler: Handler) -> Handler:
        def run(request: Request, *args: Any, **kwargs: Any) -> Response:
            calls_out = request.method in self.calls_out
            if self._creates and idempotency.HEADER in request.headers:
                once = idempotency.once_calling_out if calls_out else idempotency.once
                return once(
                    request, self.access, lambda: handler(request, *args, **kwargs),
                    keep=not self.shows_once,
                )  # fmt: skip
            if calls_out:
                return handler(request, *args, **kwargs)
            with acting_as(self.scope.team_id, self.scope.principal_id):
                return handler(request, *args, **kwargs)

        return run

    @property
    def _creates(self) -> bool:
        """Whether carrying the request out twice would do something twice."""
        return self.request.method == "POST" and self.needs.get("POST") != KeyScope.READ


class AccountView(APIView):
    """An endpoint of whoever asks, in no particular team."""

    authentication_classes = [ApiKeyAuthentication, UserSessionAuthentication]
    permission_classes = [IsAuthenticated]
    schema = ProblemSchema()
