"""Examples of conversations for the OpenAPI description."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

_CITATION = {
    "number": 1,
    "memory_id": "0199c1a2-7a3e-7c11-9f00-2f6b1f0f5a10",
    "title": "Chose AWS rather than GCP",
    "quote": "OK, calling it: we'll go with AWS rather than GCP.",
    "url": "https://chat.example/archives/C1/p1",
    "source": "slack",
    "container": "eng",
    "date": "2026-05-30T16:32:00Z",
    "author": "Tomasz Bielak",
    "holds": "holds",
    "superseded_by": None,
}
_EXCHANGE: dict[str, Any] = {
    "id": "0199c1a2-9b00-7d22-8a01-3a7c2e1e6b21",
    "conversation_id": "0199c1a2-8c00-7e33-8b02-4b8d3f2f7c32",
    "question": "And why?",
    "query": "why? Where do we host? Chose AWS rather than GCP",
    "asked_at": "2026-11-22T10:15:00Z",
    "as_of": None,
    "filters": {},
    "state": "done",
    "withheld": "",
    "text": "Chose AWS rather than GCP (decided 30 May 2026 by Tomasz Bielak) [1].",
    "citations": [_CITATION],
    "known": True,
    "provider": "extractive",
    "searched": None,
    "thumb": "",
    "fault": "",
}

ASK = OpenApiExample(
    "A follow-up, as of a day",
    {"question": "And why?", "filters": {"as_of": "2026-06-01T00:00:00Z"}},
    request_only=True,
)
ANSWERED = OpenApiExample(
    "An answer with its source",
    _EXCHANGE,
    response_only=True,
    media_type="application/json",
    status_codes=["201"],
)
CONVERSATION = OpenApiExample(
    "A conversation that is not shared",
    {
        "id": _EXCHANGE["conversation_id"],
        "title": "Where do we host?",
        "is_named": False,
        "link": None,
        "shared_at": None,
        "created_at": "2026-11-22T10:14:00Z",
        "active_at": "2026-11-22T10:15:00Z",
    },
    response_only=True,
    status_codes=["200", "201"],
)
FEEDBACK = OpenApiExample(
    "It holds no more", {"thumb": "down", "fault": "outdated"}, request_only=True
)
