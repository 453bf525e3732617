"""Slack's Web API through its SDK: limits kept, tokens rotated, errors told apart."""

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from connectors.files.json_input import as_object, as_text, objects
from connectors.live.app import App
from connectors.live.errors import (
    Forbidden,
    RateLimited,
    Revoked,
    SourceError,
    Unavailable,
)
from connectors.live.session import Session
from connectors.live.waits import seconds_told
from connectors.slack.tuning import (
    CHANNELS_PAGE,
    MAX_CHANNEL_PAGES,
    MEMBERS_PAGE,
    MINUTE,
    RENEW_BEFORE,
    TIMEOUT_SECONDS,
    UNKNOWN_WAIT,
    USERS_PAGE,
    pace_of,
)

Json = dict[str, object]

CONNECT_AGAIN = "Slack no longer accepts Momo's access: connect Slack again."
_REVOKED = frozenset({
    "account_inactive", "bad_client_secret", "invalid_auth", "invalid_client_id",
    "invalid_refresh_token", "not_authed", "not_allowed_token_type", "org_login_required",
    "team_access_not_granted", "token_revoked",
})  # fmt: skip
_FORBIDDEN = frozenset({
    "access_denied", "bad_redirect_uri", "channel_not_found", "code_already_used", "code_expired",
    "invalid_code", "ekm_access_denied", "is_archived", "message_not_found",
    "method_not_supported_for_channel_type", "missing_scope", "no_permission", "not_in_channel",
    "restricted_action", "thread_not_found", "user_not_found", "user_not_visible",
    "users_not_found",
})  # fmt: skip
_LIMITED = frozenset({"ratelimited", "rate_limited"})
_CODE = re.compile(r"[a-z_]{1,50}")
# The SDK lets through whatever its parsing of a broken answer raises.
_BROKEN = (OSError, HTTPException, SlackClientError, ValueError, LookupError, AttributeError,
           RecursionError)  # fmt: skip

# The SDK logs bodies that it cannot read, and in its debug mode all of them.
_silent = logging.getLogger("connectors.slack.sdk")
_silent.setLevel(logging.CRITICAL + 1)


class _Expired(Revoked):
    """The token ran out; a refresh token may give the next."""


class SlackClient:
    """The requests that Momo makes of one workspace."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pace = pace_of(session.app)

    def auth_test(self) -> Json:
        return self._call("auth.test")

    def revoke(self) -> None:
        self._call("auth.revoke")

    def channels(self, types: str) -> Iterator[Json]:
        """All channels of `types` that are not archived, of a listing's first pages."""
        cursor = ""
        for _ in range(MAX_CHANNEL_PAGES):
            page = self._call(
                "conversations.list", types=types, exclude_archived=True, cursor=cursor,
                limit=CHANNELS_PAGE,
            )  # fmt: skip
            yield from objects(page.get("channels"))
            cursor = _next_cursor(page)
            if not cursor:
                return

    def channel(self, channel_id: str) -> Json:
        return as_object(self._call("conversations.info", channel=channel_id).get("channel"))

    def join(self, channel_id: str) -> None:
        self._call("conversations.join", channel=channel_id)

    def members(self, channel_id: str) -> list[str]:
        """The ids of all members of a channel."""
        found: list[str] = []
        cursor = ""
        while True:
            page = self._call(
                "conversations.members", channel=channel_id, cursor=cursor, limit=MEMBERS_PAGE
            )
            members = page.get("members")
            if not isinstance(members, list):
                raise Unavailable("Slack gave no list of a channel's members.")
            found += filter(None, map(as_text, members))
            following = _next_cursor(page)
            if not following or following == cursor:
                return found
            cursor = following

    def users(self, cursor: str) -> tuple[list[Json], str]:
        """A page of users, and the cursor of the next; empty at the end."""
        page = self._call("users.list", cursor=cursor, limit=USERS_PAGE)
        return objects(page.get("members")), _next_cursor(page)

    def user(self, user_id: str) -> Json:
        return as_object(self._call("users.info", user=user_id).get("user"))

    def history(self, channel_id: str, *, oldest: str, latest: str) -> tuple[list[Json], bool]:
        """A page of messages between two times, newest first, and whether there are older ones.

        `latest` is never left out: Slack would begin with the page that is closest to `oldest`.
        """
        page = self._call(
            "conversations.history", channel=channel_id, oldest=oldest, latest=latest,
            limit=self._pace.messages,
        )  # fmt: skip
        return objects(page.get("messages")), page.get("has_more") is True

    def replies(self, channel_id: str, root_ts: str, *, oldest: str) -> tuple[list[Json], bool]:
        """A page of a thread after a time, oldest first (its root may come along), and whether
        there are newer ones."""
        page = self._call(
            "conversations.replies", channel=channel_id, ts=root_ts, oldest=oldest,
            limit=self._pace.messages,
        )  # fmt: skip
        return objects(page.get("messages")), page.get("has_more") is True

    def _call(self, method: str, **values: Any) -> Json:
        """Raises SourceError."""
        times = self._pace.per_minute.get(method)
        if times:
            self._session.limiter.acquire(method, times=times, seconds=MINUTE)
        if _ends_soon(self._session):
            renew_token(self._session)
        try:
            return self._ask(method, **values)
        except _Expired:
            if not self._session.credentials.get("refresh_token"):
                raise
            renew_token(self._session)  # the clocks differ
            return self._ask(method, **values)
        except RateLimited as limit:
            self._session.limiter.pause(method, limit.retry_after)
            raise

    def _ask(self, method: str, **values: Any) -> Json:
        token = self._session.credentials.get("token", "")
        return ask(self._session.app, method, token=token, **values)


