"""The token that Google signs a push with: whose it is, for whom, and until when.

Google's keys are fetched at most once an hour, and once a minute where a token names an unknown
one, so that a flood of forged tokens makes no flood of requests.
"""

import hmac
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx2
import jwt

from connectors.gmail.tuning import (
    CLOCK_LEEWAY,
    KEYS_FOR,
    KEYS_RETRY,
    KEYS_STALE,
    KEYS_TIMEOUT_SECONDS,
    MAX_TOKEN_LIFE,
)
from connectors.live.errors import Forged
from momo.platform.certificates import authorities

ISSUERS = ("https://accounts.google.com", "accounts.google.com")
MAX_TOKEN_CHARACTERS = 8_192
_UNTIMED = {"verify_exp": False, "verify_iat": False, "verify_nbf": False}  # by `now`, below
_REQUIRED = ["iss", "aud", "email", "exp", "iat"]


def check_token(
    authorization: str,
    *,
    audiences: Sequence[str],
    senders: Sequence[str],
    keys_url: str,
    now: datetime,
) -> None:
    """Check the Authorization header of a push. Raises Forged."""
    token = _bearer(authorization)
    # What any forger gets wrong is refused before a key is looked for.
    claims = _claims(token, None, audiences)
    _check_sender(claims, senders)
    _check_times(claims, now)
    key_id = jwt.get_unverified_header(token).get("kid")
    _claims(token, _keys_of(keys_url).find(str(key_id), now), audiences)


def _bearer(authorization: str) -> str:
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or len(token) > MAX_TOKEN_CHARACTERS or not token.isascii():
        raise Forged("The request has no token of Google's.")
    signature = token.rpartition(".")[2]
    try:
        written = jwt.utils.base64url_encode(jwt.utils.base64url_decode(signature)).decode()
    except ValueError:
        written = ""
    if written != signature:  # other letters for the same bytes
        raise Forged("The token is not as Google writes them.")
    return token


def _claims(token: str, key: jwt.PyJWK | None, audiences: Sequence[str]) -> Mapping[str, Any]:
    """The claims of a token, by `key` if there is one. Raises Forged."""
    try:
        claims: Mapping[str, Any] = jwt.decode(
            token,
            key or "",
            algorithms=["RS256"],
            audience=list(audiences),
            issuer=list(ISSUERS),
            options={
                "verify_signature": key is not None,
                "verify_aud": True,
                "verify_iss": True,
                "require": _REQUIRED,
                **_UNTIMED,
            },  # type: ignore[arg-type]
        )
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
        raise Forged("The token is not one of Google's for this address.") from None
    return claims


def _check_sender(claims: Mapping[str, Any], senders: Sequence[str]) -> None:
    email = str(claims["email"]).lower().encode("utf-8", "replace")
    known = any(hmac.compare_digest(email, sender.lower().encode()) for sender in senders)
    if not known or claims.get("email_verified") is not True:
        raise Forged("The token is of another service account.")


def _check_times(claims: Mapping[str, Any], now: datetime) -> None:
    try:
        issued = datetime.fromtimestamp(int(claims["iat"]), UTC)
        expires = datetime.fromtimestamp(int(claims["exp"]), UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        raise Forged("The token has no usable times.") from None
    is_current = issued - CLOCK_LEEWAY <= now < expires + CLOCK_LEEWAY
    if not is_current or expires - issued > MAX_TOKEN_LIFE:
        raise Forged("The token is stale.")


@dataclass(slots=True)
class Keys:
    """Google's keys by their ids, from one address. Safe between threads."""

    address: str
    known: dict[str, jwt.PyJWK] = field(default_factory=dict)
    read_at: datetime | None = None
    tried_at: datetime | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, key_id: str, now: datetime) -> jwt.PyJWK:
        """Raises Forged for a key that Google does not have, or that cannot be fetched now: Google
        sends again what was not taken."""
        with self.lock:
            is_old = self.read_at is None or now - self.read_at > KEYS_FOR
            if (is_old or key_id not in self.known) and self._may_try(now):
                self._fetch(now)
            if self.read_at is None or now - self.read_at > KEYS_STALE:
                raise Forged("Google's keys cannot be fetched just now.")
            if key_id not in self.known:
                raise Forged("The token is signed with a key that Google does not have.")
            return self.known[key_id]

    def _may_try(self, now: datetime) -> bool:
        return self.tried_at is None or now - self.tried_at >= KEYS_RETRY

    def _fetch(self, now: datetime) -> None:
        self.tried_at = now
        try:
            answer = httpx2.get(
                self.address, timeout=KEYS_TIMEOUT_SECONDS, verify=authorities()
            ).raise_for_status()
            found = jwt.PyJWKSet.from_dict(json.loads(answer.content)).keys
        except (httpx2.HTTPError, jwt.PyJWTError, ValueError, TypeError, AttributeError):
            return
        self.known = {str(key.key_id): key for key in found}
        self.read_at = now


_all_keys: dict[str, Keys] = {}


def _keys_of(address: str) -> Keys:
    return _all_keys.setdefault(address, Keys(address))
