"""What the OpenAPI description needs to be told."""

import inspect
from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from momo.platform.rest import etags, selection, throttles
from momo.platform.rest.illustrate import METHODS
from momo.platform.rest.problems import CONTENT_TYPE
from momo.platform.rest.serializers import Problem, StrictSerializer

_BASES = ("momo.platform.rest.", "rest_framework.", "django.", "builtins")

_TEXT = {"schema": {"type": "string"}}
_HEADERS = {
    "ETag": {**_TEXT, "description": "The version of what is shown."},
    "RateLimit": {
        **_TEXT, "description": "What may still be asked: `r` requests in the next `t` seconds.",
        "example": '"principal";r=599;t=41',
    },
    "RateLimit-Policy": {
        **_TEXT, "description": "What may be asked: `q` requests in a window of `w` seconds.",
        "example": '"principal";q=600;w=60',
    },
    "Retry-After": {
        "schema": {"type": "integer", "minimum": 1},
        "description": "Seconds to wait for, where asking again helps.",
    },
}  # fmt: skip
_IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "minLength": 1, "maxLength": 200},
    OpenApiParameter.HEADER,
    description="Of this request alone: sent again with the same key within a day, it is not "
    "carried out again, and answered as the first time.",
)  # fmt: skip
_IF_NONE_MATCH = {
    **_TEXT, "in": "header", "name": "If-None-Match",
    "description": "An ETag that is known: where it is still the one, the answer is 304.",
}  # fmt: skip


class ProblemSchema(AutoSchema):
    """Adds to every operation the one shape of errors, a summary, and the choice of fields."""

    def get_summary(self) -> str:
        """The operation's name in words, unless `extend_schema` gives one."""
        return str(super().get_summary() or self.get_operation_id().replace("_", " ").capitalize())

    def get_description(self) -> str:  # type: ignore[override]
        """The handler's docstring, else the endpoint's own; never that of what it stands on."""
        handler = getattr(self.view, self.method.lower(), None)
        described = (handler, *_own_classes(type(self.view)))
        return next((inspect.getdoc(each) or "" for each in described if _documented(each)), "")

    def get_override_parameters(self) -> list[Any]:
        parameters: list[Any] = list(super().get_override_parameters())
        if self.method == "GET" and (known := selection.known_to(self.get_response_serializers())):
            parameters.append(selection.parameter(known))
        takes_key = getattr(self.view, "takes_idempotency_key", lambda method: False)
        if takes_key(self.method):
            parameters.append(_IDEMPOTENCY_KEY)
        return parameters

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

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        mapped = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        schema: dict[str, Any] = mapped
        instance = serializer() if isinstance(serializer, type) else serializer
        if isinstance(instance, StrictSerializer):
            schema["additionalProperties"] = False
            if schema.get("description") == inspect.getdoc(StrictSerializer):
                del schema["description"]  # says what all of them do
            for name, field in instance.fields.items():
                if getattr(field, "allow_empty", True) is False:
                    schema["properties"][name]["minItems"] = 1
        return schema


def tell_headers(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say which headers answers have: a postprocessing hook of drf-spectacular."""
    components = result.setdefault("components", {})
    components.setdefault("headers", {}).update(_HEADERS)
    components.setdefault("parameters", {})["IfNoneMatch"] = _IF_NONE_MATCH
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in METHODS and operation.get("security"):
                _tell_headers(method, operation)
    return result


def _tell_headers(method: str, operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        names = [throttles.HEADER, throttles.POLICY_HEADER]
        names += ["Retry-After"] if status == "default" else []
        names += [etags.HEADER] if (method, status) == ("get", "200") else []
        response["headers"] = {
            **{name: {"$ref": f"#/components/headers/{name}"} for name in names},
            **response.get("headers", {}),
        }
    if method == "get":
        operation["responses"]["304"] = {"description": "It is as the asker has it."}
        parameters = operation.setdefault("parameters", [])
        parameters.append({"$ref": "#/components/parameters/IfNoneMatch"})


def _own_classes(view: type) -> list[type]:
    return [each for each in view.__mro__ if not each.__module__.startswith(_BASES)]


def _documented(thing: Any) -> bool:
    return bool(vars(thing).get("__doc__") if isinstance(thing, type) else inspect.getdoc(thing))


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