def ask(app: App, method: str, *, token: str = "", **values: Any) -> Json:
    """One request. Raises SourceError."""
    params = {name: value for name, value in values.items() if value != ""}
    try:
        return as_object(_web(app, token).api_call(method, params=params).data)
    except SlackApiError as error:
        raise _translated(error) from None
    except _BROKEN:
        raise Unavailable("Slack could not be reached, or answered nothing usable.") from None


def exchange(app: App, **values: str) -> Json:
    """Codes or refresh tokens for tokens, as the app. Raises SourceError."""
    try:
        answer = _web(app, "").oauth_v2_access(
            client_id=app["client_id"], client_secret=app["client_secret"], **values
        )
        return as_object(answer.data)
    except SlackApiError as error:
        raise _translated(error) from None
    except _BROKEN:
        raise Unavailable("Slack could not be reached, or answered nothing usable.") from None


def identify(app: App, *, code: str, redirect_uri: str) -> Json:
    """Who signed in with Slack. Raises SourceError."""
    granted = ask(
        app, "openid.connect.token", client_id=app["client_id"],
        client_secret=app["client_secret"], code=code, redirect_uri=redirect_uri,
    )  # fmt: skip
    return ask(app, "openid.connect.userInfo", token=as_text(granted.get("access_token")))


def renew_token(session: Session) -> None:
    """Take the next token of an app whose tokens rotate. Raises SourceError."""
    refresh = session.credentials.get("refresh_token", "")
    answer = exchange(session.app, grant_type="refresh_token", refresh_token=refresh)
    session.renew(tokens_in(answer, session.now().timestamp()))


def tokens_in(answer: Mapping[str, object], now: float) -> dict[str, str]:
    """What of an exchange's answer is kept. `expires_at` is in seconds since 1970."""
    tokens = {"token": as_text(answer.get("access_token"))}
    lifetime = answer.get("expires_in")
    if answer.get("refresh_token") and isinstance(lifetime, int):
        tokens["refresh_token"] = as_text(answer.get("refresh_token"))
        tokens["expires_at"] = str(int(now) + lifetime)
    return tokens


def _ends_soon(session: Session) -> bool:
    ends = session.credentials.get("expires_at", "")
    if not ends.isdecimal():
        return False
    return int(ends) - session.now().timestamp() < RENEW_BEFORE / timedelta(seconds=1)


def _web(app: App, token: str) -> WebClient:
    return WebClient(
        token or None, base_url=app["api_url"], timeout=TIMEOUT_SECONDS, logger=_silent,
        retry_handlers=[],  # the engine tries again, and lets others work meanwhile
    )  # fmt: skip


def _next_cursor(page: Mapping[str, object]) -> str:
    return as_text(as_object(page.get("response_metadata")).get("next_cursor"))


def _translated(error: SlackApiError) -> SourceError:
    """By what is to be done. Of Slack's words only a code goes into the message."""
    response: Any = error.response
    code = as_text(as_object(response.data).get("error"))
    if response.status_code == 429 or code in _LIMITED:
        told = seconds_told(response.headers.get("Retry-After"), UNKNOWN_WAIT)
        return RateLimited(max(told, 1.0))
    if code == "token_expired":
        return _Expired(CONNECT_AGAIN)
    if code in _REVOKED:
        return Revoked(CONNECT_AGAIN)
    if code in _FORBIDDEN:
        return Forbidden(f"Slack refused access ({code}).")
    shown = code if _CODE.fullmatch(code) else f"status {response.status_code}"
    return Unavailable(f"Slack did not answer as it should ({shown}).")
