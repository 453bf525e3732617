"""Mailboxes: mbox files, single mails, folders of either, and Google Takeout's zip."""

import re
from collections.abc import Iterator
from datetime import datetime
from enum import Enum, auto
from pathlib import Path

from connectors.contract import Refusal, SourceRecord, UnreadableSource, Visibility
from connectors.files.archive import STREAMED_FILES
from connectors.files.bundle import open_bundle
from connectors.files.members import (
    MIB,
    Bundle,
    Member,
    MemberError,
    count_matches,
    read_head,
    read_whole,
)  # fmt: skip
from connectors.mbox.gmail import gmail_marks
from connectors.mbox.mapping import mail_record
from connectors.mbox.split import MAX_MAIL_BYTES, Piece, is_mailbox, split_mails
from connectors.normalize.headers import split_message

_HEAD_BYTES = 64 * 1024
_POSTMARK = re.compile(rb"(?:\A|\n)From ")
_MAIL_START = re.compile(rb"(?:[!-9;-~]+[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_MAIL_HEADER = re.compile(rb"(?im)^(?:from|date|subject|received|message-id|return-path)[ \t]*:")
_TOO_LARGE = (
    f"the mail is larger than {MAX_MAIL_BYTES // MIB} MiB: remove its attachments and import it"
    " again"
)


class _Form(Enum):
    MAILBOX = auto()
    MAIL = auto()
    EMPTY = auto()
    OTHER = auto()


class MboxConnector:
    """Reads mail that was saved to files."""

    kind = "mbox"
    source = "gmail"
    title = "Mailbox (mbox, .eml, Google Takeout)"
    description = (
        "An mbox file, single mails (.eml), a folder of them, or the zip of Google Takeout."
    )
    accepts = (".mbox", ".mbx", ".eml", ".zip")
    default_visibility = Visibility.PRIVATE
    ids_hold_by_place = False

    def count(self, path: Path) -> int:
        """How many mails to expect. Raises UnreadableSource."""
        with open_bundle(path, STREAMED_FILES) as bundle:
            return sum(_count(bundle, member) for member in _members(bundle))

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Every mail, file by file. Raises UnreadableSource where there is no mail at all."""
        with open_bundle(path, STREAMED_FILES) as bundle:
            for member in _members(bundle):
                try:
                    yield from _read(bundle, member)
                except MemberError as bad:
                    yield Refusal(member.name, str(bad))


mbox = MboxConnector()


def _members(bundle: Bundle) -> tuple[Member, ...]:
    """The files of the bundle, once one of them is known to be mail. Raises UnreadableSource."""
    if all(_form_or_other(bundle, member) is _Form.OTHER for member in bundle.members):
        raise UnreadableSource(
            "There is no mail in it: give an mbox file, an .eml file, a folder of them or Google"
            " Takeout's zip (unpack a .tgz first)."
        )
    return bundle.members


def _form_or_other(bundle: Bundle, member: Member) -> _Form:
    try:
        return _form(bundle, member)
    except MemberError:
        return _Form.OTHER


def _form(bundle: Bundle, member: Member) -> _Form:
    """What a file is, by how it starts. Raises MemberError."""
    head = read_head(bundle, member, _HEAD_BYTES)
    if not head.strip():
        return _Form.EMPTY
    if is_mailbox(head):
        return _Form.MAILBOX
    start = _MAIL_START.match(head)
    return _Form.MAIL if start and _MAIL_HEADER.search(start[0]) else _Form.OTHER


def _count(bundle: Bundle, member: Member) -> int:
    form = _form_or_other(bundle, member)
    return count_matches(bundle, member, _POSTMARK) if form is _Form.MAILBOX else 1


def _read(bundle: Bundle, member: Member) -> Iterator[SourceRecord | Refusal]:
    """The mails of one file. Raises MemberError where it cannot be read, or not to its end."""
    form = _form(bundle, member)
    if form is _Form.MAILBOX:
        yield from _read_mailbox(bundle, member)
    elif form is _Form.MAIL:
        piece = Piece(b"", read_whole(bundle, member, MAX_MAIL_BYTES))
        yield _take(piece, member.name, member.path.parent.name, member.modified)
    else:
        reason = "the file is empty" if form is _Form.EMPTY else "neither a mailbox nor a mail"
        yield Refusal(member.name, reason, skipped=True)


def _read_mailbox(bundle: Bundle, member: Member) -> Iterator[SourceRecord | Refusal]:
    earlier = member.modified
    with bundle.open(member) as stream:
        for number, piece in enumerate(split_mails(stream), start=1):
            locator = f"{member.name}, mail {number}"
            taken = _take(piece, locator, member.path.stem, earlier)
            if isinstance(taken, SourceRecord):
                earlier = taken.occurred_at
            yield taken


def _take(piece: Piece, locator: str, container: str, earlier: datetime) -> SourceRecord | Refusal:
    if piece.too_large:
        return Refusal(locator, _TOO_LARGE)
    if not piece.raw.strip():
        return Refusal(locator, "the mail is empty", skipped=True)
    headers, _ = split_message(piece.raw)
    marks = gmail_marks(headers)
    if marks.unwanted:
        return Refusal(locator, marks.unwanted, skipped=True)
    return mail_record(piece, headers, marks, container=container, earlier=earlier)
