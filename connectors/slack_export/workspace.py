"""Who and what a Slack export speaks of: its people and its channels. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from connectors.contract import Audience, Person
from connectors.files.json_input import as_list, as_object, as_text


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel, group or direct message; `audience` is None where the whole team may read it."""

    id: str
    folder: str
    name: str
    audience: Audience | None


@dataclass(slots=True)
class Workspace:
    """People by id, and channels by the folder that holds their messages."""

    people: dict[str, Person] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add_user(self, user: Mapping[str, object]) -> None:
        person = person_of(user)
        if person.handle:
            self.people[person.handle] = person
            self.names[person.handle] = person.name

    def add_channel(self, entry: Mapping[str, object], *, private: bool) -> None:
        """Take a channel of the export's lists; people must be known before."""
        key = as_text(entry.get("id"))
        if not key:
            return
        members = [as_text(member) for member in as_list(entry.get("members"))]
        name = as_text(entry.get("name"))
        shown = name or ", ".join(self.names.get(member, member) for member in members) or key
        closed = private or any(entry.get(flag) is True for flag in _PRIVATE_FLAGS)
        audience = Audience(key, shown, tuple(map(self.person, members))) if closed else None
        channel = Channel(key, name or key, shown, audience)
        self.channels[channel.folder] = channel
        self.names[key] = shown

    def person(self, user_id: str, role: str = "author") -> Person:
        known = self.people.get(user_id)
        if known is None:
            return Person(handle=user_id, role=role)
        return Person(known.name, known.email, known.handle, role)


_PRIVATE_FLAGS = ("is_private", "is_im", "is_mpim")


def person_of(user: Mapping[str, object]) -> Person:
    """A Slack user. The handle is the user's id, which never changes and which messages carry."""
    profile = as_object(user.get("profile"))
    candidates = (
        profile.get("display_name"), profile.get("real_name"),
        user.get("real_name"), user.get("name"),
    )  # fmt: skip
    name = next((text for text in map(as_text, candidates) if text.strip()), "")
    return Person(name=name, email=as_text(profile.get("email")), handle=as_text(user.get("id")))
