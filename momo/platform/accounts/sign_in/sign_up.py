"""What a new person says of themselves, and the invitation that lets them in."""

from typing import Any

from allauth.core import context
from django import forms
from django.http import HttpRequest

from momo.platform.accounts import invitations, services
from momo.platform.accounts.models import User

INVITED = "momo_invited"  # attribute of a request whose invitation holds


class SignUpForm(forms.Form):
    """Joined by allauth to the address and the password. The invitation is accepted afterwards."""

    name = forms.CharField(max_length=120, required=False)
    invitation = forms.CharField(max_length=invitations.MAX_TOKEN, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuses a password that says who one is, and an invitation that is not for them."""
        cleaned: dict[str, Any] = super().clean() or {}
        email, password = cleaned.get("email"), cleaned.get("password")
        if email and password:
            try:
                services.check_password_strength(password, User(email=email))
            except services.AccountError as error:
                self.add_error("password", str(error))
        if email and (token := cleaned.get("invitation")):
            self._read_invitation(token, email)
        return cleaned

    def _read_invitation(self, token: str, email: str) -> None:
        found = invitations.shown(token)
        if found is None:
            self.add_error("invitation", "This invitation is not valid any more: ask for another.")
        elif found.email != email:
            self.add_error("invitation", "This invitation is for another address.")
        else:
            setattr(context.request, INVITED, token)

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once the person is saved; the address is set up right after."""
        user.name = self.cleaned_data["name"].strip()
        user.save(update_fields=["name"])


def is_invited(request: HttpRequest) -> bool:
    return hasattr(request, INVITED)


def has_proven_address(request: HttpRequest, email: str) -> bool:
    """Whether the invitation was read in the mailbox of this address: what is only shown to
    whoever invited does not prove it."""
    token = getattr(request, INVITED, "")
    return bool(token) and invitations.was_mailed(token)
