"""Notion's API: the only place that imports its SDK. Every failure is one of live.errors."""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, Self

import httpx
from notion_client import Client
from notion_client.client import ClientOptions
from notion_client.errors import (
    HTTPResponseError,
    InvalidPathParameterError,
    RequestTimeoutError,
)

from connectors.files.json_input import as_text
from connectors.live.app import App
from connectors.live.errors import (
    CursorExpired,
    Forbidden,
    RateLimited,
    Refused,
    Revoked,
    SourceError,
    Unavailable,
)
from connectors.live.session import Session
from connectors.live.waits import seconds_told

VERSION = "2025-09-03"  # of the API; the first one in which databases have data sources
TIMEOUT_MS = 20_000
PAGE_SIZE = 100  # Notion's maximum
# Notion allows three requests a second for each connection, counted over a minute.
REQUESTS = 180
REQUESTS_SECONDS = 60
RETRY_SECONDS = 5.0  # where a 429 or 529 does not say how long to wait
CONNECT_AGAIN = "Connect Notion again: it no longer accepts what it gave when it was connected."

Json = dict[str, Any]
_silent = logging.getLogger("connectors.notion.sdk")  # the SDK logs addresses and error bodies
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


class Missing(Forbidden):
    """There is nothing of this id, or it is not shared with the connection."""


class Denied(Forbidden):
    """The connection was not given the capability."""


class Invalid(CursorExpired):
    """Notion does not take the request; a cursor of a listing that is over, for one."""


