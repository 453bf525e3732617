"""Server-sent events."""

import json
from collections.abc import AsyncIterator, Generator
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.core.serializers.json import DjangoJSONEncoder
from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from momo.platform.rest.problems import problem_details

EVENT_STREAM = "text/event-stream"
HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}  # nobody on the way holds it up

Events = Generator[tuple[str, Any], None, None]
Part = TypeVar("Part", str, bytes)


class OtherRenderer(JSONRenderer):
    """Lets `Accept` ask for what its view itself writes; a problem is JSON all the same."""


class EventStreamRenderer(OtherRenderer):
    media_type = EVENT_STREAM
    format = "event-stream"


class CsvRenderer(OtherRenderer):
    media_type = "text/csv"
    format = "csv"


def wants_events(request: Request) -> bool:
    return isinstance(request.accepted_renderer, EventStreamRenderer)


def stream(request: Request, events: Events) -> StreamingHttpResponse:
    """Send (name, data) events as they come. One that fails ends the stream with `problem`."""
    written = _written(events)
    source = _off_the_loop(written) if isinstance(request._request, ASGIRequest) else written
    return StreamingHttpResponse(source, content_type=EVENT_STREAM, headers=HEADERS)


def download(
    request: Request, parts: Generator[Part, None, None], *, media_type: str, filename: str
) -> StreamingHttpResponse:
    """Send a file as its parts come. One that fails ends the connection, so that it is no file."""
    source = _off_the_loop(parts) if isinstance(request._request, ASGIRequest) else parts
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return StreamingHttpResponse(source, content_type=media_type, headers=headers)


def _written(events: Events) -> Generator[str, None, None]:
    try:
        for name, data in events:
            yield event(name, data)
    except Exception as error:  # noqa: BLE001  (the boundary: the status is sent already)
        yield event("problem", problem_details(error, {}).data)
    finally:
        events.close()


def event(name: str, data: Any) -> str:
    """One event, as it is sent."""
    return f"event: {name}\ndata: {json.dumps(data, cls=DjangoJSONEncoder)}\n\n"


async def _off_the_loop(written: Generator[Part, None, None]) -> AsyncIterator[Part]:
    """Each step in the request's own thread: the steps ask the database and a model."""
    step = sync_to_async(lambda: next(written, None))
    try:
        while (part := await step()) is not None:
            yield part
    finally:
        await sync_to_async(written.close)()
