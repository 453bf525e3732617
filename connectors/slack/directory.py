"""Who and what is in a workspace, as far as it was asked for; kept for a while in the process."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache

from connectors.contract import Audience, Person
from connectors.files.json_input import as_list, as_object, as_text
from connectors.files.people import shown_name
from connectors.files.text import stable_id
from connectors.live.errors import Forbidden, Unavailable
from connectors.live.session import Session
from connectors.slack.client import SlackClient
from connectors.slack.mapping import named_in
from connectors.slack.tuning import (
    KEEP_CHANNELS,
    KEEP_MEMBERS,
    KEEP_PEOPLE,
    KEEP_UNKNOWN,
    MANY_PEOPLE,
    MAX_PEOPLE,
    MAX_WORKSPACES,
)
from connectors.slack.workspace import Channel, Workspace, person_of

PUBLIC, PRIVATE = "public_channel", "private_channel"


@dataclass(frozen=True, slots=True)
class Place:
    """A channel as Slack lists it. `joined`: Momo is a member."""

    id: str
    name: str
    private: bool
    joined: bool
    closed: bool  # archived, or a direct message
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Someone:
    """A user; None where Slack knows nobody of that id. Those who left are not active."""

    person: Person | None
    active: bool
    until: datetime


@dataclass(slots=True)
class Known:
    """What is known of one workspace in this process."""

    people: dict[str, Someone] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    hidden: dict[str, datetime] = field(default_factory=dict)  # channels, until when
    audiences: dict[str, Audience] = field(default_factory=dict)
    users_cursor: str = ""


@lru_cache(maxsize=MAX_WORKSPACES)
def _known(key: str) -> Known:
    return Known()


class Directory:
    """Answers from what is known, and asks Slack for the rest. Methods raise SourceError."""

    def __init__(self, session: Session, client: SlackClient) -> None:
        self._session = session
        self._client = client
        self._now = session.now()
        self._known = _known(session.key)

    def places(self, types: str) -> list[Place]:
        """The channels of `types`, asked for anew."""
        return [self._learn(entry) for entry in self._client.channels(types) if entry.get("id")]

    def place(self, channel_id: str, keep: timedelta = KEEP_CHANNELS) -> Place:
        """As it was `keep` ago at most. Raises Forbidden for a channel that Momo does not see."""
        known = self._known.places.get(channel_id)
        if known and known.asked_at + keep > self._now:
            return known
        return self._learn({"id": channel_id, **self._client.channel(channel_id)})

    def forget(self, channel_id: str) -> None:
        self._known.places.pop(channel_id, None)
        self._known.audiences.pop(channel_id, None)

    def forget_people(self) -> None:
        self._known.people.clear()

    def channel(self, channel_id: str, keep: timedelta = KEEP_CHANNELS) -> Channel:
        """A channel with its members where it is private."""
        place = self.place(channel_id, keep)
        key = stable_id(channel_id)
        audience = self.audience(place) if place.private else None
        return Channel(key, key, place.name, audience)

    def audience(self, place: Place) -> Audience:
        """The complete list of a private channel's members: people who are still there."""
        known = self._known.audiences.get(place.id)
        if known and known.as_of and known.as_of + KEEP_MEMBERS > self._now:
            return known
        members = self._client.members(place.id)
        people = self._people(members)
        present = (people[key] for key in members if key in people)
        persons = tuple(one.person for one in present if one.person and one.active)
        audience = Audience(stable_id(place.id), place.name, persons, self._now)
        self._known.audiences[place.id] = audience
        return audience

    def workspace(self, messages: Iterable[Mapping[str, object]]) -> Workspace:
        """All that the records of some messages name."""
        named = {key for message in messages for key in named_in(message)}
        channels = sorted(key for key in named if key[:1] in ("C", "G"))
        found = self._people(sorted(named.difference(channels)))
        people = {key: one.person for key, one in found.items() if one.person}
        names = {key: person.name for key, person in people.items()}
        names |= {key: name for key in channels if (name := self._public_name(key))}
        credentials = self._session.credentials
        own = frozenset({credentials.get("bot_user_id", ""), credentials.get("app_id", "")})
        return Workspace(
            address=credentials.get("address", ""), read_at=self._now,
            own_ids=own - {""}, people=people, names=names,
        )  # fmt: skip

    def learn_user(self, user: Mapping[str, object]) -> None:
        """Take a user as Slack tells of them, in a list or in an event."""
        person = person_of(user)
        if user.get("is_email_confirmed") is False or not self._is_of_workspace(user):
            # In a channel that workspaces share only a person's own one vouches for the address,
            # and Momo does not know that one.
            person = replace(person, email="")
        active = user.get("deleted") is not True and user.get("is_bot") is not True
        self._remember(as_text(user.get("id")), Someone(person, active, self._now + KEEP_PEOPLE))

    def _is_of_workspace(self, user: Mapping[str, object]) -> bool:
        own = self._session.account_id
        grid = as_list(as_object(user.get("enterprise_user")).get("teams"))
        return user.get("is_stranger") is not True and own in (user.get("team_id"), *grid)

    def _learn(self, entry: Mapping[str, object]) -> Place:
        key = as_text(entry.get("id"))
        direct = entry.get("is_im") is True or entry.get("is_mpim") is True
        place = Place(
            id=key, name=shown_name(as_text(entry.get("name"))) or key,
            # What does not say that it is public is not shown to all.
            private=direct or entry.get("is_private") is not False,
            joined=entry.get("is_member") is True,
            closed=direct or entry.get("is_archived") is True,
            asked_at=self._now,
        )  # fmt: skip
        self._known.places[key] = place
        return place

    def _public_name(self, channel_id: str) -> str:
        if self._known.hidden.get(channel_id, self._now) > self._now:
            return ""
        try:
            place = self.place(channel_id)
        except Forbidden:
            self._known.hidden[channel_id] = self._now + KEEP_UNKNOWN
            return ""
        return "" if place.private else place.name

    def _people(self, ids: Iterable[str]) -> dict[str, Someone]:
        wanted = list(dict.fromkeys(ids))
        missing = [key for key in wanted if not self._is_known(key)]
        if len(missing) >= MANY_PEOPLE:
            self._ask_for_all(missing)
        for key in missing:
            if not self._is_known(key):
                self._ask_for(key)
        return {key: self._known.people[key] for key in wanted if key in self._known.people}

    def _is_known(self, user_id: str) -> bool:
        known = self._known.people.get(user_id)
        return known is not None and known.until > self._now

    def _ask_for_all(self, wanted: list[str]) -> None:
        """Read the list of users until all wanted are found; goes on where it once stopped."""
        while True:
            try:
                users, self._known.users_cursor = self._client.users(self._known.users_cursor)
            except Unavailable:
                self._known.users_cursor = ""  # Slack may have forgotten it
                raise
            for user in users:
                self.learn_user(user)
            if not self._known.users_cursor or all(map(self._is_known, wanted)):
                return

    def _ask_for(self, user_id: str) -> None:
        try:
            self.learn_user({"id": user_id, **self._client.user(user_id)})
        except Forbidden:
            nobody = Someone(None, active=False, until=self._now + KEEP_UNKNOWN)
            self._remember(user_id, nobody)

    def _remember(self, user_id: str, someone: Someone) -> None:
        people = self._known.people
        people.pop(user_id, None)
        people[user_id] = someone
        if len(people) > MAX_PEOPLE:
            del people[next(iter(people))]
