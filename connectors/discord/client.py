"""Discord's REST API, version 10, as a bot uses it.

Not through discord.py, whose HTTP client has its address in a class of the library, counts requests
for one process alone and sleeps through a limit: here all workers share one count, and a worker
that has to wait works on something else. The library is used where it excels, in `gateway`.
"""

import atexit
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache

import httpx2

from connectors.discord.tuning import BLOCKED_SECONDS, REQUESTS_A_SECOND, SECONDS_A_REQUEST
from connectors.files.json_input import JsonError, as_object, parse
from connectors.files.times import usable
from connectors.live.app import App
from connectors.live.errors import (
    Forbidden,
    RateLimited,
    Refused,
    Revoked,
    SourceError,
    Unavailable,
)
from connectors.live.session import Limiter
from connectors.live.waits import seconds_told
from momo.platform.certificates import authorities

_EVERYTHING = "requests"
_OUT_OF_REACH = "Discord does not answer."
_REFUSED_BOT = (
    "Discord refuses the bot's token: whoever runs Momo sets MOMO_APP_DISCORD_BOT_TOKEN anew, then"
    " connect Discord again."
)
_AGENT = "DiscordBot (Momo, 1)"  # in the form that Discord asks for


UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008  # Discord's own codes


class Missing(Forbidden):
    """There is no such thing any more, or never was. `code` is Discord's own, for what."""

    def __init__(self, code: int = 0) -> None:
        super().__init__("Discord knows nothing of this name.")
        self.code = code


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord said, and when, in its own clock; None where it did not say."""

    body: object = field(repr=False)
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Rest:
    """Requests as the app's bot, counted together with those of all workers."""

    app: App
    limiter: Limiter

    def get(self, path: str, **query: str | int) -> Answer:
        """`path` begins after the version. Raises errors.SourceError."""
        return self._request("GET", path, query)

    def delete(self, path: str) -> None:
        self._request("DELETE", path, {})

    def _request(self, method: str, path: str, query: Mapping[str, str | int]) -> Answer:
        route = _route(path)
        self.limiter.acquire(_EVERYTHING, times=REQUESTS_A_SECOND, seconds=1)
        self.limiter.acquire(route, times=REQUESTS_A_SECOND, seconds=1)  # for its pauses
        headers = {"Authorization": f"Bot {self.app['bot_token']}"}
        answer = _send(method, self.app["api_url"] + path, params=dict(query), headers=headers)
        if answer.status_code == httpx2.codes.TOO_MANY_REQUESTS:
            raise self._limited(answer, route)
        _check(answer)
        if answer.headers.get("X-RateLimit-Remaining") == "0":
            reset = seconds_told(answer.headers.get("X-RateLimit-Reset-After"), 1.0)
            self.limiter.pause(route, reset)
        return Answer(_json(answer), _dated(answer))

    def _limited(self, answer: httpx2.Response, route: str) -> RateLimited:
        told = as_object(_json(answer, strict=False))
        wait = told.get("retry_after", answer.headers.get("Retry-After"))
        limited = RateLimited(seconds_told(wait, BLOCKED_SECONDS))
        everywhere = told.get("global") is True or not told
        self.limiter.pause(_EVERYTHING if everywhere else route, limited.retry_after)
        return limited


def _route(path: str) -> str:
    """What Discord counts together: a channel's messages, a server's members."""
    return "/".join(path.split("/")[:4])


def exchange(app: App, code: str, redirect_uri: str) -> Mapping[str, object]:
    """Turn what the consent page gave into a token. Raises errors.Refused, Unavailable."""
    form = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri,
        "client_id": app["client_id"], "client_secret": app["client_secret"],
    }  # fmt: skip
    answer = _send("POST", app["api_url"] + "/oauth2/token", data=form)
    if answer.status_code == httpx2.codes.UNAUTHORIZED:
        raise Refused(
            "Discord does not know this app: whoever runs Momo checks MOMO_APP_DISCORD_CLIENT_ID"
            " and MOMO_APP_DISCORD_CLIENT_SECRET."
        )
    return _granted(answer)


def who_is(app: App, access_token: str) -> Mapping[str, object]:
    """Whose token it is. Raises errors.Refused, Unavailable."""
    headers = {"Authorization": f"Bearer {access_token}"}
    return _granted(_send("GET", app["api_url"] + "/users/@me", headers=headers))


def _granted(answer: httpx2.Response) -> Mapping[str, object]:
    if answer.is_server_error or answer.status_code == httpx2.codes.TOO_MANY_REQUESTS:
        raise Unavailable(_OUT_OF_REACH)
    if not answer.is_success:
        raise Refused("Discord no longer takes this answer: begin to connect Discord again.")
    return as_object(_json(answer))


def _send(
    method: str, url: str, *, headers: Mapping[str, str] | None = None,
    params: Mapping[str, str | int] | None = None, data: Mapping[str, str] | None = None,
) -> httpx2.Response:  # fmt: skip
    try:
        return _http().request(method, url, headers=headers, params=params, data=data)
    except httpx2.HTTPError as error:
        raise Unavailable(_OUT_OF_REACH) from error


@cache
def _http() -> httpx2.Client:
    """One pool of connections a process."""
    client = httpx2.Client(
        timeout=SECONDS_A_REQUEST, headers={"User-Agent": _AGENT}, verify=authorities()
    )
    atexit.register(client.close)
    return client


def _check(answer: httpx2.Response) -> None:
    if answer.is_success:
        return
    told = as_object(_json(answer, strict=False))
    status, code = answer.status_code, told.get("code")
    if answer.is_server_error or not isinstance(code, int):
        raise Unavailable(_OUT_OF_REACH)  # something between us and Discord said no
    if status == httpx2.codes.UNAUTHORIZED:
        raise Revoked(_REFUSED_BOT)
    if status == httpx2.codes.FORBIDDEN:
        raise Forbidden("Closed to Momo's bot: give it View Channel and Read Message History.")
    if status == httpx2.codes.NOT_FOUND:
        raise Missing(code)
    raise SourceError(f"Discord refused a request ({status}).")


def _json(answer: httpx2.Response, *, strict: bool = True) -> object:
    if not answer.content:
        return None
    try:
        return parse(answer.text)
    except JsonError as error:
        if strict:
            raise Unavailable("Discord answered with something that is not JSON.") from error
        return None


def _dated(answer: httpx2.Response) -> datetime | None:
    try:
        return usable(parsedate_to_datetime(answer.headers.get("Date", "")))
    except (TypeError, ValueError):
        return None
