"""A digest as a mail: HTML and text, nothing fetched from elsewhere, one click to stop it."""

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from lifecycle.digests import wording
from lifecycle.digests.contents import Digest, Entry, Part, Section
from lifecycle.digests.text import as_text


def as_html(digest: Digest, *, unsubscribe: str = "") -> str:
    """The whole page. What others wrote is escaped; it loads nothing."""
    return render_to_string(
        "lifecycle/digest.html",
        {
            "digest": digest, "headline": wording.headline(digest),
            "counts": [wording.counted(section) for section in digest.sections],
            "sections": [_section(section) for section in digest.sections],
            "nothing": wording.NOTHING, "signed": wording.signed(digest),
            "unsubscribe": unsubscribe,
        },
    )  # fmt: skip


def as_mail(digest: Digest, *, to: str, key: str, unsubscribe: str = "") -> EmailMultiAlternatives:
    """A mail that is ready to be sent. `key` is of this digest to this address, in its Message-ID:
    a mail program that gets it twice shows it once. `unsubscribe` is an address of this service."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    headers = {"Message-ID": f"<{key}@{domain}>", "Auto-Submitted": "auto-generated"}
    if unsubscribe:
        headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    footer = f"Stop these mails: {unsubscribe}" if unsubscribe else ""
    mail = EmailMultiAlternatives(
        subject=wording.subject(digest), body=as_text(digest, footer=footer), to=[to],
        headers=headers,
    )  # fmt: skip
    mail.attach_alternative(as_html(digest, unsubscribe=unsubscribe), "text/html")
    return mail


def _section(section: Section) -> dict[str, object]:
    return {
        "part": section.part.value, "title": wording.TITLES[section.part],
        "total": section.total, "more": wording.more(section),
        "entries": [_entry(section.part, entry) for entry in section.entries],
    }  # fmt: skip


def _entry(part: Part, entry: Entry) -> dict[str, object]:
    changed = part == Part.CHANGED
    return {
        "title": wording.title(part, entry), "url": entry.about.url, "changed": changed,
        "now": wording.now(entry) if changed else "", "now_url": entry.now.url if entry.now else "",
        "yours": entry.yours, "recurring": entry.recurring and part == Part.AGAIN,
        "details": " · ".join(wording.details(part, entry)), "reason": wording.reason(part, entry),
    }  # fmt: skip
