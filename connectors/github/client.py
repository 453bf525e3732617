"""GitHub's API through PyGithub: its authentication and connections, with our limits and errors.

Answers are plain JSON, as webhooks bring it too, so that one mapping reads both.
"""

import contextlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt
import requests
from github import Auth, Github, GithubIntegration
from github.GithubException import GithubException
from github.Requester import Requester

from connectors.github import failures
from connectors.github.tuning import (
    HISTORY_A_MINUTE,
    PAGE_SIZE,
    REQUESTS_A_MINUTE,
    TIMEOUT_SECONDS,
)
from connectors.live.app import App
from connectors.live.errors import Forbidden, RateLimited, Refused, Revoked, Unavailable
from connectors.live.session import Session

# On DEBUG it logs whole requests and answers: the app's secret, and what people wrote.
logging.getLogger("github.Requester").setLevel(logging.WARNING)

MOST_TOKENS = 1_000  # installations whose tokens a process keeps; each holds for an hour
_NO_CODE = "GitHub does not accept the code that it sent you back with: connect GitHub again."
_BAD_CLIENT = (
    "GitHub does not know the app. Whoever runs Momo checks MOMO_APP_GITHUB_CLIENT_ID and "
    "MOMO_APP_GITHUB_CLIENT_SECRET."
)
_tokens: dict[tuple[str, ...], Auth.AppInstallationAuth] = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """`body` is None where nothing changed since `etag`. `more` says that another page follows."""

    body: Any
    more: bool = False
    etag: str = ""
    left: float | None = None  # requests of this hour, and when there are more, since 1970
    reset: float = 0.0


class Client:
    """Requests of one installation. `spare` requests of the hour's allowance are left to others."""

    def __init__(self, session: Session, *, spare: int = 0) -> None:
        self._session = session
        self._spare = spare
        self._last = Answer(None)
        self._connect()

    def get(self, path: str, *, etag: str = "", **parameters: str | int) -> Answer:
        """Read one page. Raises errors.SourceError; Forbidden also for what is not there."""
        headers = {"If-None-Match": etag} if etag else None
        return self._ask("GET", path, parameters, headers)

    def graphql(self, query: str, **variables: str | int | list[str] | None) -> dict[str, Any]:
        """The `data` of a GraphQL answer. Raises errors.SourceError."""
        asked = {"query": query, "variables": variables}
        body = self._ask("POST", self._requester.graphql_url, body=asked).body
        data = body.get("data") if isinstance(body, dict) else None
        if not isinstance(data, dict) or ("errors" in body and None in data.values()):
            raise failures.graphql_failure(body)
        return data

    def _connect(self) -> None:
        auth = _tokens.get(_token_key(self._session))
        self._requester = _requester(self._session.app, auth or _installation_auth(self._session))

    def _ask(
        self, verb: str, path: str, parameters: Mapping[str, str | int] | None = None,
        headers: dict[str, str] | None = None, body: Any = None,
    ) -> Answer:  # fmt: skip
        now = self._session.now().timestamp()
        wait = self._last.reset - now
        if self._last.left is not None and self._last.left < self._spare and wait > 0:
            raise RateLimited(wait)
        if self._spare:
            self._session.limiter.acquire("history", times=HISTORY_A_MINUTE, seconds=60)
        self._session.limiter.acquire("rest", times=REQUESTS_A_MINUTE, seconds=60)
        try:
            try:
                answer = _send(self._requester, verb, path, parameters, headers, body, now=now)
            except _Unauthorized:  # the token was revoked before its time: once more with another
                _tokens.pop(_token_key(self._session), None)
                self._connect()
                answer = _send(self._requester, verb, path, parameters, headers, body, now=now)
        except _Unauthorized:
            raise Unavailable(failures.BAD_KEY) from None
        except RateLimited as limited:
            self._session.limiter.pause("rest", limited.retry_after)
            raise
        if "graphql" not in path:  # which has an allowance of its own
            self._last = answer
        return answer


class UserClient:
    """Requests as the person who is connecting. Their token is used at once and given back."""

    def __init__(self, app: App, code: str, code_verifier: str | None, now: float) -> None:
        """Raises errors.Refused, errors.SourceError."""
        self._app, self._now = app, now
        asked = {"client_id": app["client_id"], "client_secret": app["client_secret"], "code": code}
        if code_verifier is not None:
            asked["code_verifier"] = code_verifier
        web = Github(**_options(app, app["web_url"])).requester
        try:
            got = _send(
                web, "POST", "/login/oauth/access_token", headers={"Accept": "application/json"},
                body=asked, now=now,
            ).body  # fmt: skip
        except (_Unauthorized, Forbidden):
            raise Refused(_BAD_CLIENT) from None
        self._token = _token_in(got)
        self._requester = _requester(app, Auth.Token(self._token))

    def get(self, path: str, **parameters: str | int) -> Answer:
        try:
            return _send(self._requester, "GET", path, parameters, now=self._now)
        except _Unauthorized:
            raise Refused(_NO_CODE) from None

    def drop_token(self) -> None:
        auth = Auth.Login(self._app["client_id"], self._app["client_secret"])
        path = f"/applications/{self._app['client_id']}/token"
        requester = _requester(self._app, auth)
        try:
            _send(requester, "DELETE", path, body={"access_token": self._token}, now=self._now)
        except _Unauthorized:
            raise Unavailable(failures.BAD_KEY) from None


