"""Deliveries as GitHub signs them."""

import hashlib
import hmac
import json
from typing import Any


def signed(secret: str, event: str, payload: Any) -> tuple[dict[str, str], bytes]:
    """The headers, in lower case, and the body."""
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    headers = {
        "content-type": "application/json", "x-github-event": event,
        "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
        "x-hub-signature-256": f"sha256={digest}",
    }  # fmt: skip
    return headers, body
