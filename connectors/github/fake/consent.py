"""The pages that install the app or ask who somebody is, and the code that people return with."""

import base64
import hashlib
import html
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from connectors.fakes.server import json_answer
from connectors.github.fake.places import Installation
from connectors.github.fake.shapes import Json
from connectors.github.fake.state import State


class Consent:
    """Mixed into the server."""

    state: State
    installation: Installation
    callback_url: str
    user: str
    slug: str
    client_id: str
    client_secret: str
    codes: dict[str, tuple[str, str]]
    user_tokens: dict[str, str]
    send: Any
    installed: Any

    def consent_routes(self) -> Iterable[web.AbstractRouteDef]:
        return [
            web.get("/apps/{slug}/installations/new", self._ask_to_install),
            web.post("/apps/{slug}/installations", self._install),
            web.get("/login/oauth/authorize", self._ask_who),
            web.post("/login/oauth/authorize", self._say_who),
            web.post("/login/oauth/access_token", self._exchange),
        ]

    async def _ask_to_install(self, request: web.Request) -> web.Response:
        if request.match_info["slug"] != self.slug:
            return web.Response(text="Not Found", status=404)
        action = f"/apps/{self.slug}/installations"
        return _form(action, "Install & Authorize", dict(request.query))

    async def _install(self, request: web.Request) -> web.StreamResponse:
        answers = await request.post()
        first = not self.installation.id
        if first:
            self.installation.id = self.state.new_number()
            self.installation.suspended_at = None
            told = {"action": "created", "installation": self.installed(), "repositories": []}
            self.send("installation", told)
        back = {
            "code": self._code(), "installation_id": str(self.installation.id),
            "setup_action": "install" if first else "update",
        }  # fmt: skip
        if answers.get("state"):
            back["state"] = str(answers["state"])
        raise web.HTTPFound(f"{self.callback_url}?{urlencode(back)}")

    async def _ask_who(self, request: web.Request) -> web.Response:
        if request.query.get("client_id") != self.client_id:
            return web.Response(text="Not Found", status=404)
        return _form("/login/oauth/authorize", "Authorize", dict(request.query))

    async def _say_who(self, request: web.Request) -> web.StreamResponse:
        answers = await request.post()
        code = self._code(str(answers.get("code_challenge", "")))
        back = urlencode({"code": code, "state": str(answers.get("state", ""))})
        address = str(answers["redirect_uri"])
        raise web.HTTPFound(f"{address}?{back}")

    async def _exchange(self, request: web.Request) -> web.Response:
        asked: Json = await request.json()
        known = (asked.get("client_id"), asked.get("client_secret"))
        if known != (self.client_id, self.client_secret):
            return json_answer({"error": "incorrect_client_credentials"})
        login, challenge = self.codes.pop(str(asked.get("code")), ("", ""))
        if not login or (challenge and challenge != _challenge(str(asked.get("code_verifier")))):
            return json_answer({"error": "bad_verification_code"})
        token = f"ghu_{secrets.token_hex(18)}"
        self.user_tokens[token] = login
        return json_answer({"access_token": token, "token_type": "bearer", "scope": ""})

    def _code(self, challenge: str = "") -> str:
        code = secrets.token_hex(10)
        self.codes[code] = self.user, challenge
        return code


def _challenge(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _form(action: str, button: str, values: dict[str, str]) -> web.Response:
    hidden = "".join(
        f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
        for name, value in values.items()
    )
    text = f'<form method="post" action="{action}">{hidden}<button>{html.escape(button)}</button>'
    return web.Response(text=f"<!doctype html>{text}</form>", content_type="text/html")
