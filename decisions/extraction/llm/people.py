"""Joins the people a model names with those the source gives, and drops the ones it made up."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from connectors.contract import Person
from decisions.extraction.contract import Message


class Cast:
    """Everyone that a window's messages can speak of."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._people = _distinct([person for message in messages for person in _of(message)])
        known = [f"{p.name} {p.email} {p.handle}" for p in self._people]
        words = [*known, *(f"{message.title} {message.text}" for message in messages)]
        self._said = " ".join(" ".join(words).split()).casefold()

    def speaks_of(self, name: str) -> bool:
        """Tell whether the messages contain the name."""
        return bool(name) and " ".join(name.split()).casefold() in self._said

    def known(self, name: str, email: str = "") -> Person | None:
        """Return the one person of the sources with this address, name, handle or first name."""
        name, email = name.casefold().removeprefix("@"), email.casefold()
        for person in self._people:
            if (email and email == person.email.casefold()) or name == person.name.casefold():
                return person
        short = [
            person
            for person in self._people
            if name and name in {person.handle.casefold(), person.name.split(" ")[0].casefold()}
        ]
        return short[0] if len(short) == 1 else None

    def named(self, name: str) -> str:
        """Return the name as the sources spell it, "" where nobody speaks of it."""
        person = self.known(name)
        if person is not None:
            return person.name or person.handle or person.email
        return name if self.speaks_of(name) else ""

    def involved(self, message: Message, named: Sequence[Mapping[str, str]]) -> tuple[Person, ...]:
        """Return the message's author and participants, then the others that the model names."""
        people = list(_distinct(_of(message)))
        for each in named:
            person = self._person(each)
            if person is None:
                continue
            place = next((i for i, p in enumerate(people) if _same(p, person)), None)
            if place is None:
                people.append(person)
            elif person.role == "decider":
                people[place] = replace(people[place], role="decider")
        return tuple(people)

    def _person(self, each: Mapping[str, str]) -> Person | None:
        known = self.known(each["name"], each["email"])
        if known is not None:
            return replace(known, role=each["role"])
        if not self.speaks_of(each["name"]):
            return None
        email = each["email"] if self.speaks_of(each["email"]) else ""
        return Person(name=each["name"], email=email, role=each["role"])


def _of(message: Message) -> list[Person]:
    return [*([message.author] if message.author else []), *message.participants]


def _distinct(people: Sequence[Person]) -> list[Person]:
    """Keep the first mention of each person: the author before the same one as recipient."""
    kept: list[Person] = []
    for person in people:
        if not any(_same(person, other) for other in kept):
            kept.append(person)
    return kept


def _same(a: Person, b: Person) -> bool:
    if a.email and b.email:
        return a.email.casefold() == b.email.casefold()
    if a.handle and b.handle:
        return a.handle.casefold() == b.handle.casefold()
    return bool(a.name) and a.name.casefold() == b.name.casefold()
