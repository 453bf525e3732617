"""The fake's consent page, tokens and checks."""

import base64
import html
import json
import secrets
from collections.abc import Iterable
from typing import NoReturn
from urllib.parse import urlencode

from aiohttp import web

from connectors.fakes.server import json_answer
from connectors.notion.fake.wire import Json, User, error
from connectors.notion.fake.workspace import Workspace, new_id

_FORM = """<!doctype html><title>Connect</title>
<h1>{name} wants to access {workspace}</h1>
<form method="post" action="/v1/oauth/authorize?{query}">
<button name="decision" value="allow">Allow access</button>
<button name="decision" value="deny">Cancel</button></form>"""


class Access:
    """One connection at a time: its bot, its tokens, and the person who allowed it."""

    workspace: Workspace
    client_id: str
    client_secret: str

    def open_accounts(self) -> None:
        self.client_id, self.client_secret = new_id(), "secret_" + secrets.token_hex(16)
        self.bot = User(new_id(), "Momo", is_bot=True)
        self.workspace.users[self.bot.id] = self.bot
        self.owner = self.workspace.user("ada")
        self.codes: dict[str, str] = {}  # to the redirect address each was given for
        self.access: set[str] = set()
        self.refresh: set[str] = set()

    def oauth_routes(self) -> Iterable[web.AbstractRouteDef]:
        return [
            web.get("/v1/oauth/authorize", self._consent),
            web.post("/v1/oauth/authorize", self._decide),
            web.post("/v1/oauth/token", self._token),
            web.post("/v1/oauth/revoke", self._revoke),
        ]

    def do_revoke_token(self) -> None:
        """The connection is removed in Notion: nothing that it gave holds any more."""
        self.access.clear()
        self.refresh.clear()

    def do_expire_token(self) -> None:
        """The token is over, and can be refreshed."""
        self.access.clear()

    def tokens(self) -> Json:
        """What the token endpoint gives."""
        access, refresh = f"ntn_{secrets.token_hex(16)}", f"nrt_{secrets.token_hex(16)}"
        self.access.add(access)
        self.refresh.add(refresh)
        return {
            "access_token": access,
            "token_type": "bearer",
            "refresh_token": refresh,
            "bot_id": self.bot.id,
            "workspace_icon": None,
            "workspace_name": self.workspace.name,
            "workspace_id": self.workspace.id,
            "owner": {"type": "user", "user": self.owner.json()},
            "duplicated_template_id": None,
        }

    def check(self, request: web.Request) -> None:
        """Every request to the API names its version and bears a token."""
        if "Notion-Version" not in request.headers:
            self.fail(400, "missing_version", "Notion-Version header should be defined.")
        if request.headers.get("Authorization", "").removeprefix("Bearer ") not in self.access:
            self.fail(401, "unauthorized", "API token is invalid.")

    def fail(self, status: int, code: str, message: str) -> NoReturn:
        body = json.dumps(error(status, code, message))
        kinds = {400: web.HTTPBadRequest, 401: web.HTTPUnauthorized, 403: web.HTTPForbidden,
                 404: web.HTTPNotFound}  # fmt: skip
        raise kinds[status](text=body, content_type="application/json")

    async def _consent(self, request: web.Request) -> web.Response:
        asked = request.query
        if asked.get("client_id") != self.client_id or asked.get("response_type") != "code":
            self.fail(400, "validation_error", "Missing or invalid client_id.")
        query = html.escape(urlencode(asked))
        text = _FORM.format(name="Momo", workspace=self.workspace.name, query=query)
        return web.Response(text=text, content_type="text/html")

    async def _decide(self, request: web.Request) -> web.Response:
        asked, chosen = request.query, await request.post()
        answer = {"state": asked.get("state", "")}
        if chosen.get("decision") == "allow":
            code = secrets.token_urlsafe(16)
            self.codes[code] = asked["redirect_uri"]
            answer["code"] = code
        else:
            answer["error"] = "access_denied"
        raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(answer)}")

    async def _token(self, request: web.Request) -> web.Response:
        self._basic(request)
        asked = await request.json()
        if asked.get("grant_type") == "refresh_token":
            if asked.get("refresh_token") not in self.refresh:
                self.fail(400, "invalid_grant", "The refresh token is invalid.")
            self.refresh.discard(asked["refresh_token"])
            self.access.clear()
        elif self.codes.pop(asked.get("code", ""), None) != asked.get("redirect_uri"):
            self.fail(400, "invalid_grant", "Invalid code: this code has been revoked.")
        return json_answer(self.tokens())

    async def _revoke(self, request: web.Request) -> web.Response:
        self._basic(request)
        token = (await request.json()).get("token")
        if token not in self.access:
            self.fail(400, "invalid_request", "Unknown token.")
        self.do_revoke_token()
        return json_answer({})

    def _basic(self, request: web.Request) -> None:
        pair = base64.b64encode(f"{self.client_id}:{self.client_secret}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {pair}":
            self.fail(401, "unauthorized", "Client authentication failed.")
