"""Google's sign-in: consent, tokens and giving them back."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Any
from urllib.parse import urlencode

from connectors.gmail.fake.signing import ISSUER, Signer

CLIENT_ID = "momo-tests.apps.googleusercontent.com"
CLIENT_SECRET = "fake-client-secret"  # noqa: S105  of the fake
LIFE = 3_599  # seconds of an access token
_KEPT = ("client_id", "redirect_uri", "scope", "state", "code_challenge", "access_type")

_PAGE = """<!doctype html><title>Sign in - Google (fake)</title>
<h1>An app wants to access your Google account</h1><p>{scopes}</p>
<form method="post" action="/o/oauth2/v2/consent">{hidden}
<label>Account <input name="login_hint" value="{account}"></label>
<button name="choice" value="allow">Allow</button>
<button name="choice" value="deny">Cancel</button></form>"""


class Refused(Exception):
    """OAuth's own code for why there is no token."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What somebody allowed."""

    address: str
    scopes: str
    challenge: str = ""
    redirect_uri: str = ""
    is_offline: bool = False


@dataclass(slots=True)
class SignIn:
    """Who is signed in where. `rotates`: whether a refresh token holds for one use."""

    signer: Signer
    codes: dict[str, Grant] = field(default_factory=dict)
    access: dict[str, Grant] = field(default_factory=dict)
    refresh: dict[str, Grant] = field(default_factory=dict)
    withheld: set[str] = field(default_factory=set)  # scopes that nobody ticks
    client_secrets: set[str] = field(default_factory=lambda: {CLIENT_SECRET})
    rotates: bool = False

    def page(self, asked: Mapping[str, str], account: str) -> str:
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{escape(asked.get(name, ""))}">'
            for name in _KEPT
        )
        scopes = escape(asked.get("scope", ""))
        return _PAGE.format(hidden=hidden, scopes=scopes, account=escape(account))

    def way_back(self, form: Mapping[str, str]) -> str:
        """Where the browser goes once the form is sent."""
        if form.get("choice") != "allow":
            answer = {"error": "access_denied", "state": form["state"]}
        else:
            code = f"4/{secrets.token_urlsafe(16)}"
            scopes = [each for each in form["scope"].split() if each not in self.withheld]
            self.codes[code] = Grant(
                form["login_hint"],
                " ".join(scopes),
                form["code_challenge"],
                form["redirect_uri"],
                form.get("access_type") == "offline",
            )
            answer = {"state": form["state"], "code": code, "scope": " ".join(scopes)}
        return f"{form['redirect_uri']}?{urlencode(answer)}"

    def tokens(self, form: Mapping[str, str], now: datetime) -> dict[str, Any]:
        """Answer of the token endpoint. Raises Refused."""
        if form.get("client_id") != CLIENT_ID:
            raise Refused("invalid_client")
        if form.get("client_secret") not in self.client_secrets:
            raise Refused("invalid_client")
        if form.get("grant_type") == "refresh_token":
            return self._refreshed(form.get("refresh_token", ""))
        grant = self.codes.pop(form.get("code", ""), None)
        if not grant or grant.redirect_uri != form.get("redirect_uri") or not _proves(form, grant):
            raise Refused("invalid_grant")
        told = self._access(grant)
        if grant.is_offline:
            told["refresh_token"] = self._new_refresh(grant)
        return told | {"id_token": self._id_token(grant, now)}

    def _refreshed(self, token: str) -> dict[str, Any]:
        grant = self.refresh.get(token)
        if grant is None:
            raise Refused("invalid_grant")
        told = self._access(grant)
        if self.rotates:
            del self.refresh[token]
            told["refresh_token"] = self._new_refresh(grant)
        return told

    def _access(self, grant: Grant) -> dict[str, Any]:
        token = f"ya29.{secrets.token_urlsafe(16)}"
        self.access[token] = grant
        return {
            "access_token": token,
            "expires_in": LIFE,
            "scope": grant.scopes,
            "token_type": "Bearer",
        }

    def _new_refresh(self, grant: Grant) -> str:
        token = f"1//{secrets.token_urlsafe(16)}"
        self.refresh[token] = grant
        return token

    def _id_token(self, grant: Grant, now: datetime) -> str:
        at = int(now.timestamp())
        return self.signer.sign({
            "iss": ISSUER, "aud": CLIENT_ID, "sub": "1", "email": grant.address,
            "email_verified": True, "iat": at, "exp": at + LIFE,
        })  # fmt: skip

    def give_back(self, token: str) -> bool:
        """Whether the token was known. With one, all of its grant go."""
        grant = self.refresh.get(token) or self.access.get(token)
        if grant is None:
            return False
        for kept in (self.refresh, self.access):
            for each in [each for each, of in kept.items() if of.address == grant.address]:
                del kept[each]
        return True


def _proves(form: Mapping[str, str], grant: Grant) -> bool:
    digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode() == grant.challenge
