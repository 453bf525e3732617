"""Cuts a mailbox into mails in constant memory, at the "From " lines that really start one.

Mailboxes differ in how they protect a body line that begins with "From ": some write ">From ",
some nothing at all. So a "From " line counts only where it carries a date, or stands alone with
an address after an empty line, and what follows it looks like a header.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from connectors.files.members import CHUNK_BYTES, MIB, ByteStream

MAX_MAIL_BYTES = 25 * MIB  # what Gmail itself accepts
CONTEXT_BYTES = 3  # an empty line, whichever way lines end
LOOKAHEAD_BYTES = 4096  # a "From " line and the first words of the next one

_CANDIDATE = re.compile(rb"\nFrom ([^\n]{0,1000})(?=\n)")
_DATED = re.compile(
    rb"\b[A-Z][a-z]{2} +\d\d? +\d\d?:\d\d.* \d{4}\b"  # Nov 21 20:25:22 +0000 2026
    rb"|\b\d\d? [A-Z][a-z]{2} \d{4} +\d\d?:\d\d|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
)
_ADDRESS_ALONE = re.compile(rb"\S+[ \t]*\r?")
_HEADER_NEXT = re.compile(rb"\n(?:[!-9;-~]{1,200}[ \t]*:|>From )")
_END_NEXT = re.compile(rb"\n(?:\r?\n|$)")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One mail as found. `raw` is empty where it was larger than the limit and so not kept."""

    postmark: bytes  # what follows "From " on its line
    raw: bytes
    too_large: bool = False


def split_mails(stream: ByteStream, limit: int = MAX_MAIL_BYTES) -> Iterator[Piece]:
    """Every mail of a mailbox, ">From " unquoted. Text before the first "From " line is dropped.

    Raises MemberError where reading fails.
    """
    mail: _Growing | None = None
    for postmark, text in _cut(stream):
        if postmark is not None:
            if mail:
                yield mail.piece()
            mail = _Growing(postmark, limit)
        if mail:
            mail.add(text)
    if mail:
        yield mail.piece()


class _Growing:
    """A mail being read, which lets go of its text once it is too large."""

    def __init__(self, postmark: bytes, limit: int) -> None:
        self._postmark = postmark
        self._limit = limit
        self._size = 0
        self._parts: list[bytes] = []

    def add(self, text: bytes) -> None:
        self._size += len(text)
        if self._size > self._limit:
            self._parts.clear()
        else:
            self._parts.append(text)

    def piece(self) -> Piece:
        raw = b"".join(self._parts)
        if b">From " in raw:
            raw = _QUOTED_FROM.sub(rb"\1", raw)
        return Piece(self._postmark, raw, too_large=self._size > self._limit)


def is_mailbox(head: bytes) -> bool:
    """Whether a file that starts with these bytes is a mailbox."""
    cuts = _cut(BytesIO(head))
    return head.lstrip().startswith(b"From ") and any(mark is not None for mark, _ in cuts)


def _cut(stream: ByteStream) -> Iterator[tuple[bytes | None, bytes]]:
    """Stretches of text, each with the postmark that it follows, or None inside a mail."""
    held = b"\n" * CONTEXT_BYTES  # the very start counts as following an empty line
    postmark: bytes | None = None
    ended = False
    while not ended:
        chunk = stream.read(CHUNK_BYTES)
        ended = not chunk
        held += chunk
        sure = len(held) if ended else max(CONTEXT_BYTES, len(held) - LOOKAHEAD_BYTES)
        start = CONTEXT_BYTES
        for match in _CANDIDATE.finditer(held):
            if match.start() >= sure:
                break
            if _starts_mail(held, match):
                yield postmark, held[start : match.start() + 1]
                postmark, start = match[1], match.end() + 1
        if start < sure or ended:
            yield postmark, held[start:sure]
            postmark, start = None, max(start, sure)
        held = held[start - CONTEXT_BYTES :]


def _starts_mail(text: bytes, match: re.Match[bytes]) -> bool:
    has_header = bool(_HEADER_NEXT.match(text, match.end()))
    after_gap = _follows_gap(text, match.start())
    if _DATED.search(match[1]):
        return has_header or (after_gap and bool(_END_NEXT.match(text, match.end())))
    return after_gap and has_header and bool(_ADDRESS_ALONE.fullmatch(match[1]))


def _follows_gap(text: bytes, line_end: int) -> bool:
    """Whether the line that ends here is empty."""
    before = text[max(0, line_end - 2) : line_end]
    return before.endswith(b"\n") or before == b"\n\r"
