"""The base of every endpoint."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from momo.platform.accounts.keys import KeyScope
from momo.platform.rest import etags, idempotency, selection, throttles
from momo.platform.rest.access import Access
from momo.platform.rest.authentication import ApiKeyAuthentication, UserSessionAuthentication
from momo.platform.rest.openapi import ProblemSchema
from momo.platform.rest.permissions import meant_method
from momo.platform.tenancy.context import Scope, acting_as

Handler = Callable[..., Response]
_READING = ("GET", "HEAD")


class Endpoint(APIView):
    """What all endpoints have in common: limits that are told, versions, and chosen fields."""

    schema = ProblemSchema()
    _throttles: Sequence[BaseThrottle] = ()
    _wanted: frozenset[str] = frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method in _READING:
            known = selection.known_in(type(self))  # type: ignore[arg-type]
            self._wanted = selection.wanted(request, known)

    def takes_idempotency_key(self, method: str) -> bool:
        """Whether carrying the request out twice would do something twice."""
        return False

    def get_throttles(self) -> list[BaseThrottle]:
        self._throttles = found = super().get_throttles()
        return found

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        for name, value in throttles.headers_of(self._throttles).items():
            final[name] = value
        if request.method in _READING and isinstance(final, Response):
            if self._wanted and final.status_code == 200:
                final.data = selection.select(final.data, self._wanted)
            etags.tell_version(request._request, final)
        return final


class TeamView(Endpoint):
    """An endpoint of one team. Its handlers run in the principal's scope, one transaction each.

    `calls_out` names the methods that reach a model or take a file: they open their scopes
    themselves, so that no transaction waits for another service. `needs` maps a method to the key
    scope it needs where that is not the usual one. `shows_once` says that the answer to a POST
    holds a secret, and so is not kept to be given again; `keeps_keys` that the handler itself sees
    to it that an `Idempotency-Key` is carried out once.
    """

    calls_out: ClassVar[Collection[str]] = ()
    needs: ClassVar[Mapping[str, str]] = {}
    shows_once: ClassVar[bool] = False
    keeps_keys: ClassVar[bool] = False

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
            calls_out = meant_method(request) in self.calls_out
            if self._must_be_once(request):
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

    def _must_be_once(self, request: Request) -> bool:
        takes_key = self.takes_idempotency_key(request.method or "") and not self.keeps_keys
        return takes_key and idempotency.HEADER in request.headers

    def takes_idempotency_key(self, method: str) -> bool:
        return method == "POST" and self.needs.get("POST") != KeyScope.READ


class AccountView(Endpoint):
    """An endpoint of whoever asks, in no particular team."""

    authentication_classes = [ApiKeyAuthentication, UserSessionAuthentication]
    permission_classes = [IsAuthenticated]
