"""Google's key, the tokens that it signs, and what Pub/Sub posts with them."""

import base64
import json
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

AUDIENCE = "https://momo.example/webhooks/gmail"
ACCOUNT = "push@momo-tests.iam.gserviceaccount.com"
ISSUER = "https://accounts.google.com"
SUBSCRIPTION = "projects/momo-tests/subscriptions/gmail"


class Signer:
    """A key of Google's, named `key_id`."""

    def __init__(self, key_id: str = "fake-1") -> None:
        self.key_id = key_id

    @cached_property
    def _key(self) -> rsa.RSAPrivateKey:
        return rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def public(self) -> dict[str, Any]:
        """As in a JWK set."""
        told = jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key(), as_dict=True)
        return {**told, "kid": self.key_id, "alg": "RS256", "use": "sig"}

    def sign(self, claims: dict[str, Any]) -> str:
        return jwt.encode(claims, self._key, algorithm="RS256", headers={"kid": self.key_id})

    def push_token(self, now: datetime, **changed: Any) -> str:
        """As Pub/Sub attaches it, for an hour."""
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "azp": "113774264463038321964",
            "sub": "113774264463038321964",
            "email": ACCOUNT,
            "email_verified": True,
            "iat": int(now.timestamp()),
            "exp": int((now + timedelta(hours=1)).timestamp()),
        }
        return self.sign(claims | changed)


def envelope(address: str, history_id: int, message_id: str, now: datetime) -> bytes:
    """What Pub/Sub posts when a mailbox changed."""
    data = json.dumps({"emailAddress": address, "historyId": history_id}).encode()
    at = now.isoformat().replace("+00:00", "Z")
    message = {
        "data": base64.b64encode(data).decode(),
        "messageId": message_id,
        "message_id": message_id,
        "publishTime": at,
        "publish_time": at,
    }
    return json.dumps({"message": message, "subscription": SUBSCRIPTION}).encode()
