"""Invitations on their way: what one shows, and mailing it.

An invitation is shown once to whoever invites, and mailed. What is mailed is signed, so that
whoever comes with it has read mail of the invited address; the digest is of the part before.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import connection
from django.utils import timezone

from momo.platform.accounts import letters, services
from momo.platform.accounts.letters import Letter
from momo.platform.accounts.models import Invitation, User
from momo.platform.audit import services as audit
from momo.platform.mail import Undelivered
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.models import Team

MAX_TOKEN = 100  # characters; a signed one has some 90
PAGE = "/join"  # of the web client; the token stands behind the #
_signer = Signer(sep=services.MAILED_MARK, salt="momo.invitation.mailed")


@dataclass(frozen=True, slots=True)
class Shown:
    """What an open invitation says to whoever has its token."""

    team: str
    email: str
    role: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Handed:
    """An invitation just made: its token and link, shown this once, and whether it was mailed."""

    id: UUID
    token: str
    link: str
    mailed: bool
    problem: str


def shown(token: str) -> Shown | None:
    """What it says, or None for one that is unknown, accepted or expired."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT team_name, email, role, expires_at FROM momo_shown_invitation(%s)",
            [services.invitation_digest(token)],
        )
        row = cursor.fetchone()
    return Shown(*row) if row else None


def was_mailed(token: str) -> bool:
    """Whether this is what was mailed to the invited address, and to nobody else."""
    try:
        _signer.unsign(token)
    except BadSignature:
        return False
    return True


def send(scope: Scope, *, email: str, role: str, at: str) -> Handed:
    """Invite an address and mail it. Not to be called in a transaction. `at` is this service's
    address as the asker sees it. Raises NotAllowed."""
    with acting_as(scope.team_id, scope.principal_id):
        token = services.invite(email=email, role=role)
        invitation = Invitation.objects.get(digest=services.invitation_digest(token))
        letter = _letter(invitation, token, _address(at))
    return _hand_over(invitation, token, letter, _address(at))


def resend(scope: Scope, invitation_id: UUID, *, at: str) -> Handed:
    """Mail an open or expired invitation anew, with a new token and time; the old one is void.

    Raises Invitation.DoesNotExist, and NotAllowed.
    """
    with acting_as(scope.team_id, scope.principal_id):
        invitation = Invitation.objects.select_for_update().get(id=invitation_id, accepted_at=None)
        services.guard_inviting(invitation.role)
        token = services.new_invitation_token()
        invitation.digest = services.invitation_digest(token)
        invitation.expires_at = timezone.now() + timedelta(days=services.INVITATION_DAYS)
        invitation.invited_by = scope.principal_id
        invitation.save(update_fields=["digest", "expires_at", "invited_by"])
        audit.record("invitation.resent", subject=str(invitation.id))
        letter = _letter(invitation, token, _address(at))
    return _hand_over(invitation, token, letter, _address(at))


def _address(at: str) -> str:
    return settings.MOMO_PUBLIC_URL or at.rstrip("/")


def _letter(invitation: Invitation, token: str, address: str) -> Letter:
    team = Team.objects.get(id=current().team_id)
    inviter = User.objects.filter(id=invitation.invited_by).first()
    who = (inviter.name or inviter.email) if inviter else "Someone"
    return Letter(
        to=invitation.email,
        subject=f"{who} invites you to {team.name} on Momo",
        heading=f"Join {team.name}",
        paragraphs=(
            f"{who} invites you to {team.name} on Momo, where the team's decisions are kept with "
            "their reasons and their sources.",
            f"The link holds until {invitation.expires_at:%d %B %Y}, and for this address alone.",
        ),
        link=f"{address}{PAGE}#{_signer.sign(token)}",
        link_text="Accept the invitation",
        footer="Were you not expecting this? Then do nothing: without the link nobody joins.",
    )


def _hand_over(invitation: Invitation, token: str, letter: Letter, address: str) -> Handed:
    problem = ""
    try:
        letters.send(letter)
    except Undelivered as error:
        problem = str(error)
    link = f"{address}{PAGE}#{token}"
    return Handed(invitation.id, token, link, mailed=not problem, problem=problem)
