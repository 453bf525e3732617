"""A passkey in software: makes and uses credentials as a browser with a security key does."""

import hashlib
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

ORIGIN = "http://testserver"
_PRESENT = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class SoftKey:
    def __init__(self) -> None:
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._user = ""
        self._count = 0

    def make(self, options: Any) -> dict[str, Any]:
        """`navigator.credentials.create` with what the server asks for."""
        asked = options["publicKey"]
        self._user = asked["user"]["id"]
        client = self._client_data("webauthn.create", asked["challenge"])
        credential = AttestedCredentialData.create(
            b"\0" * 16, self.id, ES256.from_cryptography_key(self._key.public_key())
        )
        data = AuthenticatorData.create(
            _rp(asked["rp"]["id"]), _PRESENT | AuthenticatorData.FLAG.AT, self._next(), credential
        )
        response = {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        }
        return self._credential(response) | {"clientExtensionResults": {"credProps": {"rk": True}}}

    def use(self, options: Any) -> dict[str, Any]:
        """`navigator.credentials.get` with what the server asks for."""
        asked = options["publicKey"]
        client = self._client_data("webauthn.get", asked["challenge"])
        data = AuthenticatorData.create(_rp(asked["rpId"]), _PRESENT, self._next())
        digest = hashlib.sha256(client).digest()
        signature = self._key.sign(data + digest, ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": websafe_encode(client), "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature), "userHandle": self._user,
        }  # fmt: skip
        return self._credential(response) | {"clientExtensionResults": {}}

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        name = websafe_encode(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return bytes(CollectedClientData.create(kind, websafe_decode(challenge), ORIGIN))

    def _next(self) -> int:
        self._count += 1
        return self._count


def _rp(rp_id: str) -> bytes:
    return hashlib.sha256(rp_id.encode()).digest()
