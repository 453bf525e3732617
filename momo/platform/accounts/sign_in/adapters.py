"""Where allauth asks Momo."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.headless.base.response import ConflictResponse
from allauth.headless.internal.restkit.response import APIResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from momo.platform.accounts import letters
from momo.platform.accounts.models import User
from momo.platform.accounts.sign_in import mails, second_factor, sign_up
from momo.platform.mail import Undelivered


def display_name(user: User) -> str:
    return user.name or user.email


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Who may sign up, whose address is proven, and how mails read."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return settings.MOMO_OPEN_SIGN_UP or sign_up.is_invited(request)

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        return sign_up.has_proven_address(request, email)

    def save_user(self, *args: Any, **kwargs: Any) -> User:
        """Answers 409 where another request has just taken the address."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(*args, **kwargs)
                return saved
        except IntegrityError:
            raise ImmediateHttpResponse(ConflictResponse(context.request)) from None

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Answers 503 where a mail that somebody waits for was not handed over."""
        try:
            letters.send(mails.letter(template_prefix, email, context))
        except Undelivered as error:
            raise ImmediateHttpResponse(_unsent(str(error))) from None

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """What has happened stands, whether or not its mail can be sent."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except ImmediateHttpResponse:
            return


def _unsent(reason: str) -> APIResponse:
    errors = [{"code": "mail_not_sent", "message": reason}]
    return APIResponse(context.request, errors=errors, status=503)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The secrets of second factors are sealed before they are stored."""

    def encrypt(self, text: str) -> str:
        return second_factor.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return second_factor.unseal(encrypted_text)
