"""A Discord message as Momo's record, whether a file told of it or Discord itself. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from connectors.contract import Audience, MediaType, Person, SourceRecord
from connectors.files.people import chat_member
from connectors.files.text import encode, stable_id


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel or thread; `audience` is None where the whole server may read it."""

    id: str
    guild: str
    name: str
    is_thread: bool
    audience: Audience | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to know of one message.

    `answered` is the message that it replies to and `root` the one that the chain of replies
    started from; `thread` the thread that was started from it.
    """

    id: str
    moment: datetime
    text: str
    author: Person | None = None
    is_bot: bool = False
    mentioned: tuple[Person, ...] = ()
    answered: str = ""
    root: str = ""
    thread: str = ""
    title: str = ""
    edited_at: datetime | None = None
    as_of: datetime | None = None
    deleted: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    tags: tuple[str, ...] = ()


def user(name: str, key: str, role: str = "author") -> Person | None:
    """A Discord user. The handle is the user's id, which never changes."""
    return chat_member(name, key, role=role) if name or key else None


def reaction_tags(names: list[str]) -> tuple[str, ...]:
    """A reaction is often all there is of an approval, so it is kept as `reaction:NAME`. How many
    gave it is left out: each would be another version of the message to read again."""
    return tuple(f"reaction:{name}" for name in dict.fromkeys(names) if name)


def record_of(told: Told, channel: Channel) -> SourceRecord:
    return SourceRecord(
        external_id=_external_id(channel, told.id),
        kind="message",
        raw=encode(told.text),
        media_type=MediaType.DISCORD,
        occurred_at=told.moment,
        title=told.title,
        author=told.author,
        participants=told.mentioned,
        thread_key=_thread_key(channel, told),
        reply_to=_external_id(channel, told.answered) if told.answered else "",
        url=f"https://discord.com/channels/{_place(channel)}/{channel.id}/{told.id}",
        container=channel.name,
        edited_at=told.edited_at,
        deleted=told.deleted,
        audience=channel.audience,
        names={**told.names, **{each.handle: each.name for each in told.mentioned if each.handle}},
        tags=(("bot",) if told.is_bot else ()) + told.tags,
        as_of=told.as_of,
    )


def _external_id(channel: Channel, key: str) -> str:
    return stable_id(f"{channel.id}:{key}")


def _thread_key(channel: Channel, told: Told) -> str:
    if channel.is_thread:
        return channel.id
    if told.thread:
        return told.thread
    return _external_id(channel, told.root) if told.root else ""


def _place(channel: Channel) -> str:
    return channel.guild if channel.guild not in ("", "0") else "@me"
