"""What the OpenAPI description needs to be told."""

from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from momo.platform.rest.problems import CONTENT_TYPE
from momo.platform.rest.serializers import Problem


class ProblemSchema(AutoSchema):
    """Adds the one shape of errors to every operation."""

    def _get_response_bodies(
        self, direction: Literal["request", "response"] = "response"
    ) -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        reference = self.resolve_serializer(Problem, direction).ref
        bodies["default"] = {
            "description": "An error, as problem details (RFC 9457).",
            "content": {CONTENT_TYPE: {"schema": reference}},
        }
        return bodies


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "momo.platform.rest.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An API key: `momo_...`."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "momo.platform.rest.authentication.UserSessionAuthentication"
    name = "session"
    description = "A session. Writes send the csrftoken cookie's value as X-CSRFToken."

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey", "in": "cookie", "name": "sessionid", "description": self.description,
        }  # fmt: skip


class TeamSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    target_class = "momo.platform.rest.authentication.TeamSessionAuthentication"
    name = "teamSession"
    description = (
        SessionScheme.description + " X-Momo-Team says which team, unless one was chosen before."
    )
