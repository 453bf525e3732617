"""The headers of a mail, read without its body."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from connectors.contract import Person
from connectors.normalize.addresses import decode_words, people
from connectors.normalize.limits import MAX_HEADER_BYTES, MAX_HEADER_VALUE, MAX_REFERENCES

Headers = dict[str, list[str]]  # lower-case name to its values, unfolded, in order

_NAME = re.compile(rb"([!-9;-~]{1,80})[ \t]*:")
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
# Only a block with one of these is a header; "One: here is what I have" begins a body.
_KNOWN = frozenset(
    {
        "from", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references",
        "received", "return-path", "sender", "reply-to", "mime-version", "content-type",
        "content-transfer-encoding", "content-disposition", "content-id", "content-description",
        "delivered-to", "list-id", "dkim-signature", "x-mailer", "x-gmail-labels",
    }
)  # fmt: skip
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,500})>")


@dataclass(frozen=True, slots=True)
class MailHeaders:
    """Who wrote a mail to whom, when, and what it answers.

    Ids are without angle brackets, in the order given; `references` is oldest first. `date` is
    aware and in UTC, or None where the header is missing or makes no sense.
    """

    message_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""
    date: datetime | None = None
    author: Person | None = None
    to: tuple[Person, ...] = ()
    cc: tuple[Person, ...] = ()
    list_id: str = ""


def read_mail(raw: bytes) -> MailHeaders:
    """Headers of the mail `raw`; of a repeated one the first counts. Never raises on bad bytes."""
    return mail_headers(split_message(raw)[0])


def mail_headers(headers: Headers) -> MailHeaders:
    """The same from headers already split off."""
    authors = people(headers.get("from", headers.get("sender", [])), "author")
    references = tuple(_ids(" ".join(headers.get("references", []))))
    return MailHeaders(
        message_id=_first_id(headers, "message-id"),
        in_reply_to=_first_id(headers, "in-reply-to"),
        references=references[-MAX_REFERENCES:],
        subject=decode_words(_first(headers, "subject")),
        date=_date(_first(headers, "date")),
        author=authors[0] if authors else None,
        to=people(headers.get("to", []), "to"),
        cc=people(headers.get("cc", []), "cc"),
        list_id=_list_id(_first(headers, "list-id")),
    )


def split_message(raw: bytes) -> tuple[Headers, bytes]:
    """Header block and body. Bytes that begin with no header are all body."""
    start = _start(raw)
    blank = _BLANK_LINE.search(raw, start, start + MAX_HEADER_BYTES)
    end = blank.start() if blank else min(len(raw), start + MAX_HEADER_BYTES)
    lines = raw[start:end].split(b"\n")
    used = _header_lines(lines)
    if used == 0:
        return {}, raw[start:]
    if used < len(lines):  # no blank line before the body
        return _unfolded(lines[:used]), b"\n".join(lines[used:]) + raw[end:]
    return _unfolded(lines), raw[blank.end() if blank else end :]


def _start(raw: bytes) -> int:
    """Past blank lines and the mbox separator line that some exports leave in front."""
    start = len(raw) - len(raw.lstrip(b"\r\n")) if raw[:1] in b"\r\n" else 0
    if raw.startswith((b"From ", b">From "), start):
        start = raw.find(b"\n", start) + 1 or len(raw)
    return start


def _header_lines(lines: list[bytes]) -> int:
    """How many lines from the top are headers; a broken line between two known ones counts."""
    known = 0
    for number, line in enumerate(lines, 1):
        match = _NAME.match(line)
        if match is None and line[:1] not in b" \t" and known == 0:
            break
        if match and match.group(1).decode("ascii").lower() in _KNOWN:
            known = number
    if known == 0:
        return 0
    used = known
    while used < len(lines) and (lines[used][:1] in b" \t" or _NAME.match(lines[used])):
        used += 1
    return used


def _unfolded(lines: list[bytes]) -> Headers:
    headers: Headers = {}
    values: list[str] = []
    for line in lines:
        match = _NAME.match(line)
        if match:
            values = headers.setdefault(match.group(1).decode("ascii").lower(), [])
            values.append(_text(line[match.end() :]))
        elif values and line[:1] in b" \t" and len(values[-1]) < MAX_HEADER_VALUE * 10:
            values[-1] = f"{values[-1]} {_text(line)}"
    return headers


def _text(line: bytes) -> str:
    """Raw 8-bit headers are UTF-8 today and were Latin-1 before."""
    line = line.strip()
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def _first(headers: Headers, name: str) -> str:
    return next((value for value in headers.get(name, []) if value), "")[:MAX_HEADER_VALUE]


def _ids(value: str) -> list[str]:
    return list(dict.fromkeys(_MESSAGE_ID.findall(value)))


def _first_id(headers: Headers, name: str) -> str:
    value = _first(headers, name)
    found = _ids(value)
    bare = value.strip("<> ").split()
    return found[0] if found else (bare[0] if bare else "")


def _list_id(value: str) -> str:
    found = _ids(value)
    return found[-1] if found else decode_words(value)


def _date(value: str) -> datetime | None:
    """RFC 5322 or ISO 8601; a time without a zone is taken as UTC."""
    for parse in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            moment = parse(value[:100].strip())
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, TypeError, OverflowError, IndexError):
            continue
    return None
