"""Handing a mail over to a mail server, once. Not to be called in a transaction.

What is refused before anything was accepted may be tried again; where it is not known whether it
was accepted, it may not.
"""

from datetime import timedelta
from pathlib import Path
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

UNKNOWN = (
    "It was broken off while it was being sent, so it is not known whether it arrived. It is not "
    "sent again by itself, as nobody is to get it twice."
)
_PERMANENT = range(500, 600)  # SMTP's answers that trying again does not change


class Undelivered(Exception):
    """It was not sent. `again` says whether a later attempt may help; the message says why, and
    names no address."""

    def __init__(self, reason: str, *, again: bool, wait: timedelta | None = None) -> None:
        super().__init__(reason)
        self.again = again
        self.wait = wait


def send(message: EmailMultiAlternatives, folder: Path | None = None) -> None:
    """Send it, or keep it where mails are kept as files: in this folder. Raises Undelivered."""
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
