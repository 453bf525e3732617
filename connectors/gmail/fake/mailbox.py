"""A mailbox that lives in memory: mails, labels and a history of both."""

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Json = dict[str, Any]
FIRST_ID = 0x18C0_0000_0000_0000
FIRST_HISTORY = 1_000
HISTORY_STEP = 7  # ids grow with gaps
HIDDEN = frozenset({"TRASH", "SPAM"})


class Refused(Exception):
    """The request is not one that Gmail takes; the message is Gmail's reason."""


@dataclass(slots=True)
class Mail:
    """One mail. `write` makes its bytes when somebody asks for them; `size` is what it claims."""

    id: str
    thread: str
    at: int  # milliseconds since 1970
    labels: set[str]
    write: Callable[[], bytes] = field(repr=False)
    size: int = 1_000

    def as_json(self, form: str) -> Json:
        told = {
            "id": self.id,
            "threadId": self.thread,
            "labelIds": sorted(self.labels),
            "internalDate": str(self.at),
            "sizeEstimate": self.size,
            "historyId": str(FIRST_HISTORY),
            "snippet": "",
        }
        if form == "raw":
            told["raw"] = base64.urlsafe_b64encode(self.write()).decode()
        return told

    def in_short(self) -> Json:
        return {"id": self.id, "threadId": self.thread, "labelIds": sorted(self.labels)}


@dataclass(slots=True)
class Mailbox:
    address: str
    mails: dict[str, Mail] = field(default_factory=dict)
    label_names: dict[str, str] = field(default_factory=dict)
    history: list[Json] = field(default_factory=list)
    history_id: int = FIRST_HISTORY
    forgotten: int = 0  # history up to here is not known any more
    watched_until: datetime | None = None
    _version: int = 0
    _lists: dict[tuple[object, ...], list[Mail]] = field(default_factory=dict)

    def new_id(self) -> str:
        return f"{FIRST_ID + len(self.mails) + self._version * 4096:x}"

    def put(self, mail: Mail) -> None:
        """Have a mail without telling of it: it was there before."""
        self.mails[mail.id] = mail
        self._version += 1

    def add(self, mail: Mail) -> None:
        self.put(mail)
        self._note("messagesAdded", {"message": mail.in_short()})

    def change(self, mail_id: str, *, add: Iterable[str] = (), take: Iterable[str] = ()) -> None:
        """Label a mail, or take labels off it."""
        mail = self.mails[mail_id]
        added, taken = set(add) - mail.labels, set(take) & mail.labels
        mail.labels = (mail.labels | added) - taken
        for kind, labels in (("labelsAdded", added), ("labelsRemoved", taken)):
            if labels:
                self._note(kind, {"message": mail.in_short(), "labelIds": sorted(labels)})

    def delete(self, mail_id: str) -> None:
        """Delete for good."""
        mail = self.mails.pop(mail_id)
        self._note("messagesDeleted", {"message": mail.in_short()})

    def forget_history(self) -> None:
        self.history_id += HISTORY_STEP
        self.forgotten = self.history_id
        self.history.clear()

    def label(self, name: str) -> str:
        """The id of a label; one that people make has a number for it."""
        known = {shown: label_id for label_id, shown in self.label_names.items()}
        if name.isupper():
            return name
        if name not in known:
            known[name] = f"Label_{len(self.label_names) + 1}"
            self.label_names[known[name]] = name
        return known[name]

    def listed(
        self, labels: Sequence[str], query: str, with_trash: bool, page: str, most: int
    ) -> tuple[list[Mail], str]:
        """Mails newest first, after those that a page token names. Raises Refused."""
        key = (self._version, *labels, "/", query, with_trash)
        if key not in self._lists:
            self._lists = {} if len(self._lists) > 20 else self._lists
            tests, wanted = _tests(query), set(labels)
            hidden = frozenset() if with_trash else HIDDEN
            found = [
                mail
                for mail in self.mails.values()
                if wanted <= mail.labels
                and not mail.labels & hidden
                and all(test(mail) for test in tests)
            ]
            self._lists[key] = sorted(found, key=_order, reverse=True)
        found = self._lists[key]
        start = _start(found, page)
        following = found[start + most - 1] if start + most < len(found) else None
        return found[start : start + most], _token(following) if following else ""

    def changed(self, since: int, page: str, most: int) -> tuple[list[Json], str]:
        """History after an id, and the token of the next page. Raises Refused (notFound)."""
        if since < self.forgotten or since > self.history_id:
            raise Refused("notFound")
        records = [each for each in self.history if int(each["id"]) > since]
        start = int(page or 0)
        return records[start : start + most], str(start + most) if records[start + most :] else ""

    def _note(self, kind: str, entry: Json) -> None:
        self._version += 1
        self.history_id += HISTORY_STEP
        message = {key: entry["message"][key] for key in ("id", "threadId")}
        self.history.append({"id": str(self.history_id), "messages": [message], kind: [entry]})


def _tests(query: str) -> list[Callable[[Mail], bool]]:
    """What a search asks of a mail: the few operators that are needed. Raises Refused."""
    return [_word(word) for word in query.split()]


def _word(word: str) -> Callable[[Mail], bool]:
    test = _test(*word.removeprefix("-").partition(":")[::2])
    return (lambda mail: not test(mail)) if word.startswith("-") else test


def _test(operator: str, value: str) -> Callable[[Mail], bool]:
    places = {"sent": "SENT", "drafts": "DRAFT", "chats": "CHAT", "trash": "TRASH"}
    if operator == "after" and value.isdecimal():
        return lambda mail: mail.at >= int(value) * 1000
    if operator == "before" and value.isdecimal():
        return lambda mail: mail.at < int(value) * 1000
    if operator == "newer_than" and value.endswith("d"):
        oldest = datetime.now().timestamp() - int(value[:-1]) * 86_400  # noqa: DTZ005  seconds
        return lambda mail: mail.at >= oldest * 1000
    if operator == "in" and value in places:
        return lambda mail: places[value] in mail.labels
    if operator == "is" and value == "starred":
        return lambda mail: "STARRED" in mail.labels
    raise Refused("invalidArgument")


def _order(mail: Mail) -> tuple[int, str]:
    return mail.at, mail.id


def _token(last: Mail) -> str:
    return base64.urlsafe_b64encode(f"{last.at} {last.id}".encode()).decode()


def _start(found: Sequence[Mail], page: str) -> int:
    """Where a page begins: after the last mail of the one before, wherever that is by now."""
    if not page:
        return 0
    try:
        at, mail_id = base64.urlsafe_b64decode(page).decode().split()
        last = int(at), mail_id
    except ValueError:
        raise Refused("invalidArgument") from None
    low, high = 0, len(found)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if _order(found[middle]) >= last else (low, middle)
    return low
