"""The address that services send changes to, and its answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from connectors.live import inbox
from connectors.live.app import NotConfigured
from connectors.live.errors import Forged, Malformed
from connectors.live.inbox import NoSuchSource, TooLarge
from momo.platform.rest.openapi import ProblemSchema
from momo.platform.rest.problems import CONTENT_TYPE, NOTHING_THERE, body_of

RETRY_SECONDS = 10  # told to a service while the database is away


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service is answered."""

    body: bytes
    content_type: str
    status: int = 200
    retry_after: int = 0  # seconds

    @property
    def headers(self) -> dict[str, str]:
        told = {"X-Content-Type-Options": "nosniff"}
        if self.body:
            told |= {"Content-Type": self.content_type, "Content-Length": str(len(self.body))}
        return told | ({"Retry-After": str(self.retry_after)} if self.retry_after else {})


def answer(kind: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Take a delivery. Header names are in lower case."""
    try:
        verified = inbox.accept(kind, headers, body)
    except (NoSuchSource, NotConfigured):
        return problem(404, NOTHING_THERE)
    except Forged as error:
        return problem(401, str(error))
    except Malformed as error:
        return problem(400, str(error))
    except TooLarge as error:
        return problem(413, str(error))
    except (OperationalError, InterfaceError):
        told = "The database is away: send it again in a moment."
        return problem(503, told, retry_after=RETRY_SECONDS)
    status = 200 if verified.answer else 204
    return Answer(verified.answer, verified.content_type, status)


def largest(kind: str) -> int:
    """How many bytes a delivery has at most; 0 where nothing is received."""
    try:
        return inbox.receiving(kind).max_delivery_bytes
    except NoSuchSource:
        return 0


def problem(status: int, detail: str, *, retry_after: int = 0) -> Answer:
    body = json.dumps(body_of(status, detail)).encode()
    return Answer(body, CONTENT_TYPE, status, retry_after)


class WebhookView(APIView):
    """For services alone: each delivery is signed as its service does it.

    What is verified is stored before the answer, and read afterwards; the same delivery sent again
    changes nothing. No session and no key.
    """

    authentication_classes = []
    permission_classes = []
    throttle_classes = []
    schema = ProblemSchema()

    @extend_schema(
        operation_id="deliver",
        request={"application/octet-stream": OpenApiTypes.BINARY},
        responses={(200, "text/plain"): OpenApiTypes.STR, 204: None},
        auth=[],
    )
    def post(self, request: Request, kind: str) -> HttpResponse:
        # One byte more than it may have, so that what is larger is known to be.
        body = request._request.read(largest(kind) + 1)
        headers = {name.lower(): value for name, value in request.headers.items()}
        given = answer(kind, headers, body)
        return HttpResponse(given.body, status=given.status, headers=given.headers)
