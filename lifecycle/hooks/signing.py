"""Secrets and signatures, as the Standard Webhooks specification has them."""

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime

from standardwebhooks.webhooks import Webhook

_PREFIX = "whsec_"
_SECRET_BYTES = 32  # of the 24 to 64 that the specification allows


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def headers(
    message_id: str, body: str, at: datetime, with_secrets: Sequence[str]
) -> dict[str, str]:
    """What says whose message it is: a signature for each secret, the newest first. `at` in UTC."""
    signed = [Webhook(secret).sign(message_id, at, body) for secret in with_secrets]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signed),
    }
