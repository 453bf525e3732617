"""JSON files of DiscordChatExporter: one, a folder or a zip of them."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from connectors.contract import Person, Refusal, SourceRecord, UnreadableSource, Visibility
from connectors.discord.messages import Channel
from connectors.discord_export.mapping import (
    ReplyRoots,
    channel_of,
    is_private,
    message_record,
    person_of,
)  # fmt: skip
from connectors.files.archive import STREAMED_FILES
from connectors.files.bundle import open_bundle
from connectors.files.json_input import JsonError, as_object, as_text, head_and_elements
from connectors.files.members import Bundle, Member, MemberError, count_matches
from connectors.files.times import from_iso

_MESSAGE = re.compile(rb'"timestampEdited"')
_AGAIN = "export the channel again with DiscordChatExporter, as JSON"


class DiscordExportConnector:
    """Reads the channels, threads and direct messages that were exported, a file each."""

    kind = "discord"
    source = "discord"
    title = "Discord export (DiscordChatExporter, JSON)"
    description = "JSON files of DiscordChatExporter: one, a folder or a zip of them."
    accepts = (".json", ".zip")
    default_visibility = Visibility.SHARED
    ids_hold_by_place = False

    def count(self, path: Path) -> int:
        """About how many messages to expect. Raises UnreadableSource."""
        with open_bundle(path, STREAMED_FILES) as bundle:
            return sum(count_matches(bundle, file, _MESSAGE) for file in _files(bundle))

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Every message, file by file. Raises UnreadableSource where no file is an export."""
        with open_bundle(path, STREAMED_FILES) as bundle:
            for number, file in enumerate(_files(bundle), start=1):
                yield from _read_file(bundle, file, f"file {number}")


discord_export = DiscordExportConnector()


def _files(bundle: Bundle) -> list[Member]:
    """The JSON files, once one of them is known to be an export. Raises UnreadableSource."""
    files = [member for member in bundle.members if member.suffix == ".json"]
    if not any(_channel(bundle, file) for file in files):
        raise UnreadableSource(f"There is no Discord export in it: {_AGAIN}.")
    return files


def _channel(bundle: Bundle, file: Member) -> Channel | None:
    """The channel of a file, or None for one that is no export or cannot be read."""
    try:
        with bundle.open(file) as stream:
            return channel_of(head_and_elements(stream, "messages")[0], ())
    except (MemberError, JsonError):
        return None


def _read_file(bundle: Bundle, file: Member, where: str) -> Iterator[SourceRecord | Refusal]:
    """`where` stands for the file until it is known to be no private channel's: the file has its
    name, which is for its members, and the team reads what was refused."""
    number = 0
    try:
        with bundle.open(file) as stream:
            head, entries = head_and_elements(stream, "messages")
            members, as_of = _writers(bundle, file) if is_private(head) else ((), None)
            channel = channel_of(head, members, as_of)
            if channel is None:
                yield Refusal(where, f"has no channel id: {_AGAIN}")
                return
            where = f"channel {channel.id}" if channel.audience else file.name
            roots = ReplyRoots()
            for number, entry in enumerate(entries, start=1):
                yield _take(entry, channel, roots, f"{where}, message {number}")
    except MemberError as bad:
        yield Refusal(where, str(bad))
    except JsonError as bad:
        yield Refusal(where, f"{bad} after message {number}: {_AGAIN}")


def _take(
    entry: object, channel: Channel, roots: ReplyRoots, locator: str
) -> SourceRecord | Refusal:
    if isinstance(entry, dict):
        return message_record(entry, channel, roots, locator)
    return Refusal(locator, "is not a message: expected a JSON object")


def _writers(bundle: Bundle, file: Member) -> tuple[tuple[Person, ...], datetime | None]:
    """Who wrote in a private channel, the only sign in the file of who may read it, until when."""
    people: dict[Person, None] = {}
    newest: datetime | None = None
    try:
        with bundle.open(file) as stream:
            for entry in head_and_elements(stream, "messages")[1]:
                message = as_object(entry)
                person = person_of(as_object(message.get("author")))
                if person:
                    people[person] = None
                moment = from_iso(as_text(message.get("timestamp")))
                newest = max(filter(None, (newest, moment)), default=None)
    except (MemberError, JsonError):
        pass  # what follows the damage is not read the second time either
    return tuple(people), newest
