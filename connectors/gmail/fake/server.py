"""The fake over HTTP: sign-in, the API with its batches, and Pub/Sub's pushes."""

import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from aiohttp import web
from multidict import MultiDict, MultiMapping

from connectors.fakes.faults import Fault
from connectors.fakes.server import FakeProvider, json_answer
from connectors.gmail.fake import api, signin, signing
from connectors.gmail.fake.api import Answer, refused
from connectors.gmail.fake.batch import MAX_CALLS, Call, Reply, read_batch, write_batch
from connectors.gmail.fake.mailbox import Mailbox
from connectors.gmail.fake.scenario import Happenings
from connectors.gmail.fake.signin import SignIn
from connectors.gmail.fake.signing import Signer, envelope

ADDRESS = "ada@team.example"
READ_MAIL = "https://www.googleapis.com/auth/gmail.readonly"


def _utc_now() -> datetime:
    return datetime.now(UTC)


class FakeGmail(FakeProvider, Happenings):
    """One account at Google. `clock` is its time; `quota` counts the units that were used."""

    unlimited = frozenset({"/o/oauth2/v2/auth", "/o/oauth2/v2/consent", "/oauth2/v3/certs"})

    def __init__(
        self,
        port: int = 0,
        *,
        address: str = ADDRESS,
        clock: Callable[[], datetime] = _utc_now,
        **how: Any,
    ) -> None:
        super().__init__(port, **how)
        Happenings.__init__(self)
        self.clock = clock
        self.box = Mailbox(address)
        self.signer = Signer()
        self.sign_in = SignIn(self.signer)
        self.lock = threading.RLock()
        self.born = time.monotonic_ns()
        self.pushes = 0
        self.largest_batch = 0

    def app_settings(self) -> dict[str, str]:
        settings = {
            "client_id": signin.CLIENT_ID,
            "client_secret": signin.CLIENT_SECRET,
            "topic": api.TOPIC,
            "push_audience": signing.AUDIENCE,
            "push_account": signing.ACCOUNT,
            "units_per_minute": "1000000",
            "api_url": self.url,
            "auth_url": f"{self.url}/o/oauth2/v2/auth",
            "token_url": f"{self.url}/token",
            "revoke_url": f"{self.url}/revoke",
            # Of its own, since keys are kept by address, and ports are used again.
            "keys_url": f"{self.url}/oauth2/v3/certs?of={self.born}",
        }
        return {f"MOMO_APP_GMAIL_{name}".upper(): value for name, value in settings.items()}

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        return [
            web.get("/o/oauth2/v2/auth", self._consent_page),
            web.post("/o/oauth2/v2/consent", self._consent),
            web.post("/token", self._token),
            web.post("/revoke", self._revoke),
            web.get("/tokeninfo", self._token_info),
            web.get("/oauth2/v3/certs", self._keys),
            web.post("/batch", self._batch),
            web.route("*", api.ROOT + "{rest:.*}", self._api),
        ]

    def now(self) -> datetime:
        return self.clock()

    def error(self, fault: Fault) -> web.Response:
        told = _fault(fault)
        return json_answer(told.body, told.status, **told.headers)

    def do_expire_token(self) -> None:
        """Access tokens run out; they can be refreshed."""
        with self.lock:
            self.sign_in.access.clear()

    def do_revoke_token(self) -> None:
        """The person takes back what they allowed."""
        with self.lock:
            self.sign_in.access.clear()
            self.sign_in.refresh.clear()

    def notify(self) -> None:
        """Push that the mailbox changed, where it is watched."""
        until = self.box.watched_until
        if not self.webhook_url or until is None or until < self.now():
            return
        self.pushes += 1
        body = envelope(
            self.box.address, self.box.history_id, str(10**15 + self.pushes), self.now()
        )
        self.deliver(self.webhook_url, self.push_headers(), body)

    def push_headers(self) -> dict[str, str]:
        token = self.signer.push_token(self.now())
        return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    async def _consent_page(self, request: web.Request) -> web.Response:
        page = self.sign_in.page(request.query, self.box.address)
        return web.Response(text=page, content_type="text/html")

    async def _consent(self, request: web.Request) -> web.Response:
        form = dict(parse_qsl(await request.text(), keep_blank_values=True))
        return web.Response(status=302, headers={"Location": self.sign_in.way_back(form)})

    async def _token(self, request: web.Request) -> web.Response:
        form = dict(parse_qsl(await request.text()))
        try:
            with self.lock:
                return json_answer(self.sign_in.tokens(form, self.now()))
        except signin.Refused as why:
            status = 401 if str(why) == "invalid_client" else 400
            return json_answer({"error": str(why), "error_description": "Bad Request"}, status)

    async def _revoke(self, request: web.Request) -> web.Response:
        form = dict(parse_qsl(await request.text()))
        with self.lock:
            was_known = self.sign_in.give_back(form.get("token", ""))
        return json_answer({}) if was_known else json_answer({"error": "invalid_token"}, 400)

    async def _token_info(self, request: web.Request) -> web.Response:
        grant = self.sign_in.access.get(request.query.get("access_token", ""))
        if grant is None:
            return json_answer({"error": "invalid_token"}, 400)
        return json_answer({"email": grant.address, "scope": grant.scopes})

    async def _keys(self, request: web.Request) -> web.Response:
        return json_answer({"keys": [self.signer.public()]})

    async def _api(self, request: web.Request) -> web.Response:
        body = await request.json() if request.body_exists and request.content_length else {}
        token = request.headers.get("Authorization", "")
        told = self._answer(request.method, request.path, request.query, body, token)
        if told.status == 204:
            return web.Response(status=204)
        return json_answer(told.body, told.status, **told.headers)

    async def _batch(self, request: web.Request) -> web.Response:
        try:
            calls = read_batch(request.headers["Content-Type"], await request.read())
        except ValueError:
            return self._refusal(refused("invalidArgument"))
        self.largest_batch = max(self.largest_batch, len(calls))
        if len(calls) > MAX_CALLS:
            return self._refusal(refused("invalidArgument", message="The batch has too many calls"))
        token = request.headers.get("Authorization", "")
        kind, body = write_batch([self._reply(call, token) for call in calls])
        return web.Response(body=body, headers={"Content-Type": kind})

    def _reply(self, call: Call, token: str) -> Reply:
        target = urlsplit(call.target)
        fault = self.faults.next(target.path)
        query = MultiDict(parse_qsl(target.query))
        own = call.headers.get("authorization", token)
        told = _fault(fault) if fault else self._answer(call.method, target.path, query, {}, own)
        return Reply(call.content_id, told.status, web.json_response(told.body).body, told.headers)  # type: ignore[arg-type]

    def _refusal(self, told: Answer) -> web.Response:
        return json_answer(told.body, told.status)

    def _answer(
        self, method: str, path: str, query: MultiMapping[str], body: dict[str, Any], token: str
    ) -> Answer:
        with self.lock:
            grant = self.sign_in.access.get(token.removeprefix("Bearer "))
            if grant is None:
                return refused("authError", message="Invalid Credentials")
            if READ_MAIL not in grant.scopes:
                return refused("insufficientPermissions")
            return api.answer(self.box, method, path, query, body, self.now())


def _fault(fault: Fault) -> Answer:
    reasons = {429: "rateLimitExceeded", 503: "backendError"}
    reason = reasons.get(fault.status, fault.name)
    waits = {"Retry-After": f"{fault.retry_after:g}"} if fault.retry_after else {}
    return refused(reason, fault.status, **waits)
