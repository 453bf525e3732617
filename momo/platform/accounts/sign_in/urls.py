"""The addresses of django-allauth's headless endpoints: those that Momo has a use for.

Left out: telephone numbers, codes instead of passwords, and more than one address a person. What
is not served cannot be a way round.
"""

from allauth.headless.account import urls as account
from allauth.headless.base import urls as base
from allauth.headless.constants import Client
from allauth.headless.mfa import urls as mfa
from allauth.headless.usersessions import urls as usersessions
from django.urls import URLPattern, URLResolver, include, path

LEFT_OUT = frozenset({
    "manage_email", "manage_phone", "verify_phone", "resend_phone_verification_code",
    "confirm_login_code", "request_login_code", "resend_login_code",
    "resend_email_verification_code",
})  # fmt: skip


def _kept(patterns: list[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    kept: list[URLPattern | URLResolver] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            kept.append(path(str(pattern.pattern), include(_kept(pattern.url_patterns))))
        elif pattern.name not in LEFT_OUT:
            kept.append(pattern)
    return kept


app_name = "headless"
urlpatterns = [
    path("browser/v1/", include((_kept([
        pattern
        for module in (base, account, mfa, usersessions)
        for pattern in module.build_urlpatterns(Client.BROWSER)
    ]), "browser"))),
]  # fmt: skip