class NotionApi:
    """One connection's requests: `with NotionApi(session) as api`. Methods raise SourceError.

    `spent` counts the requests, of which the callers allow themselves so many.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sdk = _sdk(session.app)
        self.is_told = bool(session.app["webhook_token"])  # by deliveries, of what happens
        self.spent = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        self._sdk.close()

    def search(self, *, size: int, start: str = "", kind: str = "", in_trash: bool = False) -> Json:
        """Pages and data sources, those edited last first. `kind`: page, data_source, or both."""
        only: Json = {"property": "object", "value": kind} if kind else {}
        if in_trash:
            only["in_trash"] = True
        return self._ask(
            self._sdk.search,
            sort={"timestamp": "last_edited_time", "direction": "descending"},
            page_size=size,
            **({"filter": only} if only else {}),
            **_from(start),
        )

    def page(self, page_id: str) -> Json:
        return self._ask(self._sdk.pages.retrieve, page_id)

    def block(self, block_id: str) -> Json:
        return self._ask(self._sdk.blocks.retrieve, block_id)

    def children(self, block_id: str, start: str = "") -> Json:
        return self._ask(
            self._sdk.blocks.children.list, block_id, page_size=PAGE_SIZE, **_from(start)
        )

    def database(self, database_id: str) -> Json:
        return self._ask(self._sdk.databases.retrieve, database_id)

    def data_source(self, data_source_id: str) -> Json:
        return self._ask(self._sdk.data_sources.retrieve, data_source_id)

    def rows(self, data_source_id: str, *, size: int, start: str = "") -> Json:
        """A data source's pages, those edited last first: what is edited while they are listed
        moves to the beginning, so that nothing is passed over."""
        return self._ask(
            self._sdk.data_sources.query,
            data_source_id,
            sorts=[{"timestamp": "last_edited_time", "direction": "descending"}],
            page_size=size,
            **_from(start),
        )

    def comments(self, block_id: str, start: str = "") -> Json:
        """Those of a page or a block that are not resolved, oldest first."""
        return self._ask(
            self._sdk.comments.list, block_id=block_id, page_size=PAGE_SIZE, **_from(start)
        )

    def users(self, start: str = "") -> Json:
        return self._ask(self._sdk.users.list, page_size=PAGE_SIZE, **_from(start))

    def user(self, user_id: str) -> Json:
        return self._ask(self._sdk.users.retrieve, user_id)

    def _ask(self, endpoint: Callable[..., Any], *args: str, **options: Any) -> Json:
        """One request; with a new token, once, where Notion does not take the old one."""
        token = self._session.credentials.get("access_token", "")
        try:
            return self._limited(endpoint, *args, **options, auth=token)
        except Revoked:
            if not self._session.credentials.get("refresh_token"):
                raise
        self._refresh()
        return self._limited(
            endpoint, *args, **options, auth=self._session.credentials["access_token"]
        )

    def _limited(self, endpoint: Callable[..., Any], *args: str, **options: Any) -> Json:
        limiter = self._session.limiter
        limiter.acquire("api", times=REQUESTS, seconds=REQUESTS_SECONDS)
        self.spent += 1
        try:
            return _answer(endpoint, *args, **options)
        except RateLimited as error:
            limiter.pause("api", error.retry_after)
            raise

    def _refresh(self) -> None:
        """Notion gives a new pair of tokens and forgets the old one, so they are kept at once."""
        app = self._session.app
        try:
            given = self._limited(
                self._sdk.oauth.token,
                app["client_id"],
                app["client_secret"],
                grant_type="refresh_token",
                refresh_token=self._session.credentials["refresh_token"],
            )
        except CursorExpired as error:  # invalid_grant is a bad request
            raise Revoked(CONNECT_AGAIN) from error
        renewed = tokens(given)
        if not renewed.get("access_token"):
            raise Revoked(CONNECT_AGAIN)
        self._session.renew(renewed)


def exchange(app: App, code: str, redirect_uri: str) -> Json:
    """A code of the consent page for a token. Raises errors.Refused."""
    sdk = _sdk(app)
    try:
        return _answer(
            sdk.oauth.token,
            app["client_id"],
            app["client_secret"],
            grant_type="authorization_code",
            code=code,
            redirect_uri=redirect_uri,
        )
    except (Unavailable, RateLimited) as error:
        raise Refused("Notion cannot be reached at the moment. Try again.") from error
    except SourceError as error:
        raise Refused(
            "Notion did not take the answer of its consent page. Connect once more; if that does"
            " not help, compare MOMO_APP_NOTION_CLIENT_ID and _CLIENT_SECRET with Notion."
        ) from error
    finally:
        sdk.close()


def give_back(session: Session) -> None:
    """Revoke the token. One that Notion no longer knows is no error."""
    app = session.app
    sdk = _sdk(app)
    try:
        _answer(
            sdk.oauth.revoke,
            app["client_id"],
            app["client_secret"],
            token=session.credentials.get("access_token", ""),
        )
    except (Revoked, Forbidden, CursorExpired):
        return
    finally:
        sdk.close()


def tokens(given: Mapping[str, object]) -> dict[str, str]:
    """The tokens of an answer; there is a refresh token where Notion gives one."""
    found = {name: as_text(given.get(name)) for name in ("access_token", "refresh_token")}
    return {name: token for name, token in found.items() if token}


def _sdk(app: App) -> Client:
    return Client(
        ClientOptions(
            base_url=app["api_url"].rstrip("/"),
            notion_version=VERSION,
            timeout_ms=TIMEOUT_MS,
            logger=_silent,
            log_level=logging.CRITICAL,
            retry=False,  # the engine waits and tries again, for all workers
        )
    )


def _from(start: str) -> dict[str, str]:
    return {"start_cursor": start} if start else {}


def _answer(endpoint: Callable[..., Any], *args: str, **options: Any) -> Json:
    try:
        given = endpoint(*args, **options)
    except HTTPResponseError as error:
        raise _translated(error) from None  # its own text holds what Notion answered
    except (RequestTimeoutError, httpx.TimeoutException):
        raise Unavailable("Notion did not answer in time.") from None
    except InvalidPathParameterError:
        raise Missing("This is no id of Notion.") from None
    except (httpx.HTTPError, httpx.InvalidURL):
        raise Unavailable("Notion cannot be reached.") from None
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise Unavailable("Notion answered with something that is no JSON.") from None
    if not isinstance(given, dict):
        raise Unavailable("Notion answered with something else than it should.")
    return given


def _translated(error: HTTPResponseError) -> SourceError:
    status = error.status
    if status in (429, 529):
        return RateLimited(seconds_told(error.headers.get("retry-after"), RETRY_SECONDS))
    if status == 401:
        return Revoked(CONNECT_AGAIN)
    if status == 404:
        return Missing("Notion has nothing of this id that is shared with the connection.")
    if status == 403:
        return Denied("The connection may not do this: see its capabilities in Notion.")
    if status == 400:
        return Invalid("Notion did not take the request.")
    return Unavailable(f"Notion answered with status {status}.")
