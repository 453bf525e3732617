"""OAuth 2 with Google: consent with PKCE, tokens, refreshing and giving back."""

import hmac
import json
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import httpx2

from connectors.gmail.problems import WITHDRAWN, problem
from connectors.gmail.tuning import TIMEOUT_SECONDS
from connectors.live.app import App
from connectors.live.contract import AuthorizationRequest, Purpose
from connectors.live.errors import Refused, Revoked, Unavailable
from momo.platform.certificates import authorities

READ_MAIL = "https://www.googleapis.com/auth/gmail.readonly"
WHO = ("openid", "email")
DEFAULT_LIFE = 3_600  # seconds, where Google does not say how long an access token lasts
_OVER = frozenset(
    {"invalid_grant", "unauthorized_client", "access_denied", "admin_policy_enforced"}
)


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the token endpoint gives. `refresh` is empty where Google kept the old one."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    expires_at: datetime
    scopes: tuple[str, ...] = ()
    email: str = ""

    def credentials(self) -> dict[str, str]:
        kept = {"access_token": self.access, "expires_at": self.expires_at.isoformat()}
        return kept | ({"refresh_token": self.refresh} if self.refresh else {})


class _Denied(Exception):
    """The token endpoint said no; the message is OAuth's own code for why."""


def consent_url(app: App, request: AuthorizationRequest) -> str:
    """Google's consent page. `prompt=consent`, since only then is there a refresh token."""
    links = request.purpose is Purpose.LINK
    asked = {
        "response_type": "code",
        "client_id": app["client_id"],
        "redirect_uri": request.redirect_uri,
        "scope": " ".join(WHO if links else (READ_MAIL, *WHO)),
        "state": request.state,
        "code_challenge": request.code_challenge,
        "code_challenge_method": "S256",
        "access_type": "online" if links else "offline",
        "prompt": "select_account" if links else "consent",
    }
    return f"{app['auth_url']}?{urlencode(asked)}"


def exchange(
    app: App, request: AuthorizationRequest, answer: Mapping[str, str], now: datetime
) -> Tokens:
    """Turn the answer of the consent page into tokens. Raises Refused, Unavailable."""
    state = answer.get("state", request.state)  # left out by a caller who has compared it
    if not hmac.compare_digest(state.encode(), request.state.encode()):
        raise Refused("This answer belongs to another attempt: start connecting Gmail again.")
    if "code" not in answer:
        raise Refused("Google was told not to let Momo in: start again, and choose Allow.")
    asked = {
        "grant_type": "authorization_code",
        "code": answer["code"],
        "redirect_uri": request.redirect_uri,
        "code_verifier": request.code_verifier,
    }
    try:
        return _tokens(_ask(app, asked, now), now)
    except _Denied:
        raise Refused("Google did not take the answer: start connecting Gmail again.") from None


def mailbox_of(app: App, tokens: Tokens, now: datetime) -> str:
    """The address of the mailbox, in lower case: what changes are told of by. The account's own
    address may be another. Raises Refused, Unavailable."""
    address = f"{app['api_url'].rstrip('/')}/gmail/v1/users/me/profile"
    try:
        bearer = {"Authorization": f"Bearer {tokens.access}"}
        answer = httpx2.get(address, headers=bearer, timeout=TIMEOUT_SECONDS, verify=authorities())
    except httpx2.HTTPError:
        raise Unavailable("Google is out of reach.") from None
    _served(answer, now)
    found = (
        _json(answer.content).get("emailAddress") if answer.status_code == HTTPStatus.OK else None
    )
    if not isinstance(found, str) or "@" not in found:
        raise Refused(
            "Google does not let Momo read this mailbox. Ask whoever manages the account, and"
            " whoever set up the app whether the Gmail API is enabled."
        )
    return found.lower()


def refresh(app: App, refresh_token: str, now: datetime) -> Tokens:
    """New tokens for a refresh token. Raises Revoked, Unavailable."""
    if not refresh_token:
        raise Revoked(WITHDRAWN)
    try:
        asked = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        answer = _ask(app, asked, now)
    except _Denied as denied:
        if str(denied) in _OVER:
            raise Revoked(WITHDRAWN) from None
        raise Unavailable("Google does not know the app: check its client id and secret.") from None
    return _tokens(answer, now)


def give_back(app: App, token: str, now: datetime) -> None:
    """Withdraw what was granted. What Google no longer knows is no error. Raises Unavailable,
    RateLimited."""
    if token:
        _post(app["revoke_url"], {"token": token}, now)


def _ask(app: App, asked: Mapping[str, str], now: datetime) -> Mapping[str, Any]:
    """Ask the token endpoint, with each client secret until one is known. Raises _Denied."""
    code = ""
    for secret in app.each("client_secret"):
        form = {"client_id": app["client_id"], "client_secret": secret, **asked}
        answer = _post(app["token_url"], form, now)
        said = _json(answer.content)
        if answer.status_code == HTTPStatus.OK:
            return said
        code = str(said.get("error", ""))
        if code != "invalid_client":
            break
    raise _Denied(code)


def _post(address: str, form: Mapping[str, str], now: datetime) -> httpx2.Response:
    try:
        answer = httpx2.post(
            address, data=dict(form), timeout=TIMEOUT_SECONDS, verify=authorities()
        )
    except httpx2.HTTPError:
        raise Unavailable("Google is out of reach.") from None
    return _served(answer, now)


def _served(answer: httpx2.Response, now: datetime) -> httpx2.Response:
    """An answer that Google gave, be it no. Raises Unavailable, RateLimited."""
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS or answer.is_server_error:
        raise problem(answer.status_code, answer.content, answer.headers, now)
    return answer


def _tokens(answer: Mapping[str, Any], now: datetime) -> Tokens:
    access, renewed = answer.get("access_token"), answer.get("refresh_token", "")
    if not isinstance(access, str) or not access or not isinstance(renewed, str):
        raise Unavailable("Google answered without a token.")
    try:
        life = int(answer.get("expires_in", DEFAULT_LIFE))
        expires_at = now + timedelta(seconds=life)
    except (TypeError, ValueError, OverflowError):
        expires_at = now + timedelta(seconds=DEFAULT_LIFE)
    scopes = tuple(str(answer.get("scope", "")).split())
    return Tokens(access, renewed, expires_at, scopes, _address(answer.get("id_token")))


def _address(id_token: object) -> str:
    """The address in an ID token. It came from Google itself over TLS, which is what its signature
    would say (OpenID Connect Core, 3.1.3.7)."""
    try:
        payload = str(id_token).split(".")[1]
        claims = json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        return str(claims["email"]).lower() if claims.get("email_verified") is True else ""
    except (IndexError, ValueError, KeyError, TypeError, AttributeError):
        return ""


def _json(content: bytes) -> Mapping[str, Any]:
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        raise Unavailable("Google's answer makes no sense.") from None
    if not isinstance(said, dict):
        raise Unavailable("Google's answer makes no sense.")
    return said
