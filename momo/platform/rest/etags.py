"""Versions of what an answer shows: `ETag`, `If-Match` and `If-None-Match` (RFC 9110).

An edit that names the version it was made from is refused where there is a newer one. A reader who
has what there is already is told so, instead of getting it again.
"""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

HEADER = "ETag"
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER,
    description="The ETag of what is changed, as it was read. Where it has another by now, the "
    "answer is 412 and nothing is changed.",
)  # fmt: skip


class Stale(Exception):
    """It has another version than the one that the change was made from. Answered with 412."""

    def __init__(self) -> None:
        super().__init__("It was changed since you read it: read it again.")


def etag_of(*parts: object) -> str:
    """A strong ETag of whatever tells a version from the others; `parts` have a stable repr."""
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}"'


def if_match(request: Request) -> str:
    """The header as it came, for a service to give to `expect`; empty where there is none."""
    return str(request.headers.get("If-Match", ""))


def matches(wanted: str, etag: str) -> bool:
    """Whether an `If-Match` allows to change the version `etag`. An empty one, and `*`, do."""
    return not wanted.strip() or bool({"*", etag} & set(parse_etags(wanted)))


def expect(wanted: str, etag: str) -> None:
    """Raises Stale where an `If-Match` names other versions than `etag`."""
    if not matches(wanted, etag):
        raise Stale


def require(request: Request, etag: str) -> None:
    """Raises Stale where the request names other versions than this one."""
    expect(if_match(request), etag)


def tell_version(request: HttpRequest, response: Response) -> None:
    """Answer a GET with 304 where the asker has this very text.

    The version that a handler names is of what can be changed, which may be less than what is
    shown: such an answer is kept by nobody, so that nothing old is shown as new.
    """
    if HEADER in response:
        patch_cache_control(response, private=True, no_store=True)
        return
    # Kept by the asker alone, and asked about each time.
    patch_cache_control(response, private=True, no_cache=True)
    if response.status_code == 200:
        response.add_post_render_callback(lambda done: _unless_known(request, done))


def _unless_known(request: HttpRequest, response: HttpResponse) -> None:
    response[HEADER] = f'W/"{hashlib.sha256(response.content).hexdigest()[:16]}"'
    asked = get_conditional_response(request, etag=response[HEADER], response=response)
    if asked and asked.status_code == 304:
        response.status_code, response.content = 304, b""
