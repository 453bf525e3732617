"""Audiences: who may see what a private channel or repository holds."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.utils import timezone

from momo.platform.accounts.models import Audience, AudienceMember, Membership, User
from momo.platform.accounts.services import is_admin
from momo.platform.tenancy.context import current

MAX_NAME_CHARS = 200  # as Audience.name
MAX_EMAIL_CHARS = 254  # as AudienceMember.email


def known(*, source: str, keys: Collection[str]) -> list[str]:
    """Of some keys those that there is an audience for."""
    rows = Audience.objects.filter(source=source, key__in=keys) if keys else Audience.objects.none()
    return list(rows.values_list("key", flat=True))


def ensure(
    *,
    source: str,
    key: str,
    name: str,
    emails: frozenset[str],
    agent_id: UUID,
    brought_by: UUID,
    as_of: datetime | None = None,
) -> UUID:
    """Bring an audience in line with its source's list of members. Returns its id.

    A list adds members where it is the first, or newer than the one before and from whoever
    brought that one, an admin, or the agent (which asks the source itself); any other only takes
    members away: neither an old list nor a forged one lets anybody in. An address too long to be
    one is left out. The integration's agent is in it, so that the pipeline may write and read what
    it holds.
    """
    usable = {email for email in emails if len(email) <= MAX_EMAIL_CHARS}
    as_of = min(as_of, timezone.now()) if as_of else None
    audience, adds = Audience.objects.get_or_create(
        source=source,
        key=key,
        defaults={"name": name[:MAX_NAME_CHARS], "as_of": as_of, "set_by": brought_by},
    )
    audience = Audience.objects.select_for_update().get(id=audience.id)
    if not adds and (brought_by in (audience.set_by, agent_id) or is_admin(brought_by)):
        adds = _answers_for(audience, as_of=as_of, brought_by=brought_by)
    if not adds:
        members = AudienceMember.objects.filter(audience_id=audience.id)
        usable &= set(members.values_list("email", flat=True))
    _set_members(audience.id, usable, agent_id)
    _join(agent_id)
    return audience.id  # type: ignore[no-any-return]


def _answers_for(audience: Audience, *, as_of: datetime | None, brought_by: UUID) -> bool:
    """Whether a list replaces the audience's, which it then answers for.

    What an admin brings in is not opened again by who set the list before.
    """
    is_newer = as_of is not None and (audience.as_of is None or as_of > audience.as_of)
    if is_newer:
        audience.as_of = as_of
    audience.set_by = brought_by
    audience.save(update_fields=["as_of", "set_by"])
    return is_newer


def _set_members(audience_id: UUID, emails: set[str], agent_id: UUID) -> None:
    wanted: dict[str, UUID | None] = dict.fromkeys(emails)
    for user_id, email in _members_with(emails):
        wanted[email] = user_id
    wanted[f"agent:{agent_id}"] = agent_id
    rows = AudienceMember.objects.filter(audience_id=audience_id)
    if dict(rows.values_list("email", "principal_id")) == wanted:
        return
    rows.exclude(email__in=wanted).delete()
    AudienceMember.objects.bulk_create(
        [
            AudienceMember(audience_id=audience_id, email=email, principal_id=principal)
            for email, principal in wanted.items()
        ],
        update_conflicts=True,
        unique_fields=["team_id", "audience_id", "email"],
        update_fields=["principal_id"],
    )


def _members_with(emails: set[str]) -> list[tuple[UUID, str]]:
    members = Membership.objects.values("id")
    return list(User.objects.filter(email__in=emails, id__in=members).values_list("id", "email"))


def _join(agent_id: UUID) -> None:
    """Let the transaction of the agent see the audience that it has just been put into."""
    scope = current()
    if scope.principal_id == agent_id:
        with connection.cursor() as cursor:
            cursor.execute("SELECT momo_act_as(%s, %s)", [scope.team_id, scope.principal_id])
