"""Handing a digest over to a mail server or to Slack, once. Not to be called in a transaction.

What is refused before anything was accepted may be tried again; where it is not known whether it
was accepted, it may not.
"""

import json
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from lifecycle.digests import tuning
from lifecycle.digests.slack import Block

UNKNOWN = (
    "It was broken off while it was being sent, so it is not known whether it arrived. It is not "
    "sent again by itself, as nobody is to get it twice."
)
_ENDLESS = 10  # digits of a number of seconds that is no wait
_PERMANENT = range(500, 600)  # SMTP's answers that trying again does not change


class Undelivered(Exception):
    """It was not sent. `again` says whether a later attempt may help; the message says why, and
    names no address."""

    def __init__(self, reason: str, *, again: bool, wait: timedelta | None = None) -> None:
        super().__init__(reason)
        self.again = again
        self.wait = wait


def mail(message: EmailMultiAlternatives, folder: Path) -> None:
    """Send it, or keep it in this folder where mails are kept as files. Raises Undelivered."""
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend") and not settings.EMAIL_HOST:
        raise Undelivered("No mail server is configured: set MOMO_MAIL_HOST.", again=False)
    connection = get_connection(file_path=folder)
    try:
        connection.open()
    except (SMTPException, OSError) as error:
        raise _refused(error, "The mail server cannot be reached") from None
    try:
        connection.send_messages([message])
    except SMTPServerDisconnected:
        raise Undelivered(UNKNOWN, again=False) from None
    except SMTPException as error:
        raise _refused(error, "The mail server refused the mail") from None
    except OSError:
        raise Undelivered(UNKNOWN, again=False) from None
    finally:
        _close(connection)


def slack(webhook: str, text: str, blocks: list[Block]) -> None:
    """Post to a channel by its incoming webhook. `text` is what notifications show.

    Raises Undelivered.
    """
    if not webhook.startswith(tuning.SLACK_WEBHOOKS):
        raise Undelivered("The address is not one of Slack's incoming webhooks.", again=False)
    parts = urlsplit(webhook)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.netloc, timeout=tuning.SLACK_SECONDS)
    body = json.dumps({"text": text, "blocks": blocks}).encode()
    try:
        connection.connect()
    except OSError:
        raise Undelivered("Slack cannot be reached.", again=True) from None
    try:
        connection.request("POST", parts.path, body, {"Content-Type": "application/json"})
        with connection.getresponse() as answer:
            _check(answer)
    except (OSError, HTTPException):
        raise Undelivered(UNKNOWN, again=False) from None
    finally:
        connection.close()


def _check(answer: HTTPResponse) -> None:
    if answer.status == 200:
        return
    busy = answer.status == 429 or answer.status >= 500
    seconds = answer.getheader("Retry-After", "")
    told = seconds.isascii() and seconds.isdecimal() and len(seconds) < _ENDLESS
    wait = timedelta(seconds=min(int(seconds), tuning.SLACK_PATIENCE)) if busy and told else None
    raise Undelivered(
        f"Slack answered {answer.status}" + ("." if busy else ": renew the channel's webhook."),
        again=busy, wait=wait,
    )  # fmt: skip


def _refused(error: Exception, what: str) -> Undelivered:
    codes = _codes(error)
    shown = f" ({', '.join(map(str, sorted(codes)))})" if codes else ""
    permanent = bool(codes) and all(code in _PERMANENT for code in codes)
    return Undelivered(f"{what}{shown}.", again=not permanent)


def _codes(error: Exception) -> set[int]:
    if isinstance(error, SMTPResponseException):
        return {error.smtp_code}
    if isinstance(error, SMTPRecipientsRefused):
        return {code for code, _ in error.recipients.values()}
    return set()


def _close(connection: object) -> None:
    """Whether the server says good-bye does not matter any more."""
    try:
        connection.close()  # type: ignore[attr-defined]
    except (SMTPException, OSError):
        return
