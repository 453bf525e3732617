"""The Gmail API's own answers, over mailboxes in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from multidict import MultiMapping

from connectors.gmail.fake import mailbox as mailboxes
from connectors.gmail.fake.mailbox import Json, Mailbox

ROOT = "/gmail/v1/users/me/"
WATCH = timedelta(days=7)
TOPIC = "projects/momo-tests/topics/gmail"
_STATUS = {
    "notFound": 404,
    "invalidArgument": 400,
    "authError": 401,
    "insufficientPermissions": 403,
}


@dataclass(slots=True)
class Answer:
    body: Json
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def refused(reason: str, status: int = 0, message: str = "", **headers: str) -> Answer:
    """An error as Google writes it."""
    code = status or _STATUS.get(reason, 400)
    text = message or f"Refused: {reason}"
    errors = [{"message": text, "domain": "global", "reason": reason}]
    return Answer({"error": {"code": code, "message": text, "errors": errors}}, code, headers)


def answer(
    box: Mailbox, method: str, path: str, query: MultiMapping[str], body: Mapping[str, Any],
    now: datetime,
) -> Answer:  # fmt: skip
    """One call, of whoever's mailbox it is."""
    place = path.removeprefix(ROOT)
    try:
        if method == "GET" and place.startswith("messages/"):
            return _message(box, place.removeprefix("messages/"), query)
        call = _CALLS.get((method, place))
        return call(box, query, body, now) if call else refused("notFound")
    except mailboxes.Refused as why:
        return refused(str(why))


def _message(box: Mailbox, mail_id: str, query: MultiMapping[str]) -> Answer:
    mail = box.mails.get(mail_id)
    return Answer(mail.as_json(query.get("format", "full"))) if mail else refused("notFound")


def _profile(box: Mailbox, *_: object) -> Answer:
    count = len(box.mails)
    return Answer({
        "emailAddress": box.address, "messagesTotal": count, "threadsTotal": count,
        "historyId": str(box.history_id),
    })  # fmt: skip


def _labels(box: Mailbox, *_: object) -> Answer:
    names = {name: name for name in ("INBOX", "SENT", "STARRED", "TRASH")} | box.label_names
    return Answer({"labels": [{"id": key, "name": name} for key, name in names.items()]})


def _messages(box: Mailbox, query: MultiMapping[str], *_: object) -> Answer:
    mails, following = box.listed(
        query.getall("labelIds", []),
        query.get("q", ""),
        query.get("includeSpamTrash", "false") == "true",
        query.get("pageToken", ""),
        min(int(query.get("maxResults", "100")), 500),
    )
    told: Json = {"resultSizeEstimate": 201}  # a guess, as Gmail's is
    if mails:
        told["messages"] = [{"id": mail.id, "threadId": mail.thread} for mail in mails]
    return Answer(told | ({"nextPageToken": following} if following else {}))


def _history(box: Mailbox, query: MultiMapping[str], *_: object) -> Answer:
    most = min(int(query.get("maxResults", "100")), 500)
    since = int(query["startHistoryId"])
    records, following = box.changed(since, query.get("pageToken", ""), most)
    told: Json = {"historyId": str(box.history_id)}
    if records:
        told["history"] = records
    return Answer(told | ({"nextPageToken": following} if following else {}))


def _watch(box: Mailbox, _: object, body: Mapping[str, Any], now: datetime) -> Answer:
    if body.get("topicName") != TOPIC:
        return refused("invalidArgument", message="Error sending test message to Cloud PubSub")
    box.watched_until = now + WATCH
    expires = int(box.watched_until.timestamp() * 1000)
    return Answer({"historyId": str(box.history_id), "expiration": str(expires)})


def _stop(box: Mailbox, *_: object) -> Answer:
    box.watched_until = None
    return Answer({}, 204)


_CALLS: dict[tuple[str, str], Any] = {
    ("GET", "profile"): _profile,
    ("GET", "labels"): _labels,
    ("GET", "messages"): _messages,
    ("GET", "history"): _history,
    ("POST", "watch"): _watch,
    ("POST", "stop"): _stop,
}
