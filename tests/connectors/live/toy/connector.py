"""A connector to a service of our own, in the fewest lines that use every ability."""

import atexit
import hmac
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import urlencode

import httpx2

from connectors.contract import Audience, MediaType, Person, Refusal, SourceRecord
from connectors.live.app import App, AppSetting
from connectors.live.contract import (
    Ability,
    AuthorizationRequest,
    Choice,
    Connected,
    Cursor,
    Incoming,
    Page,
    Purpose,
    Task,
    Verified,
)
from connectors.live.errors import (
    CursorExpired,
    Forged,
    Malformed,
    RateLimited,
    Refused,
    Revoked,
    Unavailable,
)
from connectors.live.inert import Inert
from connectors.live.session import Session

PAGE = 3


class ToyConnector(Inert):
    kind = "toy"
    source = "toy"
    title = "Toy"
    abilities = (
        Ability.POLLS | Ability.RECEIVES | Ability.REFRESHES_ACL
        | Ability.OFFERS_CHOICES | Ability.RENEWS
    )  # fmt: skip
    scopes = (("read", "to read what is written"),)
    poll_every = timedelta(minutes=10)
    app_settings = (
        AppSetting("url", "where the service is"),
        AppSetting("secret", "signs deliveries", secret=True),
    )

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        query = {
            "state": request.state, "redirect_uri": request.redirect_uri,
            "code_challenge": request.code_challenge,
        }  # fmt: skip
        return f"{app['url']}/consent?{urlencode(query)}"

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        if "error" in answer:
            raise Refused("The service was not allowed: begin again.")
        body = {"code": answer["code"], "code_verifier": request.code_verifier}
        given = _ask("POST", f"{app['url']}/token", body=body)
        person = Person(name=given["user"], handle=given["user_id"])
        account = "" if request.purpose == Purpose.LINK else given["account"]
        return Connected(account, given["name"], {"token": given["token"]}, ("read",), person)

    def revoke(self, session: Session) -> None:
        _call(session, "POST", "/revoke")

    def choices(self, session: Session) -> Iterable[Choice]:
        for room in _call(session, "GET", "/rooms")["rooms"]:
            yield Choice(room["id"], room["name"], "channel", _audience(session, room))

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        after = (cursor or {}).get("after", 0)
        got = _call(session, "GET", f"/messages?after={after}&limit={PAGE}")
        rooms = self._rooms(session)
        readings = [_record(session, message, rooms) for message in got["messages"]]
        last = got["messages"][-1]["number"] if got["messages"] else after
        following = {"after": last} if got["more"] else None
        return Page(_collected(session, readings), following, expected=got["total"])

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        if cursor is None:
            return Page(cursor={"version": _call(session, "GET", "/version")["version"]})
        got = _call(session, "GET", f"/changes?since={cursor['version']}")
        if got.get("expired"):
            raise CursorExpired("The service forgot where we were.")
        rooms = self._rooms(session)
        readings = [_record(session, message, rooms) for message in got["messages"]]
        return Page(_collected(session, readings), {"version": got["version"]})

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        given = headers.get("x-toy-signature", "")
        signs = (sign(secret, body) for secret in app.each("secret"))
        if not any(hmac.compare_digest(given.encode(), each.encode()) for each in signs):
            raise Forged("The signature is not the service's.")
        try:
            event = json.loads(body)
            return Verified((_incoming(event, body, now),), b"taken")
        except (ValueError, KeyError, TypeError):
            raise Malformed("The delivery is not as the service writes it.") from None

    def receive(self, session: Session, incoming: Incoming) -> Page:
        event = json.loads(incoming.body)
        if event["type"] == "members":
            return Page(then=frozenset({Task.ACL}))
        if event["type"] == "revoked":
            raise Revoked("Connect Toy again: it was removed there.")
        if event["type"] == "gone":
            return Page(gone=[event["thread"]])
        if event["type"] == "closed":
            room = _audience(session, event["room"])
            assert room is not None
            return Page(closed={event["prefix"]: room})
        if event["type"] != "message":
            return Page()
        if not isinstance(event["message"].get("text"), str):
            raise Malformed("The message has no text.")
        readings = [_record(session, event["message"], self._rooms(session))]
        return Page(_collected(session, readings))

    def refresh_acl(self, session: Session, cursor: Cursor | None) -> Page:
        rooms = self._rooms(session).values()
        return Page(audiences=[a for room in rooms if (a := _audience(session, room))])

    def renew(self, session: Session) -> timedelta:
        session.renew({"token": _call(session, "POST", "/renew")["token"]})
        return timedelta(days=1)

    def _rooms(self, session: Session) -> dict[str, dict[str, object]]:
        return {room["id"]: room for room in _call(session, "GET", "/rooms")["rooms"]}


toy = ToyConnector()


def _incoming(event: dict, body: bytes, now: datetime) -> Incoming:  # type: ignore[type-arg]
    revives = event["type"] == "restored"
    return Incoming(event["account"], event["id"], event["type"], body, now, revives)


def sign(secret: str, body: bytes) -> str:
    return hmac.digest(secret.encode(), body, "sha256").hex()


def _collected(session: Session, readings: list[SourceRecord]) -> list[SourceRecord | Refusal]:
    return [record for record in readings if session.collects(record.container)]


def _record(session: Session, message: dict, rooms: dict) -> SourceRecord:  # type: ignore[type-arg]
    at = datetime.fromtimestamp(message["at"], UTC)
    return SourceRecord(
        external_id=message["id"],
        kind="message",
        raw=message["text"].encode(),
        media_type=MediaType.PLAIN,
        occurred_at=at,
        as_of=datetime.fromtimestamp(message["version"], UTC),
        author=Person(name=message["by"], handle=message["by"]),
        thread_key=message["thread"] or message["id"],
        reply_to=message["thread"],
        url=f"{session.app['url']}/m/{message['id']}",
        container=message["room"],
        deleted=message["deleted"],
        audience=_audience(session, rooms[message["room"]]),
    )


def _audience(session: Session, room: dict) -> Audience | None:  # type: ignore[type-arg]
    if not room["private"]:
        return None
    people = tuple(Person(name=m, email=m if "@" in m else "", handle=m) for m in room["members"])
    return Audience(room["id"], room["name"], people, session.now())


def _call(session: Session, method: str, path: str) -> dict:  # type: ignore[type-arg]
    session.limiter.acquire("all", times=1000, seconds=1)
    token = session.credentials["token"]
    return _ask(method, session.app["url"] + path, token=token)


def _ask(method: str, url: str, *, token: str = "", body: object = None) -> dict:  # type: ignore[type-arg]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        answer = _http().request(method, url, headers=headers, json=body)
    except httpx2.TransportError as error:
        raise Unavailable("The service cannot be reached.") from error
    if answer.status_code == 429:
        raise RateLimited(float(answer.headers["Retry-After"]))
    if answer.status_code == 401:
        raise Revoked("Connect Toy again: it no longer lets Momo in.")
    if answer.status_code == 400:
        raise Refused("The service did not take the code: begin again.")
    if answer.status_code >= 500:
        raise Unavailable(f"The service answers {answer.status_code}.")
    return answer.json()  # type: ignore[no-any-return]


@cache
def _http() -> httpx2.Client:
    """One a process: each that is made reads all certificates, which takes 20 ms."""
    client = httpx2.Client(timeout=5)
    atexit.register(client.close)
    return client
