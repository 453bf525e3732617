"""A mail of Gmail's as Momo's record. Pure."""

import re
from base64 import urlsafe_b64decode
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote

from connectors.contract import MediaType, Refusal, SourceRecord
from connectors.files.members import MIB
from connectors.files.text import clean, one_line
from connectors.files.times import from_epoch
from connectors.gmail.tuning import MAX_MAIL_BYTES
from connectors.mbox.gmail import GmailMarks
from connectors.mbox.mapping import mail_record
from connectors.mbox.split import Piece
from connectors.normalize.headers import split_message

SENT, STARRED, TRASH, SPAM = "SENT", "STARRED", "TRASH", "SPAM"
UNWANTED = frozenset({TRASH, SPAM, "DRAFT", "CHAT"})
OWN_LABELS = {SENT: "Sent", STARRED: "Starred", "INBOX": "Inbox"}  # Gmail's, worth choosing
BULK = frozenset({"CATEGORY_PROMOTIONS", "CATEGORY_SOCIAL"})
MAX_LABELS = 100  # of one mail; people have seen about 20

_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
_TOO_LARGE = f"the mail is larger than {MAX_MAIL_BYTES // MIB} MiB: forward it without attachments"
_ODD = "Gmail describes it in a way that Momo does not know"


@dataclass(frozen=True, slots=True)
class State:
    """A mail without what is in it. `size` is Gmail's estimate, in bytes."""

    id: str
    thread: str
    labels: frozenset[str]
    at: datetime
    size: int

    @property
    def is_unwanted(self) -> bool:
        return bool(self.labels & UNWANTED)


def read_state(payload: Mapping[str, Any]) -> State | None:
    """A mail as `messages.get` describes it; None where the description makes no sense."""
    at = _moment(payload.get("internalDate"))
    mail_id, thread = payload.get("id"), payload.get("threadId")
    labels, size = payload.get("labelIds", []), payload.get("sizeEstimate", 0)
    if at is None or not is_id(mail_id) or not is_id(thread) or not isinstance(labels, list):
        return None
    return State(
        id=str(mail_id),
        thread=str(thread),
        labels=frozenset(each for each in labels[:MAX_LABELS] if isinstance(each, str)),
        at=at,
        size=size if isinstance(size, int) else 0,
    )


def is_id(value: object) -> bool:
    return isinstance(value, str) and bool(_ID.fullmatch(value))


def mail(
    state: State,
    payload: Mapping[str, Any],
    label_names: Mapping[str, str],
    *,
    mailbox: str,
    as_of: datetime,
) -> SourceRecord | Refusal:
    """Map a mail that was read at `as_of`. `label_names` are of labels that people made.

    Its id is Gmail's, not the Message-ID: whoever writes a mail chooses that, and could put theirs
    in the place of another; and of what was deleted for good, Gmail tells no other.
    """
    raw = _raw(payload.get("raw"))
    if raw is None or not raw.strip():
        return Refusal(_locator(state.id), _ODD if raw is None else "the mail is empty", raw == b"")
    if len(raw) > MAX_MAIL_BYTES:
        return too_large(state.id)
    marks = GmailMarks(labels=tags(state.labels, label_names), thread=state.thread)
    headers, _ = split_message(raw)
    record = mail_record(Piece(b"", raw), headers, marks, container=mailbox, earlier=state.at)
    return replace(
        record,
        external_id=state.id,
        occurred_at=state.at,
        dated=True,
        thread_key=state.thread,
        reply_to="",  # it names a Message-ID; the thread says the same
        # By address: a person's accounts are numbered by the order in which they signed in.
        url=f"https://mail.google.com/mail/u/?authuser={quote(mailbox)}#all/{state.id}",
        as_of=as_of,
    )


def deletion(mail_id: str, as_of: datetime) -> SourceRecord:
    """That a mail is gone: deleted, or in the trash or in Spam."""
    return SourceRecord(
        external_id=mail_id,
        kind="mail",
        raw=b"",
        media_type=MediaType.MAIL,
        occurred_at=as_of,
        deleted=True,
        as_of=as_of,
    )


def too_large(mail_id: str) -> Refusal:
    return Refusal(_locator(mail_id), _TOO_LARGE)


def odd(mail_id: str) -> Refusal:
    return Refusal(_locator(mail_id), _ODD)


def tags(label_ids: Collection[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Labels as Takeout's are read: by name and in lower case ("category updates")."""
    shown = (names.get(label) or label.replace("_", " ") for label in sorted(label_ids))
    return tuple(name for each in shown if (name := one_line(clean(each)).lower()))


def read_label_names(payload: Mapping[str, Any]) -> dict[str, str]:
    """Names of the labels that people made, by id, from `labels.list`."""
    labels = payload.get("labels")
    return {
        label["id"]: label["name"]
        for label in (labels if isinstance(labels, list) else ())
        if isinstance(label, dict)
        and isinstance(label.get("id"), str)
        and isinstance(label.get("name"), str)
        and is_made(label["id"])
    }


def is_made(label_id: str) -> bool:
    """Whether a person made the label, so that its id does not say what it is."""
    return label_id.startswith("Label_")


def _locator(mail_id: str) -> str:
    return f"mail {mail_id}"


def _moment(milliseconds: object) -> datetime | None:
    try:
        return from_epoch(int(str(milliseconds)) / 1000)
    except (ValueError, OverflowError):
        return None


def _raw(encoded: object) -> bytes | None:
    if not isinstance(encoded, str):
        return None
    try:
        return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except ValueError:
        return None
