"""Server-sent events."""

import json
from collections.abc import AsyncIterator, Generator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.core.serializers.json import DjangoJSONEncoder
from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from momo.platform.rest.problems import problem_details

EVENT_STREAM = "text/event-stream"
_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}  # nobody on the way holds it up

Events = Generator[tuple[str, Any], None, None]


class EventStreamRenderer(JSONRenderer):
    """Lets `Accept: text/event-stream` through; what is no stream is JSON all the same."""

    media_type = EVENT_STREAM
    format = "event-stream"


def wants_events(request: Request) -> bool:
    return isinstance(request.accepted_renderer, EventStreamRenderer)


def stream(request: Request, events: Events) -> StreamingHttpResponse:
    """Send (name, data) events as they come. One that fails ends the stream with `problem`."""
    written = _written(events)
    source = _off_the_loop(written) if isinstance(request._request, ASGIRequest) else written
    return StreamingHttpResponse(source, content_type=EVENT_STREAM, headers=_HEADERS)


def _written(events: Events) -> Generator[str, None, None]:
    try:
        for name, data in events:
            yield _event(name, data)
    except Exception as error:  # noqa: BLE001  (the boundary: the status is sent already)
        yield _event("problem", problem_details(error, {}).data)
    finally:
        events.close()


def _event(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, cls=DjangoJSONEncoder)}\n\n"


async def _off_the_loop(written: Generator[str, None, None]) -> AsyncIterator[str]:
    """Each step in the request's own thread: the steps ask the database and a model."""
    step = sync_to_async(lambda: next(written, None))
    try:
        while (text := await step()) is not None:
            yield text
    finally:
        await sync_to_async(written.close)()
