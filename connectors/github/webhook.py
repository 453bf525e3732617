"""Checking what comes to the webhook address. Pure.

https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from datetime import datetime

from connectors.files.json_input import JsonError, as_object, as_text, parse
from connectors.github.events import carries_its_things, rule_of
from connectors.live.app import App
from connectors.live.contract import Incoming, Verified
from connectors.live.errors import Forged, Malformed

_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}")
_WORD = re.compile(r"[a-z_]{1,50}")
_DELIVERY = re.compile(r"[0-9A-Za-z-]{8,64}")


def verify(app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
    """The delivery, or nothing for what is left out. Raises errors.Forged, errors.Malformed."""
    _check_signature(app.each("webhook_secret"), headers.get("x-hub-signature-256", ""), body)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Malformed("The webhook's content type must be application/json.")
    payload, event = read(body), headers.get("x-github-event", "")
    delivery = headers.get("x-github-delivery", "")
    if not _WORD.fullmatch(event) or not _DELIVERY.fullmatch(delivery):
        raise Malformed("The delivery's headers are missing.")
    if not carries_its_things(event, payload):
        raise Malformed("The delivery is not the event that it is called.")
    action = as_text(payload.get("action"))
    rule = rule_of(event, action)
    account = _account_of(payload)
    if rule is None or rule.handle is None or not account.isdecimal():
        return Verified()
    name = f"{event}.{action}" if _WORD.fullmatch(action) else event
    revives = name == "installation.unsuspend"
    # Its number is not signed, so by that a copy could pass for another delivery.
    key = hashlib.sha256(body).hexdigest()
    return Verified(incoming=(Incoming(account, key, name, body, now, revives),))


def read(body: bytes) -> dict[str, object]:
    """The payload. Raises errors.Malformed."""
    try:
        payload = parse(body.decode())
    except (UnicodeDecodeError, JsonError):
        raise Malformed("The delivery is no JSON in UTF-8.") from None
    if not isinstance(payload, dict):
        raise Malformed("The delivery is no JSON object.")
    return payload


def _account_of(payload: Mapping[str, object]) -> str:
    """The number of the user or organization where the app is installed; empty for a webhook of a
    repository's own, which names no installation."""
    installation = as_object(payload.get("installation"))
    if not installation:
        return ""
    owner = as_object(as_object(payload.get("repository")).get("owner"))
    organization = as_object(payload.get("organization"))
    accounts = (as_object(installation.get("account")), owner, organization)
    return next((key for each in accounts if (key := as_text(each.get("id")))), "")


def _check_signature(secrets: tuple[str, ...], signature: str, body: bytes) -> None:
    if not _SIGNATURE.fullmatch(signature):
        raise Forged("The delivery is not signed.")
    expected = [hmac.new(each.encode(), body, hashlib.sha256).hexdigest() for each in secrets]
    given = signature.removeprefix("sha256=")
    matches = [hmac.compare_digest(given, each) for each in expected]
    if not any(matches):
        raise Forged("The delivery is not signed with the app's secret.")
