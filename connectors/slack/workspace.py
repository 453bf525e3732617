"""Who and what messages in Slack speak of: the people and the channels. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from connectors.contract import Audience, Person
from connectors.files.json_input import as_list, as_object, as_text
from connectors.files.people import chat_member, shown_name
from connectors.files.text import stable_id


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel, group or direct message; `audience` is None where the whole team may read it."""

    id: str
    folder: str
    name: str
    audience: Audience | None


@dataclass(slots=True)
class Workspace:
    """People by id, and channels by the folder that an export holds their messages in.

    `as_of` is when an export was made, as far as it tells. Of a workspace that Momo is connected
    to, `address` begins all links (`https://acme.slack.com/`), `read_at` is when it was asked, and
    `own_ids` are Momo's user and app there; an export tells none of the three.
    """

    as_of: datetime | None = None
    address: str = ""
    read_at: datetime | None = None
    own_ids: frozenset[str] = frozenset()
    people: dict[str, Person] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add_user(self, user: Mapping[str, object]) -> None:
        key, person = as_text(user.get("id")), person_of(user)
        if key:
            self.people[key] = person
            self.names[key] = person.name

    def add_channel(self, entry: Mapping[str, object], *, private: bool) -> None:
        """Take a channel of the export's lists; people must be known before."""
        key = as_text(entry.get("id"))
        if not key:
            return
        members = [as_text(member) for member in as_list(entry.get("members"))]
        name = as_text(entry.get("name"))
        spelled = name or ", ".join(self.names.get(member, member) for member in members)
        shown = shown_name(spelled) or stable_id(key)
        closed = private or any(entry.get(flag) is True for flag in _PRIVATE_FLAGS)
        people = tuple(map(self.person, members))
        stable = stable_id(key)
        audience = Audience(stable, shown, people, self.as_of) if closed else None
        channel = Channel(stable, name or key, shown, audience)
        self.channels[channel.folder] = channel
        self.names[key] = shown

    def permalink(self, channel_id: str, ts: str, root_ts: str = "") -> str:
        """The link that Slack itself gives for a message, or nothing where it is not known."""
        if not self.address:
            return ""
        link = f"{self.address}archives/{channel_id}/p{ts.replace('.', '')}"
        return f"{link}?thread_ts={root_ts}&cid={channel_id}" if root_ts not in ("", ts) else link

    def person(self, user_id: str, role: str = "author") -> Person:
        known = self.people.get(user_id)
        if known is None:
            return Person(handle=stable_id(user_id), role=role)
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
    return chat_member(name, as_text(user.get("id")), email=as_text(profile.get("email")))
