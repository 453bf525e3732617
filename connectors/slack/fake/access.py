"""Tokens, codes and pages of consent of the fake."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from secrets import token_hex
from urllib.parse import urlencode

from connectors.slack.fake.workspace import BOT, ApiError, Json, Workspace

LIFETIME = 43_200  # seconds: 12 hours, as Slack's tokens live that rotate
BOT_SCOPES = "channels:history,channels:read"


@dataclass(slots=True)
class Access:
    """Who was let in. Times are in seconds since 1970."""

    workspace: Workspace
    client_id: str = "1111.2222"
    client_secret: str = "fake-client-secret"  # noqa: S105  (of nothing)
    rotates: bool = False
    for_all: bool = False  # installed for a whole organization
    visitor: str = "owner"  # who presses the button
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: dict[str, float | None] = field(default_factory=dict)  # until when they hold
    refresh_tokens: set[str] = field(default_factory=set)
    sign_ins: set[str] = field(default_factory=set)
    revoked: bool = False

    def page(self, query: Mapping[str, str]) -> str:
        """The page of consent, with a form that sends all back."""
        if query.get("client_id") != self.client_id:
            return "<p>Invalid client_id</p>"
        hidden = "".join(
            f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
            for name, value in query.items()
        )
        return (
            f"<h1>Momo asks to see {escape(self.workspace.name)}</h1>"
            f"<p>{escape(query.get('scope', ''))}</p>"
            f'<form method="post">{hidden}<button name="decision" value="allow">Allow</button>'
            '<button name="decision" value="cancel">Cancel</button></form>'
        )

    def decide(self, form: Mapping[str, str]) -> str:
        """Where the browser is sent back to."""
        answer = {"state": form.get("state", "")}
        if form.get("decision") == "allow":
            code = f"{token_hex(6)}.{token_hex(12)}"
            self.codes[code] = dict(form)
            answer["code"] = code
        else:
            answer["error"] = "access_denied"
        return f"{form['redirect_uri']}?{urlencode(answer)}"

    def exchange(self, client: tuple[str, str], form: Mapping[str, str]) -> Json:
        """`oauth.v2.access`, of a code or of a refresh token. Raises ApiError."""
        self._check_client(client)
        if form.get("grant_type") == "refresh_token":
            if form.get("refresh_token") not in self.refresh_tokens:
                raise ApiError("invalid_refresh_token")
            self.tokens.clear()
            return self._granted()
        self._redeem(form)
        return {
            **self._granted(),
            "authed_user": {"id": self.workspace.user_id(self.visitor)},
        }

    def sign_in(self, form: Mapping[str, str]) -> Json:
        """`openid.connect.token`. Raises ApiError."""
        self._check_client((form.get("client_id", ""), form.get("client_secret", "")))
        self._redeem(form)
        token = f"xoxp-{token_hex(12)}"
        self.sign_ins.add(token)
        return {"access_token": token, "token_type": "Bearer", "id_token": "header.claims.sig"}

    def user_info(self, token: str) -> Json:
        """`openid.connect.userInfo`. Raises ApiError."""
        if token not in self.sign_ins:
            raise ApiError("invalid_auth")
        key = self.workspace.user_id(self.visitor)
        profile = self.workspace.users[self.visitor]["profile"]
        return {
            "sub": key, "https://slack.com/user_id": key,
            "https://slack.com/team_id": self.workspace.id,
            "https://slack.com/team_name": self.workspace.name,
            "name": profile["real_name"], "email": profile["email"], "email_verified": True,
        }  # fmt: skip

    def check(self, token: str) -> None:
        """Raises ApiError for a token that does not hold."""
        if not token:
            raise ApiError("not_authed")
        if token not in self.tokens:
            raise ApiError("token_revoked" if self.revoked else "invalid_auth")
        until = self.tokens[token]
        if until is not None and until <= self.workspace.clock():
            raise ApiError("token_expired")

    def end(self) -> None:
        """No token holds any more."""
        self.tokens.clear()
        self.refresh_tokens.clear()
        self.revoked = True

    def _check_client(self, client: tuple[str, str]) -> None:
        if client != (self.client_id, self.client_secret):
            raise ApiError("bad_client_secret")

    def _redeem(self, form: Mapping[str, str]) -> None:
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None:
            raise ApiError("invalid_code")
        if asked.get("redirect_uri") != form.get("redirect_uri"):
            raise ApiError("bad_redirect_uri")

    def _granted(self) -> Json:
        self.revoked = False
        prefix = "xoxe.xoxb-1-" if self.rotates else "xoxb-"
        token, until = f"{prefix}{token_hex(12)}", None
        granted: Json = {
            "app_id": "A0MOMO", "access_token": token, "token_type": "bot", "scope": BOT_SCOPES,
            "bot_user_id": BOT, "enterprise": None, "is_enterprise_install": self.for_all,
            "team": None if self.for_all else {
                "id": self.workspace.id, "name": self.workspace.name,
            },
        }  # fmt: skip
        if self.rotates:
            until = self.workspace.clock() + LIFETIME
            refresh = f"xoxe-1-{token_hex(12)}"
            self.refresh_tokens = {refresh}
            granted |= {"expires_in": LIFETIME, "refresh_token": refresh}
        self.tokens[token] = until
        return granted
