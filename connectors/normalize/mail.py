"""A mail to the words of its author."""

from connectors.contract import Person
from connectors.normalize.headers import mail_headers, split_message
from connectors.normalize.html import html_text
from connectors.normalize.limits import MAX_ATTACHED_MAILS, MAX_FORWARD_DEPTH, MAX_HTML_CHARACTERS
from connectors.normalize.mime import Part, read_content, split_part
from connectors.normalize.model import Ledger, NormalizedText
from connectors.normalize.phrases import FORWARDED_SUBJECT
from connectors.normalize.reply import own_words
from connectors.normalize.whitespace import bounded, clean_characters, tidy_lines


def mail_text(raw: bytes) -> NormalizedText:
    """What the author wrote, then each attached mail under a line that names its author."""
    headers, body = split_message(raw)
    return _read(Part(headers, body), 0)


def _read(part: Part, depth: int) -> NormalizedText:
    headers = mail_headers(part.headers)
    content = read_content(part)
    ledger = Ledger()
    lines = own_words(
        clean_characters(bounded(_joined(content.texts, ledger), ledger)),
        ledger,
        author_names=_signing_names(headers.author),
        forwarding=bool(FORWARDED_SUBJECT.match(headers.subject)),
    )
    attachments = list(content.attachments)
    for mail in content.mails[:MAX_ATTACHED_MAILS]:
        attached = _attached(mail, depth + 1) if depth < MAX_FORWARD_DEPTH else NormalizedText("")
        lines += ["", *attached.text.split("\n")]
        attachments += attached.attachments
        ledger.add_all(attached.removed)
    ledger.add("returned_mail", sum(len(mail.body) for mail in content.returned))
    ledger.add("oversize", sum(len(mail.body) for mail in content.mails[MAX_ATTACHED_MAILS:]))
    text = bounded(tidy_lines(lines), ledger)
    return NormalizedText(text.rstrip(), ledger.removed(), tuple(attachments))


def _attached(mail: Part, depth: int) -> NormalizedText:
    """A forwarded mail; the line with its author keeps it from passing for the sender's words."""
    inner = Part(*split_part(mail.content(len(mail.body)).lstrip(b"\r\n")))
    headers = mail_headers(inner.headers)
    read = _read(inner, depth)
    author = headers.author
    who = (
        " ".join(filter(None, (author.name, f"<{author.email}>" if author.email else "")))
        if author
        else ""
    )
    lines = [f"Forwarded message from {who or 'an unnamed author'}:"]
    if headers.subject:
        lines.append(f"Subject: {headers.subject}")
    return NormalizedText("\n".join([*lines, "", read.text]), read.removed, read.attachments)


def _joined(parts: list[Part], ledger: Ledger) -> str:
    """The texts one below the other; HTML until `MAX_HTML_CHARACTERS` of markup are converted."""
    texts: list[str] = []
    left = MAX_HTML_CHARACTERS
    for part in parts:
        markup = bounded(part.text, ledger, left) if part.is_html else ""
        left -= len(markup)
        texts.append(html_text(markup, ledger) if part.is_html else part.text)
    return "\n\n".join(texts)


def _signing_names(author: Person | None) -> frozenset[str]:
    """Names, lower-case, with which this author may end a mail."""
    if author is None:
        return frozenset()
    name = author.name.lower().split(" via ")[0].strip()
    given = name.split(",")[-1].split() if "," in name else name.split()
    names = {name, *given[:1], *(given[-1:] if len(given) > 1 else [])}
    return frozenset(found for found in names if len(found) > 1)
