"""The readable parts of a mail.

The stdlib's parser reads line by line and tests every line against every open boundary: a hostile
25 MB mail keeps it busy for minutes. Here parts are found with `bytes.find`, and only the text
that is kept gets decoded; the stdlib still reads the parameters of each header.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from functools import cached_property

from connectors.normalize.addresses import decode_words
from connectors.normalize.charset import decode_text
from connectors.normalize.flowed import unflow
from connectors.normalize.headers import Headers, split_message
from connectors.normalize.html import html_charset
from connectors.normalize.limits import (
    MAX_HEADER_VALUE,
    MAX_HTML_CHARACTERS,
    MAX_MIME_DEPTH,
    MAX_PARTS,
    STUB_CHARACTERS,
)

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
_LOOKS_HTML = re.compile(r"\s*<(?:!doctype\s+html|html|head|body|div|table)\b", re.IGNORECASE)
_STUB = re.compile(
    r"(?:view|read|see|open)[^.\n]{0,60}\b(?:browser|online|web ?page|web version)"
    r"|(?:not|doesn['’]t|can['’]t|cannot) (?:support|display|show|view|able to)[^.\n]{0,60}html"
    r"|html[- ](?:enabled|compatible|capable|e-?mail|format|version)"
    r"|this is a multi-?part message",
    re.IGNORECASE,
)
_CTE_SLACK = 4  # bytes that one character can take in base64 or quoted-printable and UTF-8


@dataclass(frozen=True)
class Part:
    """One MIME entity: its headers and its undecoded body."""

    headers: Headers
    body: bytes
    default_type: str = "text/plain"

    @cached_property
    def _message(self) -> Message:
        message = Message()
        message.set_default_type(self.default_type)
        for name in ("Content-Type", "Content-Disposition"):
            for value in self.headers.get(name.lower(), [])[:1]:
                message[name] = value[:MAX_HEADER_VALUE]
        return message

    @cached_property
    def type(self) -> str:
        return self._message.get_content_type()

    @property
    def is_attached(self) -> bool:
        return self._message.get_content_disposition() == "attachment"

    @cached_property
    def filename(self) -> str:
        """Base name of the file that the part carries; empty when it names none."""
        try:
            name = decode_words(str(self._message.get_filename("") or ""))
        except ValueError:  # an RFC 2231 value in a codec that refuses to decode
            return ""
        return re.split(r"[/\\]", name)[-1][:255]

    def parameter(self, name: str) -> str:
        value = self._message.get_param(name, "")
        return value if isinstance(value, str) else str(value[2] if value else "")

    def content(self, limit: int) -> bytes:
        """The body with its transfer encoding undone, as far as `limit` bytes need."""
        encoding = "".join(self.headers.get("content-transfer-encoding", [])[:1]).strip().lower()
        body = self.body[: limit * _CTE_SLACK]
        if encoding == "base64":
            return _from_base64(body)
        return binascii.a2b_qp(body) if encoding == "quoted-printable" else body

    @cached_property
    def text(self) -> str:
        """Decoded text of a text part."""
        raw = self.content(MAX_HTML_CHARACTERS)
        charset = self.parameter("charset")
        text = decode_text(raw, charset or (html_charset(raw) if self.type == "text/html" else ""))
        if self.parameter("format").lower() == "flowed" and self.type == "text/plain":
            return unflow(text, delete_space=self.parameter("delsp").lower() == "yes")
        return text

    @property
    def is_html(self) -> bool:
        """By label, or by looks where a sender put HTML under text/plain."""
        return self.type == "text/html" or bool(_LOOKS_HTML.match(self.text))


@dataclass(slots=True)
class Content:
    """What a mail holds: texts in order, attached mails, names of attached files."""

    texts: list[Part] = field(default_factory=list)
    mails: list[Part] = field(default_factory=list)
    returned: list[Part] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)

    def is_plain(self) -> bool:
        return bool(self.texts) and not any(part.is_html for part in self.texts)

    def is_stub(self) -> bool:
        """Nothing, or only a notice that the real text is in the HTML."""
        text = "".join(part.text for part in self.texts).strip()
        return not text or (len(text) < STUB_CHARACTERS and bool(_STUB.search(text)))


def read_content(part: Part) -> Content:
    """Sort the parts of a mail by what a reader does with them."""
    content = Content()
    _gather(part, content, 0)
    return content


def _gather(part: Part, content: Content, depth: int) -> None:
    children = _children(part) if depth < MAX_MIME_DEPTH else []
    if not children:
        _sort_leaf(part, content, depth)
    elif part.type == "multipart/alternative":
        _merge_alternative([_branch(child, depth + 1) for child in children], content)
    elif part.type == "multipart/report":
        for child in children:
            target = Content(attachments=content.attachments)
            _gather(child, target, depth + 1)
            content.texts += target.texts
            content.returned += target.mails
    else:
        for child in children:
            _gather(child, content, depth + 1)


def _branch(part: Part, depth: int) -> Content:
    content = Content()
    _gather(part, content, depth)
    return content


def _merge_alternative(branches: list[Content], content: Content) -> None:
    """Take the plain branch unless it says nothing; then the richest, which comes last."""
    plain = next(
        (branch for branch in branches if branch.is_plain() and not branch.is_stub()), None
    )
    chosen = plain or next((b for b in reversed(branches) if b.texts and not b.is_stub()), None)
    if chosen is None:
        chosen = next((branch for branch in branches if branch.texts), None)
    content.texts += chosen.texts if chosen else []
    for branch in branches:
        content.mails += branch.mails
        content.attachments += branch.attachments


def _sort_leaf(part: Part, content: Content, depth: int) -> None:
    if part.type in ("message/rfc822", "message/global"):
        content.mails.append(part)
    elif _is_readable(part, content, depth):
        content.texts.append(part)
    elif part.filename:
        content.attachments.append(part.filename)


def _is_readable(part: Part, content: Content, depth: int) -> bool:
    """Text shown as the mail's own; a file of text is an attachment, except as the whole mail."""
    if part.type.startswith("multipart/"):  # without the parts it promises
        return True
    if part.type not in ("text/plain", "text/html", "text/markdown"):
        return False
    return depth == 0 or not (part.is_attached or (part.filename and content.texts))


