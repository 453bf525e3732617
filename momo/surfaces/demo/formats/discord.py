"""A channel in the JSON layout of DiscordChatExporter."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.places import Places, digest
from momo.surfaces.demo.story import Character, DiscordMessage

_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)  # Discord ids count milliseconds from here, shifted by 22
_MENTION = re.compile(r"@(\w+)")


def write_discord(path: Path, edition: Edition) -> Places:
    """Write the community channel. An item's place is its message id."""
    story = edition.story
    guild = {"id": _fixed_id("guild"), "name": story.community, "iconUrl": ""}
    messages = [_message(edition, each) for each in story.discord]
    export = {
        "guild": guild,
        "channel": {
            "id": _fixed_id("channel"),
            "type": "GuildTextChat",
            "categoryId": _fixed_id("category"),
            "category": "Harbour",
            "name": story.discord_channel,
            "topic": story.discord_topic,
        },
        "dateRange": {"after": None, "before": None},
        "exportedAt": f"{edition.today:%Y-%m-%d}T00:00:00+00:00",
        "messages": messages,
        "messageCount": len(messages),
    }
    path.write_text(json.dumps(export, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return {each.key: _message_id(edition, each) for each in story.discord}


def _message(edition: Edition, message: DiscordMessage) -> dict[str, Any]:
    text = edition.told(message.text)
    return {
        "id": _message_id(edition, message),
        "type": "Reply" if message.reply_to else "Default",
        "timestamp": edition.moment(message.when).isoformat(),
        "timestampEdited": None,
        "callEndedTimestamp": None,
        "isPinned": False,
        "content": text,
        "author": _author(edition.author(message)),
        "attachments": [],
        "embeds": [],
        "stickers": [],
        "reactions": [],
        "mentions": [_author(person) for person in _mentioned(edition, text)],
        **_reference(edition, message),
    }


def _reference(edition: Edition, message: DiscordMessage) -> dict[str, Any]:
    if not message.reply_to:
        return {}
    answered = next(each for each in edition.story.discord if each.key == message.reply_to)
    return {
        "reference": {
            "messageId": _message_id(edition, answered),
            "channelId": _fixed_id("channel"),
            "guildId": _fixed_id("guild"),
        }
    }


def _mentioned(edition: Edition, text: str) -> list[Character]:
    names = set(_MENTION.findall(text))
    return [person for person in edition.story.people.values() if person.discord in names]


def _author(person: Character) -> dict[str, Any]:
    return {
        "id": _fixed_id(f"user {person.key}"),
        "name": person.discord,
        "discriminator": "0000",
        "nickname": person.name if person.role else person.discord,
        "color": None,
        "isBot": person.bot,
        "roles": [],
        "avatarUrl": "",
    }


def _message_id(edition: Edition, message: DiscordMessage) -> str:
    elapsed = edition.moment(message.when) - _EPOCH
    sequence = int(digest(message.key), 16) % (1 << 22)
    return str((int(elapsed.total_seconds() * 1000) << 22) + sequence)


def _fixed_id(name: str) -> str:
    return str(10**18 + int(digest("discord", name), 16) % 10**17)
