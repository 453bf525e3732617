"""Names in groups, one for each entity, that some may not be in together. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from decisions.entities.keys import canonical_email, full_name, implied_name, is_role
from decisions.extraction.contract import EntityType


@dataclass(frozen=True, slots=True)
class Known:
    """A name with all that was stated together with it."""

    id: UUID
    type: str
    key: str
    spelled: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def is_person(self) -> bool:
        return self.type == EntityType.PERSON

    @property
    def mailbox(self) -> str:
        """Whose mail it is that this name is keyed by; empty where it is no address."""
        return canonical_email(self.key) if self.key in self.emails else ""

    @property
    def full_names(self) -> set[str]:
        """What a person is called in full: as stated, else as their addresses spell it."""
        stated = {name for each in self.spelled if (name := full_name(each))}
        return stated or {name for each in self.emails if (name := implied_name(each))}

    @property
    def rank(self) -> tuple[object, ...]:
        """The first of an entity's names gives it its id: the surest and most specific one."""
        specific = self.type == EntityType.CONCEPT
        no_person = not any(not is_role(email) for email in self.emails)
        surest = (no_person, "+" in self.key, not self.handles, not self.spelled)
        return (specific, *surest, -len(self.key.split()), self.key, self.type)


class Groups:
    """Groups of names. What is `fixed` stays together, and apart from what is fixed otherwise.

    Everything is done in an order that follows from the names alone.
    """

    def __init__(self, names: Iterable[Known], fixed: Mapping[UUID, UUID]) -> None:
        self.names = {name.id: name for name in sorted(names, key=lambda n: n.rank)}
        self._of = {id_: id_ for id_ in self.names}
        self._members = {id_: [id_] for id_ in self.names}
        self._apart: dict[UUID, set[UUID]] = defaultdict(set)
        self._fixed: dict[UUID, UUID] = {}
        together: dict[UUID, UUID] = {}
        for id_ in self.names:
            if id_ in fixed:
                first = together.setdefault(fixed[id_], id_)
                self._unite(first, id_)
                self._fixed[self._of[first]] = fixed[id_]

    def of(self, name: UUID) -> UUID:
        """The group that a name is in, by its first name."""
        return self._of[name]

    def members(self, group: UUID) -> list[Known]:
        return [self.names[id_] for id_ in self._members[group]]

    def all(self) -> list[UUID]:
        return list(self._members)

    def bearing(self) -> dict[str, list[UUID]]:
        """The groups by the keys that they are known by, in order."""
        found: dict[str, dict[UUID, None]] = {}
        for name in self.names.values():
            for key in name.keys:
                found.setdefault(key, {})[self._of[name.id]] = None
        return {key: list(found[key]) for key in sorted(found)}

    def bearing_of(self, key: str) -> list[UUID]:
        """The groups that are known by one key as they are now, in order."""
        found = (self._of[name.id] for name in self.names.values() if key in name.keys)
        return list(dict.fromkeys(found))

    def part(self, one: UUID, other: UUID) -> None:
        """Keep two names apart from now on."""
        self._apart[one].add(other)
        self._apart[other].add(one)

    def may_join(self, one: UUID, other: UUID) -> bool:
        a, b = self._of[one], self._of[other]
        if a in self._fixed and b in self._fixed and self._fixed[a] != self._fixed[b]:
            return False
        return not any(self._apart[id_].intersection(self._members[b]) for id_ in self._members[a])

    def join(self, one: UUID, other: UUID) -> bool:
        """Whether the groups of two names are one by now."""
        if self._of[one] == self._of[other]:
            return True
        if not self.may_join(one, other):
            return False
        self._unite(one, other)
        return True

    def _unite(self, one: UUID, other: UUID) -> None:
        first, second = self._of[one], self._of[other]
        if first == second:
            return
        if self.names[second].rank < self.names[first].rank:
            first, second = second, first
        moved = self._members.pop(second)
        self._members[first] = sorted(
            self._members[first] + moved, key=lambda id_: self.names[id_].rank
        )
        self._of |= dict.fromkeys(moved, first)
        if second in self._fixed:
            self._fixed[first] = self._fixed.pop(second)


def emails_of(names: Collection[Known]) -> set[str]:
    return {email for name in names for email in name.emails}


def handles_of(names: Collection[Known]) -> set[str]:
    return {handle.casefold() for name in names for handle in name.handles}


def names_of(names: Collection[Known]) -> set[str]:
    return {each for name in names for each in name.full_names}
