"""Notion's webhook requests: whether they are genuine, and what they say. Pure."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from connectors.files.json_input import JsonError, as_object, as_text, objects, parse
from connectors.files.times import from_iso
from connectors.live.app import App
from connectors.live.contract import Incoming, Verified
from connectors.live.errors import Forged, Malformed
from connectors.notion.ids import compact

MAX_BODY_BYTES = 256 * 1024  # events hold ids, never text
# Notion tries again for about a day, with the same event.
MAX_AGE = timedelta(days=2)
MAX_AHEAD = timedelta(hours=1)  # of its clock before ours
MAX_EVENT_CHARS = 100
ANSWER = b"ok"  # Notion waits for a status of 200
_PREFIX = "sha256="
_HANDSHAKE = "verification_token"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to what. Ids are compact."""

    id: str
    type: str
    workspace: str
    at: datetime
    entity: str
    page: str  # of a comment: the page it is on
    place: str  # of a comment: the page or block it is about
    bots: frozenset[str]  # authorizations that may see it; empty where Notion does not tell


def verify(app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
    """Raises errors.Forged or errors.Malformed. What sets a subscription up comes unsigned, from
    anyone: it is answered, and nothing of it is kept."""
    if len(body) > MAX_BODY_BYTES:
        raise Malformed("The delivery is too large.")
    if "x-notion-signature" not in headers and handshake_token(body):
        return Verified(answer=ANSWER)
    if not _is_signed(app.each("webhook_token"), headers.get("x-notion-signature", ""), body):
        raise Forged("The signature is not Notion's.")
    event = read_event(body)
    if not now - MAX_AGE <= event.at <= now + MAX_AHEAD:
        raise Forged("The delivery is stale.")
    return Verified((Incoming(event.workspace, event.id, event.type, body, now),), ANSWER)


def read_event(body: bytes) -> Event:
    """Raises errors.Malformed."""
    payload = _object(body)
    entity, data = as_object(payload.get("entity")), as_object(payload.get("data"))
    at = from_iso(as_text(payload.get("timestamp")))
    kind = as_text(payload.get("type"))
    event_id, workspace = compact(payload.get("id")), compact(payload.get("workspace_id"))
    if not (event_id and workspace and at and kind) or len(kind) > MAX_EVENT_CHARS:
        raise Malformed("The delivery does not say what happened, where and when.")
    return Event(
        id=event_id,
        type=kind,
        workspace=workspace,
        at=at,
        entity=compact(entity.get("id")),
        page=compact(data.get("page_id")),
        place=compact(as_object(data.get("parent")).get("id")),
        bots=frozenset(
            compact(who.get("id"))
            for who in objects(payload.get("accessible_by"))
            if who.get("type") == "bot"
        ),
    )


def signature(token: str, body: bytes) -> str:
    return _PREFIX + hmac.new(token.encode(), body, hashlib.sha256).hexdigest()


def handshake_token(body: bytes) -> str:
    """The token of the request that sets a subscription up; empty where it is another one."""
    try:
        payload = _object(body)
    except Malformed:
        return ""
    return as_text(payload.get(_HANDSHAKE)) if payload.keys() == {_HANDSHAKE} else ""


def _is_signed(tokens: tuple[str, ...], given: str, body: bytes) -> bool:
    """Each token is tried: two hold while one replaces the other."""
    genuine = [
        hmac.compare_digest(signature(token, body).encode(), given.encode("utf-8", "replace"))
        for token in tokens
    ]
    return any(genuine)


def _object(body: bytes) -> dict[str, object]:
    try:
        payload = parse(body.decode())
    except (UnicodeDecodeError, JsonError) as error:
        raise Malformed("The delivery is not JSON in UTF-8.") from error
    if not isinstance(payload, dict):
        raise Malformed("The delivery is no JSON object.")
    return payload
