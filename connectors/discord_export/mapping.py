"""A message of a DiscordChatExporter file as Momo's record. Pure."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from connectors.contract import Audience, MediaType, Person, Refusal, SourceRecord
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import chat_member, shown_name
from connectors.files.text import encode, stable_id
from connectors.files.times import from_iso

# Discord's numbers stand where the exporter knows no name: a command's answer, a thread's start.
_KEPT_TYPES = frozenset({"", "Default", "Reply", "20", "21", "23"})
_PRIVATE_TYPES = frozenset({"DirectTextChat", "DirectGroupTextChat", "GuildPrivateThread"})
MAX_REMEMBERED_REPLIES = 50_000  # messages whose thread is known, about 10 MB


@dataclass(frozen=True, slots=True)
class Channel:
    """The channel of one file; `audience` is None where the whole server may read it."""

    id: str
    guild: str
    name: str
    is_thread: bool
    audience: Audience | None = None


class ReplyRoots:
    """Which message a chain of replies started from, for the newest messages of a channel."""

    def __init__(self, size: int = MAX_REMEMBERED_REPLIES) -> None:
        self._roots: OrderedDict[str, str] = OrderedDict()
        self._size = size

    def root(self, message: str, answered: str) -> str:
        """The start of the chain; the answered message where its own start is not known."""
        root = self._roots.get(answered, answered)
        self._roots[message] = root
        if len(self._roots) > self._size:
            self._roots.popitem(last=False)
        return root


def is_private(head: Mapping[str, object]) -> bool:
    return as_text(as_object(head.get("channel")).get("type")) in _PRIVATE_TYPES


def channel_of(
    head: Mapping[str, object], members: Iterable[Person], as_of: datetime | None = None
) -> Channel | None:
    """The channel that a file's head describes, or None where it describes none.

    `members` wrote in it, the last of them at `as_of`; the export's own date is better.
    """
    channel = as_object(head.get("channel"))
    key = stable_id(as_text(channel.get("id")))
    if not key:
        return None
    as_of = from_iso(as_text(head.get("exportedAt"))) or as_of
    parts = (as_text(channel.get("category")), as_text(channel.get("name")))
    name = shown_name(" / ".join(filter(None, parts))) or key
    return Channel(
        id=key,
        guild=as_text(as_object(head.get("guild")).get("id")),
        name=name,
        is_thread="Thread" in as_text(channel.get("type")),
        audience=Audience(key, name, tuple(members), as_of) if is_private(head) else None,
    )


def person_of(user: Mapping[str, object], role: str = "author") -> Person | None:
    """A Discord user. The handle is the user's id, which never changes."""
    name = as_text(user.get("nickname")) or as_text(user.get("name"))
    handle = as_text(user.get("id"))
    return chat_member(name, handle, role=role) if name or handle else None


def message_record(
    entry: Mapping[str, object], channel: Channel, roots: ReplyRoots, locator: str
) -> SourceRecord | Refusal:
    """Map one message, or say why it is left out."""
    key = as_text(entry.get("id"))
    if not key:
        return Refusal(locator, 'has no "id": export it again with DiscordChatExporter')
    answered = as_text(as_object(entry.get("reference")).get("messageId"))
    root = roots.root(key, answered) if answered else ""
    if as_text(entry.get("type")) not in _KEPT_TYPES:
        return Refusal(locator, "a notice of Discord's own, not a message", skipped=True)
    moment = from_iso(as_text(entry.get("timestamp")))
    if moment is None:
        return Refusal(locator, 'has no usable time: "timestamp" must be ISO 8601')
    text = message_text(entry)
    if not text.strip():
        return Refusal(locator, "an empty message", skipped=True)
    author = as_object(entry.get("author"))
    mentioned = [person_of(user, "mentioned") for user in objects(entry.get("mentions"))]
    people = tuple(person for person in mentioned if person)
    return SourceRecord(
        external_id=_external_id(channel, key),
        kind="message",
        raw=encode(text),
        media_type=MediaType.DISCORD,
        occurred_at=moment,
        author=person_of(author),
        participants=people,
        thread_key=_thread_key(channel, root),
        reply_to=_external_id(channel, answered) if answered else "",
        url=f"https://discord.com/channels/{_place(channel)}/{channel.id}/{key}",
        container=channel.name,
        edited_at=from_iso(as_text(entry.get("timestampEdited"))),
        audience=channel.audience,
        names={person.handle: person.name for person in people if person.handle},
        tags=_tags(entry, is_bot=author.get("isBot") is True),
    )


def message_text(entry: Mapping[str, object]) -> str:
    """What was written (of a bot, what it embedded), then the names of attached files."""
    written = as_text(entry.get("content"))
    if not written.strip():
        embeds = objects(entry.get("embeds"))
        parts = [as_text(embed.get(key)) for embed in embeds for key in ("title", "description")]
        written = "\n".join(filter(None, parts))
    files = [as_text(file.get("fileName")) for file in objects(entry.get("attachments"))]
    return "\n".join(filter(None, [written, *files]))


def _external_id(channel: Channel, key: str) -> str:
    return stable_id(f"{channel.id}:{key}")


def _thread_key(channel: Channel, root: str) -> str:
    if channel.is_thread:
        return channel.id
    return _external_id(channel, root) if root else ""


def _place(channel: Channel) -> str:
    return channel.guild if channel.guild not in ("", "0") else "@me"


def _tags(entry: Mapping[str, object], *, is_bot: bool) -> tuple[str, ...]:
    """A reaction is often all there is of an approval, so it is kept as `reaction:NAME`."""
    emojis = [as_object(reaction.get("emoji")) for reaction in objects(entry.get("reactions"))]
    names = [as_text(emoji.get("code")) or as_text(emoji.get("name")) for emoji in emojis]
    reactions = tuple(f"reaction:{name}" for name in dict.fromkeys(names) if name)
    return (("bot",) if is_bot else ()) + reactions
