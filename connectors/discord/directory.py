"""What is known of a server while something of it is read: channels, roles, members.

Kept for some seconds in this process, by connection: a burst of messages asks once, and a change of
who may read a channel is seen by the next slice of work at the latest.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from connectors.contract import Audience
from connectors.discord.client import UNKNOWN_CHANNEL, Answer, Missing, Rest
from connectors.discord.mapping import answered_by
from connectors.discord.messages import Channel
from connectors.discord.places import (
    FORUMS,
    PRIVATE_THREAD,
    WITH_MESSAGES,
    Guild,
    Member,
    Place,
    guild_of,
    is_closed,
    may_view,
    member_of,
    place_of,
)
from connectors.discord.snowflakes import as_id
from connectors.discord.tuning import (
    KNOWN_FOR,
    KNOWN_REPLIES,
    KNOWN_SERVERS,
    MAX_HOPS,
    MEMBER_REQUESTS,
    MEMBERS_A_REQUEST,
)
from connectors.files.json_input import as_object, objects
from connectors.files.people import shown_name
from connectors.live.errors import Forbidden, Revoked
from connectors.live.session import Session

_LEFT = (
    "Momo's bot is no longer in the Discord server: connect Discord again and choose the server."
)
_NO_LIST = (
    "who may read it cannot be told: turn on Server Members Intent for the bot, then sync again"
)
_TOO_MANY = f"the server has over {MEMBER_REQUESTS * MEMBERS_A_REQUEST} members: who may read it"
_TOO_MANY += " cannot be told"


@dataclass(slots=True)
class Known:
    """What one connection's server looked like at `at`. `answered` never changes."""

    at: datetime
    guild: Guild | None = None
    channels: dict[str, Place] = field(default_factory=dict)
    threads: dict[str, Place] = field(default_factory=dict)
    members: dict[str, Member] | None = None
    members_at: datetime | None = None
    audiences: dict[str, Audience] = field(default_factory=dict)
    answered: OrderedDict[str, str] = field(default_factory=OrderedDict)


_KNOWN: OrderedDict[str, Known] = OrderedDict()


