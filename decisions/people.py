"""The people of a memory as it keeps them: name, address, handle and role of each."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from connectors.contract import Person
from decisions.models import EntityName


def people_json(people: Iterable[Person]) -> list[dict[str, str]]:
    """What `Memory.people` holds."""
    return [asdict(person) for person in people]


def people_of(kept: Iterable[Mapping[str, str]]) -> list[Person]:
    """The people that `Memory.people` holds; what a row lacks is empty."""
    return [
        Person(
            name=each.get("name", ""), email=each.get("email", ""),
            handle=each.get("handle", ""), role=each.get("role", ""),
        )
        for each in kept
    ]  # fmt: skip


def deciders(kept: Iterable[Mapping[str, str]]) -> list[str]:
    """The names of who made a decision: its author, where nobody is named as having decided.

    Who has no name goes by address, else by handle.
    """
    people = list(kept)
    for role in ("decider", "author"):
        called = [
            p.get("name") or p.get("email") or p.get("handle") or ""
            for p in people
            if p.get("role") == role
        ]
        if any(called):
            return list(dict.fromkeys(filter(None, called)))
    return []


def is_person(known: EntityName, person: Person) -> bool:
    """Whether a name is a person's: by address where both have one, else by handle or name."""
    if person.email and known.emails:
        return person.email.lower() in known.emails
    if person.handle and person.handle.casefold() in known.handles:
        return True
    name = person.name.strip().casefold()
    return bool(name) and name in {known.key, *(each.casefold() for each in known.spelled)}
