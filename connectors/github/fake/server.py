"""A service that speaks as GitHub does: its API, its events, and the pages that install an app."""

import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

from aiohttp import web
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from connectors.fakes.faults import Fault
from connectors.fakes.server import FakeProvider
from connectors.github.fake import shapes
from connectors.github.fake.api import Api
from connectors.github.fake.consent import Consent
from connectors.github.fake.places import Installation, PlaceVerbs
from connectors.github.fake.shapes import Json
from connectors.github.fake.state import Repository, State

APP_ID = "4711"
CLIENT_ID = "Iv1.momo"
SLUG = "momo-memory"
PRIMARY = "API rate limit exceeded for installation ID."
SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes."


class FakeGithub(Api, Consent, PlaceVerbs, FakeProvider):
    """`callback_url` is where the app's settings send a browser back to. `user` is who is signed
    in there: an owner of the organization `account`, unless set otherwise."""

    def __init__(self, port: int = 0, *, callback_url: str = "", **how: Any) -> None:
        super().__init__(port, **how)
        self.callback_url = callback_url
        self.account, self.user = "acme", "olga"
        self.owners = {"olga"}
        self.app_id, self.client_id, self.slug = APP_ID, CLIENT_ID, SLUG
        self.client_secret, self.webhook_secret = "fake-client-secret", "fake-webhook-secret"
        self.private_key, self.public_key = _keys()
        self.state = State()
        self.state.is_live = lambda: bool(self.webhook_url)
        self.installation = Installation()
        self.user_tokens: dict[str, str] = {}  # to login
        self.codes: dict[str, tuple[str, str]] = {}  # to login and challenge
        self.remaining = 5000

    def start(self) -> Self:
        super().start()
        self.state.web = self.url
        self.state.person(self.account, kind="Organization")
        self.state.person(self.user)
        return self

    def app_settings(self) -> dict[str, str]:
        return {
            "MOMO_APP_GITHUB_APP_ID": self.app_id,
            "MOMO_APP_GITHUB_SLUG": self.slug,
            "MOMO_APP_GITHUB_CLIENT_ID": self.client_id,
            "MOMO_APP_GITHUB_CLIENT_SECRET": self.client_secret,
            "MOMO_APP_GITHUB_PRIVATE_KEY": self.private_key.replace("\n", "\\n"),
            "MOMO_APP_GITHUB_WEBHOOK_SECRET": self.webhook_secret,
            "MOMO_APP_GITHUB_API_URL": f"{self.url}/api/v3",
            "MOMO_APP_GITHUB_WEB_URL": self.url,
        }

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        # The pages of things are last: their addresses are the least particular.
        page = web.get("/{owner}/{name}/{at:.+}", self._web_page)
        return [*self.consent_routes(), *self.api_routes(), page]

    def error(self, fault: Fault) -> web.Response:
        if fault.name == "primary_rate_limited":
            reset = str(int(time.time() + fault.retry_after))
            headers = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": reset}
            return web.json_response({"message": PRIMARY}, status=403, headers=headers)
        if fault.name == "rate_limited":
            headers = {"Retry-After": str(int(fault.retry_after))}
            return web.json_response({"message": SECONDARY}, status=403, headers=headers)
        return web.json_response({"message": "Server Error"}, status=fault.status)

    def do_rate_limit(
        self, times: int = 1, retry_after: float = 1, path: str = "", primary: bool = False
    ) -> None:
        name = "primary_rate_limited" if primary else "rate_limited"
        self.faults.add(Fault(name, 403, retry_after, path), times)

    def send(self, event: str, payload: Json, repository: Repository | None = None) -> None:
        """Send an event, where the app is installed and the repository is one that it reads."""
        selected = repository is None or repository.selected
        told = "installation" in payload  # that it was uninstalled
        if not self.webhook_url or not selected or not (self.installation.id or told):
            return
        body = {"installation": self._reference(event), "sender": self._sender()} | payload
        if repository:
            body["repository"] = repository.facts
        raw = json.dumps(body).encode()
        self.deliver(self.webhook_url, self.signed(event, raw), raw)

    def signed(self, event: str, body: bytes) -> Mapping[str, str]:
        """The headers that a delivery comes with."""
        digest = hmac.new(self.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
        return {
            "Content-Type": "application/json", "User-Agent": "GitHub-Hookshot/fake",
            "X-GitHub-Event": event, "X-GitHub-Delivery": str(uuid.uuid4()),
            "X-GitHub-Hook-Installation-Target-Type": "integration",
            "X-Hub-Signature-256": f"sha256={digest}",
        }  # fmt: skip

    def _reference(self, event: str) -> Json:
        if event.startswith("installation"):
            return dict(self.installed())
        return {"id": self.installation.id, "node_id": f"IN_{self.installation.id}"}

    def _sender(self) -> Json:
        return shapes.shown(self.state.person(self.user))

    async def _web_page(self, request: web.Request) -> web.Response:
        """What a link to a thing opens."""
        wanted = f"{request.match_info['owner']}/{request.match_info['name']}"
        names = [found.facts["full_name"] for found in self.state.repositories.values()]
        return web.Response(text=wanted, status=200 if wanted in names else 404)


@cache
def _keys() -> tuple[str, str]:
    """A private key and its public half, PEM; made once a process."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )  # fmt: skip
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private.decode(), public.decode()
