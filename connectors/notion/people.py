"""People of a workspace as Momo knows people. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from connectors.contract import Person
from connectors.files.json_input import as_object, as_text
from connectors.files.people import MAX_EMAIL_CHARS, shown_name
from connectors.notion.ids import compact


@dataclass(frozen=True, slots=True)
class Known:
    """Those of the people wanted that Notion told about, by compact id."""

    people: Mapping[str, Person] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        return {key: person.name for key, person in self.people.items() if person.name}

    def person(self, key: str, role: str) -> Person:
        """Someone nobody told us about is known by their id alone."""
        found = self.people.get(key) or Person(handle=key)
        return Person(found.name, found.email, found.handle, role)


def person_of(user: Mapping[str, object]) -> Person | None:
    """A user of Notion; the handle is their id there. Bots have a name and no address."""
    key = compact(user.get("id"))
    email = as_text(as_object(user.get("person")).get("email")).strip()
    email = email if "@" in email and len(email) <= MAX_EMAIL_CHARS else ""
    return Person(shown_name(as_text(user.get("name"))), email, key) if key else None
