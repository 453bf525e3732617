"""Mailbox files (mboxrd) as mail programs write them: quotes, signatures, HTML and all."""

import re
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape
from pathlib import Path

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.places import Places, digest
from momo.surfaces.demo.story import Character, Mail

_FROM_LINE = re.compile(rb"^(>*From )", re.MULTILINE)


def write_mailbox(path: Path, edition: Edition, owner: Character) -> Places:
    """Write every mail of which `owner` has a copy, oldest first."""
    mails = [mail for mail in edition.story.mails if owner.key in mail.named]
    mails.sort(key=lambda mail: edition.moment(mail.when))
    path.write_bytes(b"".join(_entry(edition, mail, owner) for mail in mails))
    return {mail.key: _message_id(edition, mail.key) for mail in mails}


def _entry(edition: Edition, mail: Mail, owner: Character) -> bytes:
    sent = edition.moment(mail.when)
    head = f"From {edition.author(mail).email} {sent:%a %b %d %H:%M:%S %Y}\n".encode()
    body = _message(edition, mail, owner).as_bytes().replace(b"\r\n", b"\n")
    return head + _FROM_LINE.sub(rb">\1", body) + b"\n"


def _message(edition: Edition, mail: Mail, owner: Character) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["Message-ID"] = f"<{_message_id(edition, mail.key)}>"
    message["Date"] = format_datetime(edition.moment(mail.when))
    message["From"] = _address(edition.author(mail))
    message["To"] = _addresses(edition, mail.to)
    if mail.cc:
        message["Cc"] = _addresses(edition, mail.cc)
    message["Subject"] = f"Re: {mail.subject}" if mail.answers else mail.subject
    if mail.answers:
        message["In-Reply-To"] = f"<{_message_id(edition, mail.answers)}>"
        message["References"] = f"<{_message_id(edition, mail.thread)}>"
    message["X-Gmail-Labels"] = "Sent" if mail.by == owner.key else "Inbox"
    for name, value in mail.headers.items():
        message[name] = value
    _fill(message, edition, mail)
    return message


def _fill(message: EmailMessage, edition: Edition, mail: Mail) -> None:
    if mail.form == "html":
        message.set_content(_html(edition, mail), subtype="html")
        return
    message.set_content(_plain(edition, mail))
    if mail.form == "both":
        message.add_alternative(_html(edition, mail), subtype="html")
        message.set_boundary(f"==={digest(mail.key)[:24]}==")


def _plain(edition: Edition, mail: Mail) -> str:
    parts = [edition.told(mail.text), _footer(edition, mail)]
    if mail.answers:
        before = _find(edition, mail.answers)
        quoted = "\n".join(f"> {line}".rstrip() for line in edition.told(before.text).split("\n"))
        parts.append(f"{_attribution(edition, before)}\n{quoted}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _html(edition: Edition, mail: Mail) -> str:
    body = _paragraphs(edition.told(mail.text))
    if footer := _footer(edition, mail):
        body += f'\n<div class="gmail_signature">{escape(footer).replace(chr(10), "<br>")}</div>'
    if mail.answers:
        before = _find(edition, mail.answers)
        body += (
            f'\n<div class="gmail_quote"><div class="gmail_attr">'
            f"{escape(_attribution(edition, before))}</div>"
            f'<blockquote class="gmail_quote">{_paragraphs(edition.told(before.text))}'
            "</blockquote></div>"
        )
    style = "<style>p { margin: 0 0 1em }</style>"
    return f"<html><head>{style}</head><body>\n{body}\n</body></html>\n"


def _paragraphs(text: str) -> str:
    return "\n".join(_paragraph(part) for part in text.split("\n\n"))


def _paragraph(part: str) -> str:
    lines = [escape(line) for line in part.split("\n")]
    if lines[0].startswith("- "):
        return "<ul>" + "".join(f"<li>{line.removeprefix('- ')}</li>" for line in lines) + "</ul>"
    return f"<p>{' '.join(lines)}</p>"


def _footer(edition: Edition, mail: Mail) -> str:
    author = edition.author(mail)
    if mail.footer == "phone":
        return "Sent from my iPhone"
    if mail.footer == "none" or not author.title:
        return ""
    company = f" · {edition.story.company}" if author.role else ""
    return f"-- \n{author.name}\n{author.title}{company}"


def _attribution(edition: Edition, before: Mail) -> str:
    sent = edition.moment(before.when)
    return f"On {sent:%a, %d %b %Y at %H:%M}, {_address(edition.author(before))} wrote:"


def _message_id(edition: Edition, key: str) -> str:
    domain = edition.author(_find(edition, key)).email.partition("@")[2]
    return f"{digest(key)[:12]}.{key}@{domain}"


def _find(edition: Edition, key: str) -> Mail:
    return next(mail for mail in edition.story.mails if mail.key == key)


def _addresses(edition: Edition, keys: tuple[str, ...]) -> str:
    return ", ".join(_address(edition.story.people[key]) for key in keys)


def _address(person: Character) -> str:
    return f"{person.name} <{person.email}>"
