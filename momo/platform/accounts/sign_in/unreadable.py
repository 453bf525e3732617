"""What allauth comes upon in a body and cannot read: answered with 400, not 500.

JSON may name half of a character, which is neither stored nor hashed; and a passkey's answer may
be of any shape, which the reader of passkeys tells by whatever error it runs into.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from momo.platform.rest.pages import bad_request

PREFIX = "/_allauth/"
_OF_PASSKEYS = (KeyError, TypeError, AttributeError, ValueError, IndexError)


class RefuseUnreadable(MiddlewareMixin):
    """Our own endpoints see to it as they read a body."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if request.path.startswith(PREFIX) and isinstance(error, _expected(request.path)):
            return bad_request(request, error)
        return None


def _expected(path: str) -> tuple[type[Exception], ...]:
    return _OF_PASSKEYS if "/webauthn" in path else (UnicodeEncodeError,)
