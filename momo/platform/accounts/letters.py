"""Mails about accounts: HTML and text, nothing fetched from elsewhere."""

import logging
from dataclasses import dataclass

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from momo.platform import mail

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, with one thing to do at most."""

    to: str
    subject: str
    heading: str
    paragraphs: tuple[str, ...]
    footer: str
    link: str = ""
    link_text: str = ""


def send(letter: Letter) -> None:
    """Not to be called in a transaction. Raises Undelivered."""
    context = {"letter": letter}
    message = EmailMultiAlternatives(
        subject=" ".join(letter.subject.split()),
        body=render_to_string("accounts/letter.txt", context),
        to=[letter.to],
        headers={"Auto-Submitted": "auto-generated"},
    )
    message.attach_alternative(render_to_string("accounts/letter.html", context), "text/html")
    try:
        mail.send(message)
    except mail.Undelivered as failure:
        log.error("A mail was not sent: %s", failure)
        raise
