"""A mail as Momo's record. Pure."""

from datetime import datetime

from connectors.contract import MediaType, SourceRecord
from connectors.files.text import clean, fingerprint, stable_id
from connectors.files.times import usable
from connectors.mbox.arrival import filed_at, received_at
from connectors.mbox.gmail import GmailMarks
from connectors.mbox.split import Piece
from connectors.normalize.headers import Headers, mail_headers


def mail_record(
    piece: Piece, headers: Headers, marks: GmailMarks, *, container: str, earlier: datetime
) -> SourceRecord:
    """Map one mail. `earlier` stands in for the time of a mail that has none."""
    mail = mail_headers(headers)
    moment = (usable(mail.date) if mail.date else None) or _arrival(headers, piece.postmark)
    own_id = stable_id(mail.message_id) or fingerprint(piece.raw.strip())
    reply_to = stable_id(mail.in_reply_to)
    root = stable_id(mail.references[0]) if mail.references else ""
    return SourceRecord(
        external_id=own_id,
        kind="mail",
        raw=piece.raw.replace(b"\0", b""),
        media_type=MediaType.MAIL,
        occurred_at=moment or earlier,
        dated=moment is not None,
        title=clean(mail.subject),
        author=mail.author,
        participants=(*mail.to, *mail.cc),
        thread_key=marks.thread or root or reply_to or own_id,
        reply_to=reply_to,
        url=f"https://mail.google.com/mail/u/0/#all/{marks.thread}" if marks.thread else "",
        container=container,
        tags=marks.tags,
    )


def _arrival(headers: Headers, postmark: bytes) -> datetime | None:
    """When the last server took the mail (its line is topmost), else when it was filed."""
    trace = headers.get("received", [""])[0]
    return received_at(trace) or filed_at(postmark)
