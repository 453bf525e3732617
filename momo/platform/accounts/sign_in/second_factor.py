"""The secrets behind second factors, sealed under the master keys."""

import base64

from allauth.mfa.models import Authenticator
from django.db import transaction

from momo.platform.accounts import services
from momo.platform.accounts.models import User
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import acting_as
from momo.platform.vault import standalone

_PURPOSE = "second factor"
_SECRETS = ("secret", "seed")  # in an authenticator's data: of an app, of recovery codes


def seal(text: str) -> str:
    return base64.b64encode(standalone.seal(text.encode(), purpose=_PURPOSE)).decode()


def unseal(sealed: str) -> str:
    """Raises vault.envelope.SealError."""
    return standalone.unseal(base64.b64decode(sealed), purpose=_PURPOSE).decode()


def take_away(user: User) -> bool:
    """Let a person who lost all their second factors in by their password alone, for an operator.

    Their teams' audit logs note it. Returns whether they had any.
    """
    with transaction.atomic():
        taken, _ = Authenticator.objects.filter(user=user).delete()
        for team in services.teams_of(user.id) if taken else ():
            with acting_as(team.id, user.id):
                audit.record("member.second_factor_taken_away", subject=str(user.id))
    return bool(taken)


def rewrap_all() -> int:
    """Put every secret under the active master key. Returns how many were changed.

    Raises vault.envelope.SealError where a secret's own master key is not configured; nothing is
    changed then.
    """
    changed = 0
    with transaction.atomic(using="owner"):
        for row in Authenticator.objects.using("owner").select_for_update().order_by("id"):
            data = row.data | {
                name: _rewrapped(row.data[name]) for name in _SECRETS if name in row.data
            }
            if data != row.data:
                row.data = data
                row.save(using="owner", update_fields=["data"])
                changed += 1
    return changed


def _rewrapped(sealed: str) -> str:
    return base64.b64encode(standalone.rewrap(base64.b64decode(sealed))).decode()