class Directory:
    """A server as far as it is needed, each part asked for when it is. Raises errors.SourceError,
    of which Forbidden means one place alone."""

    def __init__(self, session: Session, *, since: datetime | None = None) -> None:
        """`since`: what was read before is not good enough."""
        self.rest = Rest(session.app, session.limiter)
        self._session = session
        self._guild_id = as_id(session.account_id)
        self._known = _remembered(session, since)

    @property
    def guild(self) -> Guild:
        if self._known.guild is None:
            self._known.guild = self.look()
        return self._known.guild

    def look(self) -> Guild:
        """Ask for the server. Raises Revoked where the bot is no longer in it."""
        return guild_of(as_object(self._ask(f"/guilds/{self._guild_id}").body))

    @property
    def channels(self) -> Mapping[str, Place]:
        """All channels, also those that the bot may not read; categories too."""
        if not self._known.channels:
            found = objects(self._ask(f"/guilds/{self._guild_id}/channels").body)
            self._known.channels = {place.id: place for place in map(place_of, found) if place.id}
        return self._known.channels

    def active_threads(self) -> list[Place]:
        """Those that are not archived, private ones only where the bot was added."""
        found = as_object(self._ask(f"/guilds/{self._guild_id}/threads/active").body)
        return self.learn(found)

    def learn(self, found: Mapping[str, object]) -> list[Place]:
        """Take note of the threads of a list, and return those that are collected."""
        threads = [place for place in map(place_of, objects(found.get("threads"))) if place.id]
        self._known.threads.update({each.id: each for each in threads})
        return [each for each in threads if self.collects(each)]

    def place(self, key: str) -> Place:
        """A channel or thread. Raises Forbidden where it is gone or closed to the bot."""
        known = self.channels.get(key) or self._known.threads.get(key)
        if known is None:
            told = as_object(self.rest.get(f"/channels/{key}").body)
            known = place_of(told)
            if not known.id or as_id(told.get("guild_id")) != self._guild_id:
                raise Missing
            (self._known.threads if known.is_thread else self._known.channels)[key] = known
        return known

    def is_deleted(self, key: str) -> bool:
        """Whether Discord says that there is no such channel, and not only that it is closed."""
        try:
            self.rest.get(f"/channels/{key}")
        except Missing as missing:
            return missing.code == UNKNOWN_CHANNEL
        except Forbidden:
            return False
        return False

    def forget_place(self, key: str) -> None:
        """A thread has another name now, say."""
        self._known.threads.pop(key, None)

    def offered(self) -> list[Place]:
        """The channels that can hold messages, in an order that stays."""
        places = [self.channels[key] for key in sorted(self.channels, key=int)]
        return [each for each in places if each.type in WITH_MESSAGES | FORUMS]

    def collected(self) -> list[Place]:
        """Those of them that were chosen."""
        return [each for each in self.offered() if self._session.collects(each.id)]

    def collects(self, place: Place) -> bool:
        """Whether a channel was chosen, or the channel that a thread is in."""
        above = place.parent if place.is_thread else place.id
        channel = self.channels.get(above)
        readable = channel is not None and channel.type in WITH_MESSAGES | FORUMS
        return readable and self._session.collects(above)

    def is_closed(self, place: Place) -> bool:
        above = self.channels.get(place.parent) if place.is_thread else place
        private = place.type == PRIVATE_THREAD
        return private or above is None or is_closed(self.guild, above)

    def channel(self, place: Place) -> Channel:
        """As messages name it. Raises Forbidden where nobody can tell who may read it."""
        audience = self.audience(place) if self.is_closed(place) else None
        return Channel(place.id, self._guild_id, self.name(place), place.is_thread, audience)

    def name(self, place: Place) -> str:
        above = self.channels.get(place.parent)
        parts = (above.name if above else "", place.name)
        return shown_name(" / ".join(filter(None, parts))) or place.id

    def public_name(self, key: str) -> str:
        """Of a role or channel that a message mentions, where everybody may know it."""
        role = self.guild.role_names.get(key)
        if role is not None:
            return role
        place = self.channels.get(key)
        return place.name if place and not self.is_closed(place) else ""

    def audience(self, place: Place) -> Audience:
        """Everybody who may read a closed place: of a private thread its members, of any other
        thread those of its channel."""
        if place.is_thread and place.type != PRIVATE_THREAD:
            place = self.place(place.parent)
        if place.id not in self._known.audiences:
            channel = self.place(place.parent) if place.is_thread else place
            members = self._members()
            inside = self._in_thread(place) if place.is_thread else members.keys()
            people = tuple(
                member.person
                for key, member in sorted(members.items())
                if key in inside and not member.is_bot and may_view(member, self.guild, channel)
            )
            name, at = self.name(place), self._known.members_at
            self._known.audiences[place.id] = Audience(place.id, name, people, at)
        return self._known.audiences[place.id]

    def root(self, entry: Mapping[str, object], channel_id: str) -> str:
        """The start of the chain of replies that a message is in; nothing for one that is none.

        What it answers comes with it, what that answers is looked up, so that the start does not
        depend on what was read before.
        """
        self._note(entry)
        self._note(as_object(entry.get("referenced_message")))
        key = answered_by(entry)
        for _ in range(MAX_HOPS):
            above = self._answered(key, channel_id) if key else ""
            if not above:
                return key
            key = above
        return key

    def _answered(self, key: str, channel_id: str) -> str:
        if key not in self._known.answered:
            try:
                path = f"/channels/{channel_id}/messages/{key}"
                self._note(as_object(self.rest.get(path).body), key)
            except Forbidden:
                self._note({}, key)  # deleted: the chain starts after it
        return self._known.answered[key]

    def _note(self, entry: Mapping[str, object], asked: str = "") -> None:
        key = asked or as_id(entry.get("id"))
        if key:
            self._known.answered[key] = answered_by(entry)
            if len(self._known.answered) > KNOWN_REPLIES:
                self._known.answered.popitem(last=False)

    def _members(self) -> Mapping[str, Member]:
        if self._known.members is None:
            found: dict[str, Member] = {}
            after, self._known.members_at = "0", self._session.now()
            for _ in range(MEMBER_REQUESTS):
                answer = self._list(after)
                page = [member_of(entry) for entry in objects(answer.body)]
                found.update({member.id: member for member in page if member.id})
                if len(page) < MEMBERS_A_REQUEST or not found:
                    self._known.members = found
                    return found
                after = max(found, key=int)
            raise Forbidden(_TOO_MANY)
        return self._known.members

    def _list(self, after: str) -> Answer:
        path = f"/guilds/{self._guild_id}/members"
        try:
            return self.rest.get(path, limit=MEMBERS_A_REQUEST, after=after)
        except Forbidden as closed:
            raise Forbidden(_NO_LIST) from closed

    def _in_thread(self, thread: Place) -> set[str]:
        found = objects(self.rest.get(f"/channels/{thread.id}/thread-members").body)
        return {as_id(entry.get("user_id")) for entry in found}

    def _ask(self, path: str) -> Answer:
        try:
            return self.rest.get(path)
        except Forbidden as closed:
            raise Revoked(_LEFT) from closed


def _remembered(session: Session, since: datetime | None) -> Known:
    now = session.now()
    known = _KNOWN.pop(session.key, None) or Known(at=now)
    if not max(now - KNOWN_FOR, since or known.at) <= known.at <= now:
        known = Known(at=now, answered=known.answered)
    _KNOWN[session.key] = known
    while len(_KNOWN) > KNOWN_SERVERS:
        _KNOWN.popitem(last=False)
    return known
