"""Whether a request comes from Slack, and what it holds. Pure."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import datetime

from connectors.files.json_input import JsonError, as_list, as_object, as_text, parse
from connectors.live.app import App
from connectors.live.contract import Incoming, Verified
from connectors.live.errors import Forged, Malformed
from connectors.slack.tuning import SIGNED_WITHIN

MAX_STAMP_DIGITS = 12


def verify(app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
    """Check a request's signature, age and form. Raises Forged, Malformed."""
    _check_signature(app.each("signing_secret"), headers, body, now)
    envelope = _envelope(body)
    kind = envelope.get("type")
    if kind == "url_verification":
        return Verified(answer=as_text(envelope.get("challenge")).encode())
    if kind != "event_callback":
        return Verified()  # that events are held back, say: looking for changes finds them
    delivery_id, account_id = as_text(envelope.get("event_id")), _account_of(envelope)
    told = as_object(envelope.get("event"))
    event = ".".join(filter(None, (as_text(told.get("type")), as_text(told.get("subtype")))))
    if not (delivery_id and account_id and event):
        raise Malformed("A delivery of Slack's does not say what it is, or for whom.")
    envelope.pop("token", None)  # a secret of old times, of no use here
    kept = json.dumps(envelope).encode()
    return Verified((Incoming(account_id, delivery_id, event, kept, now),))


def _check_signature(
    secrets: tuple[str, ...], headers: Mapping[str, str], body: bytes, now: datetime
) -> None:
    """Slack signs `v0:timestamp:body`, and advises to refuse what is older than five minutes."""
    stamp = headers.get("x-slack-request-timestamp", "")
    given = headers.get("x-slack-signature", "").encode()
    if not (stamp.isascii() and stamp.isdecimal() and len(stamp) <= MAX_STAMP_DIGITS):
        raise Forged("The delivery has no time of signing.")
    if abs(now.timestamp() - int(stamp)) > SIGNED_WITHIN.total_seconds():
        raise Forged("The delivery is stale.")
    signed = b"v0:" + stamp.encode() + b":" + body
    # All are compared, so that the time taken does not tell which secret it was.
    matches = [
        hmac.compare_digest(
            b"v0=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode(), given
        )
        for secret in secrets
    ]
    if not any(matches):
        raise Forged("The delivery's signature is not Slack's.")


def _envelope(body: bytes) -> dict[str, object]:
    try:
        envelope = parse(body.decode())
    except (UnicodeDecodeError, JsonError):
        raise Malformed("A delivery of Slack's is not JSON.") from None
    if not isinstance(envelope, dict):
        raise Malformed("A delivery of Slack's is not an object.")
    return envelope


def _account_of(envelope: Mapping[str, object]) -> str:
    """The workspace that Momo was installed to. In channels that workspaces share, the event's own
    may be another: that of whoever wrote."""
    first = as_object(next(iter(as_list(envelope.get("authorizations"))), None))
    if first.get("is_enterprise_install") is True:
        return as_text(first.get("enterprise_id"))
    candidates = (
        first.get("team_id"), envelope.get("context_team_id"), envelope.get("team_id"),
    )  # fmt: skip
    return next((text for text in map(as_text, candidates) if text), "")
