"""Users, teams, members and invitations."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.text import slugify

from momo.platform.accounts.models import (
    ApiKey,
    AudienceMember,
    Invitation,
    Membership,
    Role,
    User,
)
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import Team
from momo.platform.vault import services as vault

INVITATION_DAYS = 14
MAILED_MARK = "."  # in an invitation's token, before the signature of what was mailed


class AccountError(Exception):
    """What was asked for cannot be done; the message says why and what to do."""


class NotAllowed(AccountError):
    """The principal's role does not allow it; the message says whose does."""


@dataclass(frozen=True, slots=True)
class TeamOf:
    """A team as one of its members sees it."""

    id: UUID
    slug: str
    name: str
    role: str


def create_user(*, email: str, password: str | None, name: str = "") -> User:
    """A user made by someone who runs Momo and answers for the address; a stranger signs up.

    Raises AccountError where the address is taken.
    """
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, password, name)
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
            return user
    except IntegrityError:
        raise AccountError("There is already a user with this address: sign in.") from None


def create_team(*, owner: User, name: str, slug: str = "") -> TeamOf:
    """Create a team owned by a user, with its first data key.

    Where no short name is asked for and the one of the name is taken, some digits make it
    another. Raises AccountError.
    """
    wanted = slugify(slug or name)[:60]
    if not wanted:
        raise AccountError("A team's name needs at least one letter or digit.")
    try:
        return _create_team(owner, name, wanted)
    except IntegrityError:
        if slug:
            raise AccountError(f"The short name {wanted!r} is taken: choose another.") from None
    return _create_team(owner, name, f"{wanted[:51]}-{secrets.token_hex(4)}")


def _create_team(owner: User, name: str, slug: str) -> TeamOf:
    team_id = uuid7()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT momo_create_team(%s, %s, %s, %s)", [team_id, name, slug, owner.id]
            )
        with acting_as(team_id, owner.id):
            vault.create_first_key()
            audit.record("team.created")
    return TeamOf(team_id, slug, name, Role.OWNER)


def teams_of(user_id: UUID) -> list[TeamOf]:
    """The teams a user belongs to, by name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, slug, name, role FROM momo_teams_of(%s)", [user_id])
        return [TeamOf(*row) for row in cursor.fetchall()]


def team_of(user_id: UUID, slug_or_id: str) -> TeamOf:
    """One of the user's teams. Raises AccountError, alike for a stranger's and for no team."""
    for team in teams_of(user_id):
        if slug_or_id in (team.slug, str(team.id)):
            return team
    raise AccountError(f"You are in no team called {slug_or_id!r}.")


def own_team(role: str) -> TeamOf:
    """The current team, as a principal with this role sees it."""
    team = Team.objects.get(id=current().team_id)
    return TeamOf(team.id, team.slug, team.name, role)


def role_of(principal_id: UUID) -> str:
    """The role of a principal in the current team; an agent is a member."""
    role = Membership.objects.filter(id=principal_id).values_list("role", flat=True).first()
    return role or Role.MEMBER


def is_admin(principal_id: UUID) -> bool:
    """Whether a principal is an owner or admin of the current team."""
    return role_of(principal_id) in (Role.OWNER, Role.ADMIN)


def invite(*, email: str, role: str = Role.MEMBER) -> str:
    """Invite an address to the current team. Returns the token, which is shown this once.

    What it was invited by before, and has not accepted, is void.
    Raises NotAllowed where the principal is neither owner nor admin, and for a new owner where
    they are no owner.
    """
    guard_inviting(role)
    token, address = new_invitation_token(), email.strip().lower()
    Invitation.objects.filter(email=address, accepted_at=None).delete()
    invitation = Invitation.objects.create(
        email=address,
        role=role,
        digest=invitation_digest(token),
        invited_by=current().principal_id,
        expires_at=timezone.now() + timedelta(days=INVITATION_DAYS),
    )
    audit.record("member.invited", subject=str(invitation.id), role=role)
    return token


def new_invitation_token() -> str:
    return f"inv_{secrets.token_urlsafe(32)}"  # never begins with a dash, as an option would


def invitation_digest(token: str) -> bytes:
    return hashlib.sha256(token.partition(MAILED_MARK)[0].encode()).digest()


def guard_inviting(role: str) -> None:
    """Raises NotAllowed where the principal may not invite for this role."""
    own = role_of(current().principal_id)
    if own not in (Role.OWNER, Role.ADMIN):
        raise NotAllowed("Only an owner or admin can invite.")
    if role == Role.OWNER and own != Role.OWNER:
        raise NotAllowed("Only an owner makes, changes or removes an owner.")


def accept_invitation(*, user: User, token: str) -> TeamOf:
    """Join the team that a token invites to.

    Raises AccountError where the token is unknown, used, expired, or for another address.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT email FROM momo_invitation(%s)", [invitation_digest(token)])
        row = cursor.fetchone()
        if row is None:
            raise AccountError("This invitation is not valid any more: ask for a new one.")
        if row[0] != user.email:
            raise AccountError("This invitation is for another address: sign in with that one.")
        cursor.execute("SELECT momo_accept_invitation(%s, %s)", [invitation_digest(token), user.id])
        team_id = cursor.fetchone()[0]
        with acting_as(team_id, user.id):
            audit.record("member.joined", subject=str(user.id))
    return team_of(user.id, str(team_id))


