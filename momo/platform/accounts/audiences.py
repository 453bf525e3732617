"""Audiences: who may see what a private channel or repository holds."""

from uuid import UUID

from django.db import connection

from momo.platform.accounts.models import Audience, AudienceMember, Membership, User
from momo.platform.tenancy.context import current


def ensure(*, source: str, key: str, name: str, emails: frozenset[str], agent_id: UUID) -> UUID:
    """Bring an audience in line with its source's list of members. Returns its id.

    The integration's agent is in it, so that the pipeline may write and read what it holds.
    """
    audience, _ = Audience.objects.get_or_create(source=source, key=key, defaults={"name": name})
    wanted: dict[str, UUID | None] = dict.fromkeys(emails)
    for user_id, email in _members_with(emails):
        wanted[email] = user_id
    wanted[f"agent:{agent_id}"] = agent_id
    rows = AudienceMember.objects.filter(audience_id=audience.id)
    have = dict(rows.values_list("email", "principal_id"))
    if have != wanted:
        rows.exclude(email__in=wanted).delete()
        AudienceMember.objects.bulk_create(
            [
                AudienceMember(audience_id=audience.id, email=email, principal_id=principal)
                for email, principal in wanted.items()
            ],
            update_conflicts=True,
            unique_fields=["team_id", "audience_id", "email"],
            update_fields=["principal_id"],
        )
    _join(agent_id)
    return audience.id  # type: ignore[no-any-return]


def _members_with(emails: frozenset[str]) -> list[tuple[UUID, str]]:
    members = Membership.objects.values("id")
    return list(User.objects.filter(email__in=emails, id__in=members).values_list("id", "email"))


def _join(agent_id: UUID) -> None:
    """Let the transaction of the agent see the audience that it has just been put into."""
    scope = current()
    if scope.principal_id == agent_id:
        with connection.cursor() as cursor:
            cursor.execute("SELECT momo_act_as(%s, %s)", [scope.team_id, scope.principal_id])
