"""A repository as far as its records need it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from connectors.contract import Audience, Person
from connectors.files.json_input import as_text
from connectors.files.people import shown_name
from connectors.files.text import one_line, stable_id


@dataclass(frozen=True, slots=True)
class Place:
    """A repository. `id` is its number, which stays when it is renamed or transferred.

    `audience` is set where it is private; its members may not be known yet.
    """

    id: str
    name: str  # owner/name
    branch: str  # the default one
    has_discussions: bool = True
    audience: Audience | None = None

    @property
    def prefix(self) -> str:
        """What the ids and thread keys of all that it holds begin with."""
        return f"{self.id}#"

    def thread(self, number: object) -> str:
        """The id of an issue, pull request or discussion, which share their numbers."""
        return f"{self.prefix}{stable_id(as_text(number))}"

    def key(self, kind: str, number: object) -> str:
        """The id of what is numbered by its kind."""
        return f"{self.prefix}{kind}:{stable_id(as_text(number))}"

    def commit(self, sha: str) -> str:
        """A commit's id. Repositories may share commits, and not everyone sees the same ones."""
        return f"{self.prefix}{stable_id(sha)}"

    @property
    def label(self) -> str:
        """What may be told of it where not only its members read: no private name."""
        return f"repository {self.id}" if self.audience else self.name

    def with_members(self, members: tuple[Person, ...], as_of: datetime | None) -> "Place":
        assert self.audience is not None
        return replace(self, audience=replace(self.audience, members=members, as_of=as_of))


def place_of(repository: Mapping[str, object]) -> Place | None:
    """The repository of a payload or list; None where it is not named.

    One that does not say that it is public is private.
    """
    key, name = as_text(repository.get("id")), shown_name(as_text(repository.get("full_name")))
    if not key.isdecimal() or not name:
        return None
    return Place(
        id=key,
        name=name,
        branch=one_line(as_text(repository.get("default_branch"))),
        has_discussions=repository.get("has_discussions") is not False,
        audience=None if repository.get("private") is False else Audience(key, name, ()),
    )
