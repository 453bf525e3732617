"""Signing in over HTTP, as the web client does it."""

import time
from typing import Any
from uuid import uuid4

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

ALLAUTH = "/_allauth/browser/v1"
PASSWORD = "correct horse battery"
TOTP_SECONDS = 30


class Browser(Client):
    """Checks CSRF, has a network address of its own, and sends JSON with the cookie's token."""

    def __init__(self, machine: str = "") -> None:
        super().__init__(
            enforce_csrf_checks=True, REMOTE_ADDR=machine or machine_of_its_own(),
            HTTP_USER_AGENT="Browser of a test",
        )  # fmt: skip
        self.get("config")

    def generic(self, method: str, path: str, *args: Any, **kwargs: Any) -> Any:
        """A path that does not begin with a slash is one of allauth's."""
        at = path if path.startswith("/") else f"{ALLAUTH}/{path}"
        if token := self.cookies.get("csrftoken"):
            kwargs["headers"] = {"X-CSRFToken": token.value} | (kwargs.get("headers") or {})
        return super().generic(method, at, *args, **kwargs)

    def send(self, path: str, body: Any = None, method: str = "post", **kwargs: Any) -> Any:
        kwargs["content_type"] = "application/json"
        return getattr(self, method)(path, body if body is not None else {}, **kwargs)

    def sign_in(self, email: str, password: str = PASSWORD) -> Any:
        return self.send("auth/login", {"email": email, "password": password})

    def sign_up(self, email: str, **fields: Any) -> Any:
        return self.send("auth/signup", {"email": email, "password": PASSWORD} | fields)

    def confirm_password(self, password: str = PASSWORD) -> Any:
        return self.send("auth/reauthenticate", {"password": password})

    def me(self) -> Any:
        return self.get("/api/v1/auth/me")

    def pending(self, answer: Any) -> list[str]:
        """The steps that a sign-in still waits for."""
        return [flow["id"] for flow in answer.json()["data"]["flows"] if flow.get("is_pending")]


def signed_in(email: str, password: str = PASSWORD) -> Browser:
    browser = Browser()
    answer = browser.sign_in(email, password)
    assert answer.status_code == 200, answer.content
    return browser


def machine_of_its_own() -> str:
    """A network that no other test has; addresses of one /64 count as one."""
    digits = uuid4().hex
    return f"2001:db8:{digits[:4]}:{digits[4:8]}::1"


def code_of(secret: str, periods: int = 0) -> str:
    """What an authenticator app shows, some periods from now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // TOTP_SECONDS + periods))


def turn_on_second_factor(browser: Browser) -> tuple[str, list[str]]:
    """An authenticator app's secret, and the recovery codes."""
    assert browser.confirm_password().status_code == 200
    secret = browser.get("account/authenticators/totp").json()["meta"]["secret"]
    made = browser.send("account/authenticators/totp", {"code": code_of(secret)})
    assert made.status_code == 200, made.content
    codes = browser.get("account/authenticators/recovery-codes").json()["data"]["unused_codes"]
    return secret, codes
