"""What memories state of whom and what they name. Pure but for the visibility of it."""

from dataclasses import dataclass
from uuid import UUID

from connectors.contract import Person
from decisions.extraction.contract import EntityType
from momo.platform.tenancy.models import holder_of

LONGEST_KEY = 500

SeenBy = tuple[str, UUID | None, UUID | None]


@dataclass(frozen=True, slots=True)
class EntitySpec:
    """Something named, and who may see that it was.

    `more_emails` and `more_handles` are others that this person said to be theirs.
    """

    type: EntityType
    name: str
    key: str
    visibility: str
    owner_id: UUID | None
    audience_id: UUID | None
    email: str = ""
    handle: str = ""
    more_emails: tuple[str, ...] = ()
    more_handles: tuple[str, ...] = ()

    @property
    def holder(self) -> UUID:
        return holder_of(self.visibility, self.owner_id, self.audience_id)

    @property
    def place(self) -> tuple[UUID, str, str]:
        """What makes it one name."""
        return self.holder, str(self.type), self.key

    @property
    def spelled(self) -> set[str]:
        return {self.name} - {self.email, self.handle, ""}

    @property
    def emails(self) -> set[str]:
        return {self.email, *self.more_emails} - {""}

    @property
    def handles(self) -> set[str]:
        return {self.handle.casefold(), *self.more_handles} - {""}


def person_spec(
    person: Person,
    seen_by: SeenBy,
    *,
    more_emails: tuple[str, ...] = (),
    more_handles: tuple[str, ...] = (),
) -> EntitySpec | None:
    """A person, keyed by address, else handle, else name; None if they have none."""
    email, handle, name = person.email.lower(), person.handle, person.name.strip()
    key = email or (f"@{handle.casefold()}" if handle else name.casefold())
    if not key:
        return None
    shown = name or handle or email
    return EntitySpec(
        EntityType.PERSON, shown, key[:LONGEST_KEY], *seen_by, email, handle,
        more_emails, more_handles,
    )  # fmt: skip


def thing_spec(type_: EntityType, name: str, seen_by: SeenBy, *, key: str = "") -> EntitySpec:
    """Anything but a person, keyed by its name unless it has a key of its own."""
    name = name.strip()
    return EntitySpec(type_, name, (key or name.casefold())[:LONGEST_KEY], *seen_by)
