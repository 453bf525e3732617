"""A message of a DiscordChatExporter file as Momo's record. Pure."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import datetime

from connectors.contract import Audience, Person, Refusal, SourceRecord
from connectors.discord.messages import Channel, Told, reaction_tags, record_of, user
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import shown_name
from connectors.files.text import stable_id
from connectors.files.times import from_iso

# Discord's numbers stand where the exporter knows no name: a command's answer, a thread's start.
_KEPT_TYPES = frozenset({"", "Default", "Reply", "20", "21", "23"})
_PRIVATE_TYPES = frozenset({"DirectTextChat", "DirectGroupTextChat", "GuildPrivateThread"})
MAX_REMEMBERED_REPLIES = 50_000  # messages whose thread is known, about 10 MB


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


def person_of(told: Mapping[str, object], role: str = "author") -> Person | None:
    return user(
        as_text(told.get("nickname")) or as_text(told.get("name")), as_text(told.get("id")), role
    )


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
    told = Told(
        id=key,
        moment=moment,
        text=text,
        author=person_of(author),
        is_bot=author.get("isBot") is True,
        mentioned=tuple(person for person in mentioned if person),
        answered=answered,
        root=root,
        edited_at=from_iso(as_text(entry.get("timestampEdited"))),
        tags=_reactions(entry),
    )
    return record_of(told, channel)


def message_text(entry: Mapping[str, object]) -> str:
    """What was written (of a bot, what it embedded), then the names of attached files."""
    written = as_text(entry.get("content"))
    if not written.strip():
        embeds = objects(entry.get("embeds"))
        parts = [as_text(embed.get(key)) for embed in embeds for key in ("title", "description")]
        written = "\n".join(filter(None, parts))
    files = [as_text(file.get("fileName")) for file in objects(entry.get("attachments"))]
    return "\n".join(filter(None, [written, *files]))


def _reactions(entry: Mapping[str, object]) -> tuple[str, ...]:
    emojis = [as_object(reaction.get("emoji")) for reaction in objects(entry.get("reactions"))]
    return reaction_tags([as_text(e.get("code")) or as_text(e.get("name")) for e in emojis])
