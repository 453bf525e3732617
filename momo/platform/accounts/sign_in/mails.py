"""What allauth's mails say, each by the name that allauth has for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from momo.platform.accounts.letters import Letter

_NOT_YOU = (
    "Was it not you? Then somebody else is signed in as you: set a new password, which ends all "
    "other sessions, and look through your second factors."
)
_IGNORE = "Did you not ask for this? Then do nothing: without the link nothing happens."


@dataclass(frozen=True, slots=True)
class Wording:
    """`link` names what allauth's context has the address in."""

    subject: str
    text: str
    link: str = ""
    link_text: str = ""
    footer: str = _NOT_YOU


_CONFIRM = Wording(
    "Confirm your address",
    "Confirm that this address is yours. The link holds for three days.",
    "activate_url", "Confirm the address", _IGNORE,
)  # fmt: skip

WORDINGS: Mapping[str, Wording] = {
    "account/email/email_confirmation_signup": _CONFIRM,
    "account/email/email_confirmation": _CONFIRM,
    "account/email/password_reset_key": Wording(
        "Set a new password",
        "Someone, you we hope, asked for a new password for your account on Momo.",
        "password_reset_url", "Set a new password", _IGNORE,
    ),
    "account/email/account_already_exists": Wording(
        "You have an account already",
        "Someone, you we hope, tried to sign up on Momo with this address, which has an account. "
        "Sign in with it, or set a new password where it is forgotten.",
        "password_reset_url", "Set a new password", _IGNORE,
    ),
    "account/email/unknown_account": Wording(
        "There is no account with this address",
        "Someone, you we hope, asked for a new password on Momo, but there is no account with this "
        "address. You may have signed up with another one.",
        footer="Did you not ask for this? Then do nothing.",
    ),
    "account/email/password_changed": Wording(
        "Your password was changed", "The password of your account on Momo was changed."
    ),
    "account/email/password_set": Wording(
        "A password was set", "Your account on Momo has a password now."
    ),
    "account/email/password_reset": Wording(
        "Your password was set anew", "The password of your account on Momo was set anew by mail."
    ),
    "mfa/email/totp_activated": Wording(
        "A second factor is on", "An authenticator app is needed to sign in as you from now on."
    ),
    "mfa/email/totp_deactivated": Wording(
        "A second factor is off", "Your authenticator app is not asked for any more."
    ),
    "mfa/email/recovery_codes_generated": Wording(
        "New recovery codes", "New recovery codes were made; the former ones are void."
    ),
    "mfa/email/webauthn_added": Wording(
        "A passkey was added", "A passkey or security key was added to your account on Momo."
    ),
    "mfa/email/webauthn_removed": Wording(
        "A passkey was removed", "A passkey or security key was removed from your account on Momo."
    ),
}  # fmt: skip


def letter(name: str, to: str, context: Mapping[str, Any]) -> Letter:
    """Raises KeyError for a mail that Momo has no words for."""
    wording = WORDINGS[name]
    paragraphs = [wording.text]
    if "timestamp" in context:
        when = f"{context['timestamp']:%d %B %Y, %H:%M} UTC"
        paragraphs.append(f"{when}, from {context['ip']} ({context['user_agent']}).")
    return Letter(
        to=to, subject=wording.subject, heading=wording.subject, paragraphs=tuple(paragraphs),
        footer=wording.footer, link=context[wording.link] if wording.link else "",
        link_text=wording.link_text,
    )  # fmt: skip