def revoke_invitation(invitation_id: UUID) -> None:
    """Raises AccountError where the current team has no such open invitation."""
    deleted, _ = Invitation.objects.filter(id=invitation_id, accepted_at=None).delete()
    if not deleted:
        raise AccountError("There is no such open invitation.")
    audit.record("invitation.revoked", subject=str(invitation_id))


def update_team(*, name: str | None = None, timezone: str | None = None) -> Team:
    """Rename the current team, or move it to another time zone; the short name stays."""
    team = Team.objects.get(id=current().team_id)
    changed = {"name": name, "timezone": timezone}
    fields = [field for field, value in changed.items() if value is not None]
    for field in fields:
        setattr(team, field, changed[field])
    if fields:
        team.save(update_fields=fields)
        audit.record("team.updated", fields=fields)
    return team


def change_role(*, user_id: UUID, role: str) -> None:
    """Raises AccountError for the last owner, and for a user who is not in the team."""
    _guard_last_owner(user_id, unless=role == Role.OWNER)
    if not Membership.objects.filter(id=user_id).update(role=role):
        raise AccountError("There is no such member.")
    audit.record("member.role_changed", subject=str(user_id), role=role)


def remove_member(*, user_id: UUID) -> None:
    """Take a user out of the current team. What they shared stays; what is private stays theirs.

    Open invitations to their address go too, so that none of them leads back in.
    Raises AccountError for the last owner, and for a user who is not in the team.
    """
    _guard_last_owner(user_id, unless=False)
    deleted, _ = Membership.objects.filter(id=user_id).delete()
    if not deleted:
        raise AccountError("There is no such member.")
    address = User.objects.values_list("email", flat=True).get(id=user_id)
    Invitation.objects.filter(email=address, accepted_at=None).delete()
    AudienceMember.objects.filter(principal_id=user_id).update(principal_id=None)
    ApiKey.objects.filter(principal_id=user_id, revoked_at=None).update(revoked_at=timezone.now())
    audit.record("member.removed", subject=str(user_id))


def _guard_last_owner(user_id: UUID, *, unless: bool) -> None:
    owners = set(
        Membership.objects.select_for_update().filter(role=Role.OWNER).values_list("id", flat=True)
    )
    if owners == {user_id} and not unless:
        raise AccountError("The last owner cannot go: make someone else an owner first.")


def check_password_strength(password: str, user: User | None = None) -> None:
    """Raises AccountError with what is wrong."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise AccountError(" ".join(error.messages)) from None


def rename_user(user: User, name: str) -> None:
    user.name = name
    user.save(update_fields=["name"])


def scope_of(user: User, team: TeamOf) -> Scope:
    return Scope(team.id, user.id)
