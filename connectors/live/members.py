"""Who the members of a private place are in the team."""

from collections.abc import Iterable
from dataclasses import replace

from connectors.contract import Audience, Person
from connectors.live.models import LinkedIdentity
from momo.platform.accounts.models import User


def with_addresses(source: str, audiences: Iterable[Audience]) -> dict[str, Audience]:
    """The audiences by key, their members with the addresses by which the team knows them.

    A service that tells no addresses names people by their id there; those who linked their account
    are found by it. Two queries for all of them. Call within `acting_as`.
    """
    found = {audience.key: audience for audience in audiences}
    handles = {
        person.handle
        for audience in found.values()
        for person in audience.members
        if person.handle and not person.email
    }
    linked = LinkedIdentity.objects.filter(source=source, external_id__in=handles)
    principals = dict(linked.values_list("external_id", "principal_id")) if handles else {}
    people = User.objects.filter(id__in=principals.values()) if principals else User.objects.none()
    emails = dict(people.values_list("id", "email"))

    def known(person: Person) -> Person:
        principal = principals.get(person.handle)
        email = person.email or (emails.get(principal, "") if principal else "")
        return replace(person, email=email)

    return {
        key: replace(audience, members=tuple(map(known, audience.members)))
        for key, audience in found.items()
    }
