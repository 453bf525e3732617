"""Reading members of the current team."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from momo.platform.accounts.models import Agent, Membership, User


@dataclass(frozen=True, slots=True)
class Member:
    id: UUID
    name: str
    email: str
    role: str
    joined_at: datetime


def members_of_team() -> list[Member]:
    """The current team's members, longest first. Two queries."""
    memberships = list(Membership.objects.order_by("joined_at", "id"))
    users = User.objects.in_bulk([m.id for m in memberships])
    return [
        Member(m.id, users[m.id].name, users[m.id].email, m.role, m.joined_at) for m in memberships
    ]


def names_of(principal_ids: Iterable[UUID]) -> dict[UUID, str]:
    """What those of these are called who are in the current team, people and agents. Two queries.

    Somebody without a name is called by their address.
    """
    ids = set(principal_ids)
    here = Membership.objects.filter(id__in=ids).values("id")
    people = User.objects.filter(id__in=here).values_list("id", "name", "email")
    agents = Agent.objects.filter(id__in=ids).values_list("id", "name")
    return {**{key: name or email for key, name, email in people}, **dict(agents)}
