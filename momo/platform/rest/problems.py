"""Every error in one shape: RFC 9457 problem details.

A domain error's message is written for people and is shown; any other exception's text is not, as
it may quote what someone wrote.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from momo.platform.accounts.services import AccountError, NotAllowed
from momo.platform.ai import ProviderError, QuotaExceeded
from momo.platform.faults import where
from momo.platform.rest.etags import Stale
from momo.platform.tenancy.context import NotAMember

log = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
NOTHING_THERE = "There is nothing here that you can see."
_UNEXPECTED = "Something went wrong here. It was logged; please try again."

_statuses: dict[type[Exception], int] = {
    AccountError: 409,
    NotAllowed: 403,
    NotAMember: 404,
    QuotaExceeded: 429,
    ProviderError: 503,
    Stale: 412,
}


def answer_with(status: int, *errors: type[Exception]) -> None:
    """Answer these domain errors with a status and their own message."""
    _statuses.update(dict.fromkeys(errors, status))


def problem_details(error: Exception, context: Mapping[str, Any]) -> Response:
    """The answer to any exception that a view raised."""
    if isinstance(error, Http404 | ObjectDoesNotExist):
        return problem(404, NOTHING_THERE)
    if isinstance(error, PermissionDenied):
        return problem(403, "You may not do this.")
    if isinstance(error, RequestDataTooBig):
        return problem(413, "The body is too large.", code="too_large")
    if isinstance(error, SuspiciousOperation):
        return problem(400, "This request cannot be read.")
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    for kind in type(error).__mro__:
        if kind in _statuses:
            return problem(_statuses[kind], str(error), headers=_retry_after(error))
    # Where, never what: an exception's message may quote a memory.
    log.error("Request failed: %s in %s", type(error).__name__, where(error))
    return problem(500, _UNEXPECTED)


def problem(
    status: int,
    detail: str,
    *,
    code: str = "",
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    body = body_of(status, detail, code=code) | ({"errors": list(errors)} if errors else {})
    return Response(body, status=status, headers=dict(headers or {}), content_type=CONTENT_TYPE)


def body_of(status: int, detail: str, *, code: str = "") -> dict[str, Any]:
    """`code` tells programs apart what people read in `detail`."""
    phrase = HTTPStatus(status).phrase
    code = code or phrase.lower().replace(" ", "_")
    return {
        "type": "about:blank", "title": phrase, "status": status, "detail": detail, "code": code,
    }  # fmt: skip


def _of_framework(error: exceptions.APIException) -> Response:
    headers = _retry_after(error)
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, exceptions.ValidationError):
        detail = "Some of what was sent is not valid: see errors."
        return problem(400, detail, code="invalid", errors=list(_flat(error.detail)))
    code = str(getattr(error.detail, "code", "") or error.default_code)
    return problem(error.status_code, str(error.detail), code=code, headers=headers)


def _flat(detail: Any, field: str = "") -> Iterator[dict[str, str]]:
    """The messages of a nested validation error, each with the dotted path of its field."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            part = "" if name == "non_field_errors" else str(name)
            yield from _flat(inner, ".".join(filter(None, (field, part))))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping) and inner
            yield from _flat(inner, f"{field}.{index}" if nested else field)
    else:
        yield {"field": field, "message": str(detail)}


def _retry_after(error: Exception) -> dict[str, str]:
    seconds = getattr(error, "wait", None) or getattr(error, "retry_after", None)
    return {"Retry-After": str(max(1, round(seconds)))} if seconds else {}
