"""Requests that Discord signs with the app's key: interactions and webhook events. Pure.

https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint
"""

import re
from collections.abc import Mapping
from datetime import datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from connectors.discord.snowflakes import as_id
from connectors.discord.tuning import FRESHNESS
from connectors.files.json_input import JsonError, as_object, as_text, parse
from connectors.files.text import fingerprint
from connectors.files.times import from_epoch
from connectors.live.app import App
from connectors.live.contract import Incoming, Verified
from connectors.live.errors import Forged, Malformed

_SIGNATURE = re.compile(r"[0-9a-f]{128}", re.ASCII)
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII | re.IGNORECASE)
_SECONDS = re.compile(r"\d{1,12}", re.ASCII)
_JSON = "application/json"
_PING = 1
_PONG = b'{"type":1}'
_SERVER = 0  # where the app was installed; 1 is a person's account
# Momo has no commands; one that an operator registered gets an answer that only the asker sees.
_COMMAND_ANSWER = (
    b'{"type":4,"data":{"flags":64,"content":"Momo reads along in this server. Ask it in Momo."}}'
)


def verify(app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
    """Raises errors.Forged, errors.Malformed."""
    _check(app, headers, body, now)
    try:
        told = as_object(parse(body.decode()))
    except (UnicodeDecodeError, JsonError) as error:
        raise Malformed("The body is not JSON in UTF-8.") from error
    if "version" in told:
        return Verified(_event(told, body, now))
    if not as_id(told.get("id")):
        raise Malformed("The body is neither an interaction nor an event.")
    answer = _PONG if told.get("type") == _PING else _COMMAND_ANSWER
    return Verified(answer=answer, content_type=_JSON)


def _check(app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> None:
    signature = headers.get("x-signature-ed25519", "")
    timestamp = headers.get("x-signature-timestamp", "")
    if not _SIGNATURE.fullmatch(signature) or not _SECONDS.fullmatch(timestamp):
        raise Forged("The request is not signed as Discord signs.")
    signed = timestamp.encode() + body
    if not any(_holds(key, bytes.fromhex(signature), signed) for key in app.each("public_key")):
        raise Forged("The signature is not Discord's.")
    at = from_epoch(timestamp)
    if at is None or abs(now - at) > FRESHNESS:
        raise Forged("The request is not of now.")


def _holds(public_key: str, signature: bytes, signed: bytes) -> bool:
    if not _KEY.fullmatch(public_key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def _event(told: Mapping[str, object], body: bytes, now: datetime) -> tuple[Incoming, ...]:
    """What concerns a server. That a person took a permission back concerns none: the bot stays,
    and where it is removed the gateway says so."""
    event = as_object(told.get("event"))
    data = as_object(event.get("data"))
    guild = as_id(as_object(data.get("guild")).get("id"))
    name = as_text(event.get("type"))
    if name != "APPLICATION_AUTHORIZED" or not guild or data.get("integration_type") != _SERVER:
        return ()
    return (Incoming(guild, fingerprint(body), name, body, now),)
