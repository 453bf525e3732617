"""Who the members of a private place are in the team."""

from collections.abc import Iterable
from dataclasses import replace

from connectors.contract import Audience, Person
from connectors.live.models import LinkedIdentity
from momo.platform.accounts.models import User


def with_addresses(source: str, audiences: Iterable[Audience]) -> dict[str, Audience]:
    """The audiences by key, their members with the addresses by which the team knows them.

    Who linked their account by signing in at the service is found by their id there, whatever
    address it has there; then by the address that the service tells, if any; then by what an admin
    stated. Two queries for all of them. Call within `acting_as`.
    """
    found = {audience.key: audience for audience in audiences}
    handles = {
        person.handle for audience in found.values() for person in audience.members if person.handle
    }
    linked = LinkedIdentity.objects.filter(source=source, external_id__in=handles)
    rows = {row.external_id: row for row in linked} if handles else {}
    people = User.objects.filter(id__in=[row.principal_id for row in rows.values()])
    emails = dict(people.values_list("id", "email")) if rows else {}

    def known(person: Person) -> Person:
        row = rows.get(person.handle)
        if row is None or (person.email and row.linked_by != row.principal_id):
            return person
        return replace(person, email=emails.get(row.principal_id, person.email))

    return {
        key: replace(audience, members=tuple(map(known, audience.members)))
        for key, audience in found.items()
    }