def _children(part: Part) -> list[Part]:
    if not part.type.startswith("multipart/"):
        return []
    boundary = part.parameter("boundary").rstrip()
    if not boundary:
        return []
    kind = "message/rfc822" if part.type == "multipart/digest" else "text/plain"
    delimiter = b"--" + boundary.encode("utf-8", "replace")
    return [Part(*split_part(piece), kind) for piece in _pieces(part.body, delimiter)]


def split_part(piece: bytes) -> tuple[Headers, bytes]:
    """A part may have no headers at all: then it begins with the blank line."""
    if piece.startswith((b"\n", b"\r\n")):
        return {}, piece.lstrip(b"\r").removeprefix(b"\n")
    return split_message(piece)


def _pieces(body: bytes, delimiter: bytes) -> Iterator[bytes]:
    """Bytes between delimiter lines. The closing one may be missing."""
    start = -1
    found = 0
    position = body.find(delimiter)
    while position >= 0 and found <= MAX_PARTS:
        after = position + len(delimiter)
        if (position == 0 or body[position - 1 : position] == b"\n") and _ends_line(body, after):
            if start >= 0:
                yield body[start : max(start, position - 1)].removesuffix(b"\r")
            if body.startswith(b"--", after):
                return
            start = body.find(b"\n", after) + 1 or len(body)
            found += 1
        position = body.find(delimiter, after)
    if start >= 0:
        yield body[start:]


def _ends_line(body: bytes, position: int) -> bool:
    """A delimiter line holds nothing else; otherwise it is of a longer, nested boundary."""
    rest = body[position : position + 80].split(b"\n", 1)[0]
    return not rest.removeprefix(b"--").strip()


def _from_base64(body: bytes) -> bytes:
    """Tolerates line noise, missing padding and a cut end."""
    letters = _NOT_BASE64.sub(b"", body)
    return binascii.a2b_base64(letters[: len(letters) // 4 * 4] + _last_group(letters))


def _last_group(letters: bytes) -> bytes:
    rest = letters[len(letters) // 4 * 4 :]
    return rest + b"=" * (4 - len(rest)) if len(rest) > 1 else b""
