"""The Gmail API, through Google's own packages: the only place where they are imported."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, Self

import httplib2  # type: ignore[import-untyped]
from google.auth.exceptions import GoogleAuthError
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp  # type: ignore[import-untyped]
from googleapiclient.discovery import build_from_document  # type: ignore[import-untyped]
from googleapiclient.discovery_cache import get_static_doc  # type: ignore[import-untyped]
from googleapiclient.errors import BatchError, HttpError  # type: ignore[import-untyped]
from googleapiclient.http import BatchHttpRequest, HttpRequest  # type: ignore[import-untyped]

from connectors.files.times import from_iso
from connectors.gmail import oauth
from connectors.gmail.problems import problem
from connectors.gmail.tuning import (
    BATCH_CALLS,
    BATCH_UNITS,
    CALLS_A_MINUTE,
    LISTED_HISTORY,
    LISTED_IDS,
    SHORTEST_LIFE,
    TIMEOUT_SECONDS,
)
from connectors.live.errors import CursorExpired, RateLimited, Revoked, SourceError, Unavailable
from connectors.live.session import Session

ME = "me"
HISTORY_TYPES = ["messageAdded", "messageDeleted", "labelAdded", "labelRemoved"]
HISTORY_FIELDS = (
    "historyId,nextPageToken,history(id,messagesAdded/message(id,labelIds),"
    "messagesDeleted/message(id,labelIds),labelsAdded(labelIds,message/id),"
    "labelsRemoved(labelIds,message/id))"
)
STATE_FIELDS = "id,threadId,labelIds,internalDate,sizeEstimate"
_LOST = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND})
_BATCHES, _CALLS = "batches", "calls"  # what the limiter counts apart

for _name in ("googleapiclient", "google_auth_httplib2", "google.auth"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)  # they log addresses and answers


@dataclass(slots=True)
class Answers:
    """What came of calls for many mails, by id. `problem` is why others have no answer yet."""

    found: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    problem: SourceError | None = None

    def add(self, other: "Answers") -> None:
        self.found |= other.found
        self.gone += other.gone
        self.refused += other.refused


class Gmail:
    """One mailbox. Every method raises `connectors.live.errors.SourceError`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._http = AuthorizedHttp(
            self._credentials(), http=httplib2.Http(timeout=TIMEOUT_SECONDS)
        )
        options = {"api_endpoint": session.app["api_url"]}
        self._users = build_from_document(
            _description(), http=self._http, client_options=options
        ).users()
        self._messages = self._users.messages()  # made once: each making takes milliseconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        self._http.close()

    def profile(self) -> Mapping[str, Any]:
        """emailAddress, historyId."""
        return self._call(self._users.getProfile(userId=ME))

    def labels(self) -> Mapping[str, Any]:
        """labels: each id and name."""
        return self._call(self._users.labels().list(userId=ME, fields="labels(id,name)"))

    def listed(
        self,
        *,
        label: str | None = None,
        query: str = "",
        page: str = "",
        most: int = LISTED_IDS,
        with_trash: bool = False,
    ) -> Mapping[str, Any]:
        """messages: each id, newest first; nextPageToken. Raises CursorExpired for a page that
        Google does not know any more."""
        return self._call(
            self._messages.list(
                userId=ME,
                labelIds=[label] if label else None,
                q=query or None,
                pageToken=page or None,
                maxResults=most,
                includeSpamTrash=with_trash,
                fields="messages/id,nextPageToken",
            ),
            lost=_LOST if page else frozenset(),
        )

    def history(self, since: str) -> Mapping[str, Any]:
        """history: what changed after `since`; nextPageToken; historyId. Raises CursorExpired
        where Google has forgotten so much."""
        return self._call(
            self._users.history().list(
                userId=ME,
                startHistoryId=since,
                historyTypes=HISTORY_TYPES,
                maxResults=LISTED_HISTORY,
                fields=HISTORY_FIELDS,
            ),
            lost=_LOST,
        )

    def states(self, ids: Sequence[str]) -> Answers:
        """Labels, date and size of mails, without what is in them."""
        return self._each(
            ids,
            lambda mail_id: self._messages.get(
                userId=ME, id=mail_id, format="minimal", fields=STATE_FIELDS
            ),
        )

    def raws(self, ids: Sequence[str]) -> Answers:
        """Whole mails, as `raw` in base64url."""
        return self._each(
            ids,
            lambda mail_id: self._messages.get(
                userId=ME, id=mail_id, format="raw", fields="id,raw"
            ),
        )

    def watch(self, topic: str) -> Mapping[str, Any]:
        """Have changes told to a Pub/Sub topic, for 7 days."""
        try:
            return self._call(self._users.watch(userId=ME, body={"topicName": topic}))
        except (RateLimited, Revoked, Unavailable):
            raise
        except SourceError:
            raise SourceError(
                "Gmail may not publish to the topic: see docs/connectors/gmail.md."
            ) from None

    def stop(self) -> None:
        self._call(self._users.stop(userId=ME))

    def heed(self, problem: SourceError) -> SourceError:
        """Where Google asks to wait, let all workers do so. Returns the problem.

        What a part of a batch met is heeded after what the others brought is read, so that a
        mailbox which always refuses some is read in the end.
        """
        if isinstance(problem, RateLimited):
            for name in (_BATCHES, _CALLS):
                self._session.limiter.pause(name, problem.retry_after)
        return problem

    def _call(
        self, request: HttpRequest, *, lost: frozenset[int] = frozenset()
    ) -> Mapping[str, Any]:
        """`lost` are statuses that say that Google no longer knows the place asked for."""
        self._count(_CALLS, CALLS_A_MINUTE)
        with self._translated(lost):
            answer = request.execute()
        if not isinstance(answer, dict):
            answer = {}  # an empty answer, of `stop`
        return answer

    def _each(self, ids: Sequence[str], request: Callable[[str], HttpRequest]) -> Answers:
        """Ask for each in batches, until one of them meets a problem."""
        answers = Answers()
        for start in range(0, len(ids), BATCH_CALLS):
            if answers.problem:
                break
            try:
                self._batch(ids[start : start + BATCH_CALLS], request, answers)
            except SourceError as error:
                if not answers.found:
                    raise
                answers.problem = error
        return answers

    def _batch(
        self, ids: Sequence[str], request: Callable[[str], HttpRequest], answers: Answers
    ) -> None:
        units = int(self._session.app["units_per_minute"])
        self._count(_BATCHES, max(1, units // BATCH_UNITS))
        batch = BatchHttpRequest(batch_uri=f"{self._session.app['api_url'].rstrip('/')}/batch")

        def note(mail_id: str, answer: Any, error: HttpError | None) -> None:
            status = int(error.resp.status) if error else 0
            if error is None and isinstance(answer, dict):
                answers.found[mail_id] = answer
            elif status == HTTPStatus.NOT_FOUND:
                answers.gone.append(mail_id)
            elif status == HTTPStatus.BAD_REQUEST:
                answers.refused.append(mail_id)
            else:
                answers.problem = self._problem(error)

        for mail_id in ids:
            batch.add(request(mail_id), callback=note, request_id=mail_id)
        with self._translated():
            batch.execute(http=self._http)
        if answers.problem and not (answers.found or answers.gone or answers.refused):
            raise self.heed(answers.problem)

    @contextmanager
    def _translated(self, lost: frozenset[int] = frozenset()) -> Iterator[None]:
        """Turn what the packages raise into errors of ours, without what they say of it."""
        try:
            yield
        except HttpError as error:
            if int(error.resp.status) in lost:
                raise CursorExpired("Google no longer knows that place in the mailbox.") from None
            raise self.heed(self._problem(error)) from None
        except BatchError:
            raise Unavailable("Gmail did not answer a batch as it should.") from None
        except (httplib2.HttpLib2Error, HTTPException, OSError, GoogleAuthError):
            raise Unavailable("Gmail is out of reach.") from None
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            raise Unavailable("Gmail's answer makes no sense.") from None

    def _problem(self, error: HttpError | None) -> SourceError:
        if error is None:
            return Unavailable("Gmail's answer makes no sense.")
        now = self._session.now()
        return problem(int(error.resp.status), error.content, error.resp, now)

    def _count(self, name: str, times: int) -> None:
        self._session.limiter.acquire(name, times=times, seconds=60)

    def _credentials(self) -> Credentials:
        """The access token, and how to come by another."""
        kept = self._session.credentials
        expires = from_iso(kept.get("expires_at", "")) or self._session.now()
        return Credentials(  # type: ignore[no-untyped-call]
            token=kept.get("access_token"),
            expiry=self._by_the_machine(expires),
            refresh_handler=self._refreshed,
        )

    def _refreshed(self, request: object, scopes: object) -> tuple[str, datetime]:
        """A new access token, kept before it is used: with it, Google may change the other one."""
        session = self._session
        refresh_token = session.credentials.get("refresh_token", "")
        tokens = oauth.refresh(session.app, refresh_token, session.now())
        session.renew(tokens.credentials())
        expires = max(tokens.expires_at, session.now() + SHORTEST_LIFE)
        return tokens.access, self._by_the_machine(expires)

    def _by_the_machine(self, moment: datetime) -> datetime:
        """A time as google-auth compares it: by the machine's clock, and without a zone."""
        left = moment - self._session.now()
        return (datetime.now(UTC) + left).replace(tzinfo=None)


@cache
def _description() -> str:
    """Google's description of the API, which comes with the package."""
    return str(get_static_doc("gmail", "v1"))