def drop_token(session: Session) -> None:
    """Give the installation's token back, as far as this process has one: it ends in an hour."""
    auth = _tokens.pop(_token_key(session), None)
    if auth:
        requester, now = _requester(session.app, auth), session.now().timestamp()
        with contextlib.suppress(_Unauthorized, Revoked, Forbidden):  # it has ended already
            _send(requester, "DELETE", "/installation/token", now=now)


def installation(session: Session) -> dict[str, Any]:
    """What GitHub says of the installation, asked as the app itself. Raises errors.SourceError;
    Forbidden where there is none."""
    requester = _requester(session.app, _app_auth(session.app))
    path, now = f"/app/installations/{_installation_id(session)}", session.now().timestamp()
    try:
        body = _send(requester, "GET", path, now=now).body
    except _Unauthorized:
        raise Unavailable(failures.BAD_KEY) from None
    return body if isinstance(body, dict) else {}


def forget_tokens() -> None:
    """Mint all tokens anew."""
    _tokens.clear()


def count_repositories(app: App, installation_id: str, now: float) -> int:
    """How many repositories an installation reads. Raises errors.SourceError."""
    requester = _requester(app, _minting_auth(app, installation_id))
    try:
        body = _send(requester, "GET", "/installation/repositories", {"per_page": 1}, now=now).body
    except _Unauthorized:
        raise Unavailable(failures.BAD_KEY) from None
    return int(body["total_count"]) if isinstance(body, dict) and "total_count" in body else 0


class _Unauthorized(Exception):
    """GitHub does not know the token."""


def _send(
    requester: Requester, verb: str, path: str,
    parameters: Mapping[str, str | int] | None = None, headers: dict[str, str] | None = None,
    body: Any = None, *, now: float,
) -> Answer:  # fmt: skip
    """One request. What the library raises is not chained: it holds what GitHub answered."""
    try:
        status, got, text = requester.requestJson(
            verb, path, dict(parameters or {}), dict(headers or {}), body
        )
    except GithubException as error:  # of the token that goes with the request
        told, message = error.headers or {}, str(error.data)
        raise failures.minting_failure(error.status, told, message, now) from None
    except (jwt.PyJWTError, ValueError):  # the key is none
        raise Unavailable(failures.BAD_KEY) from None
    except (requests.RequestException, RuntimeError):  # RuntimeError: redirected elsewhere
        raise Unavailable(failures.UNREACHABLE) from None
    if status == 401:
        raise _Unauthorized
    if status == 409 and verb == "GET":  # the history of a repository without any commit
        return Answer([])
    if status >= 400:
        raise failures.failure(status, got, text, now)
    return Answer(
        _json(text),
        more='rel="next"' in str(got.get("link", "")),
        etag=str(got.get("etag", "")),
        left=failures.number(got.get("x-ratelimit-remaining")),
        reset=failures.number(got.get("x-ratelimit-reset")) or 0.0,
    )


def _token_in(answer: object) -> str:
    """The token that a code was exchanged for; what is wrong is told with a status of 200."""
    told = answer if isinstance(answer, dict) else {}
    if told.get("error") == "incorrect_client_credentials":
        raise Refused(_BAD_CLIENT)
    token = told.get("access_token")
    if not isinstance(token, str) or not token:
        raise Refused(_NO_CODE)
    return token


def _json(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        raise Unavailable("GitHub answers with something that is no JSON.") from None


def _options(app: App, base_url: str = "") -> dict[str, Any]:
    """For PyGithub, which is not to repeat or delay requests by itself."""
    return {
        "base_url": (base_url or app["api_url"]).rstrip("/"), "timeout": TIMEOUT_SECONDS,
        "retry": None, "seconds_between_requests": None, "seconds_between_writes": None,
        "per_page": PAGE_SIZE, "user_agent": "Momo",
    }  # fmt: skip


def _requester(app: App, auth: Auth.Auth) -> Requester:
    return Github(auth=auth, **_options(app)).requester


def _app_auth(app: App) -> Auth.AppAuth:
    return Auth.AppAuth(app["app_id"], app["private_key"].replace("\\n", "\n"))


def _installation_id(session: Session) -> str:
    return session.credentials["installation_id"]


def _token_key(session: Session) -> tuple[str, ...]:
    return session.key, _installation_id(session), session.app["app_id"], session.app["api_url"]


def _installation_auth(session: Session) -> Auth.AppInstallationAuth:
    if len(_tokens) >= MOST_TOKENS:
        _tokens.clear()
    auth = _minting_auth(session.app, _installation_id(session))
    return _tokens.setdefault(_token_key(session), auth)


def _minting_auth(app: App, installation_id: str) -> Auth.AppInstallationAuth:
    """Mints a token when first used, and another shortly before it runs out."""
    integration = GithubIntegration(auth=_app_auth(app), **_options(app))
    return integration.auth.get_installation_auth(
        int(installation_id), requester=integration.requester
    )
