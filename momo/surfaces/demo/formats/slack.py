"""Slack's export layout: users, channels, private channels (groups), and a file a channel a day."""

import json
import re
from collections import defaultdict
from datetime import datetime, time
from pathlib import Path
from typing import Any

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.archives import write_zip
from momo.surfaces.demo.formats.places import Places, digest
from momo.surfaces.demo.story import Character, SlackChannel, SlackMessage

_MENTION = re.compile(r"([@#])([a-z]+)\b")


def write_slack(path: Path, edition: Edition) -> Places:
    """Write the export as a zip file. An item's place is its `ts`, unique in the workspace."""
    files: dict[str, Any] = {
        "users.json": [_user(each, edition) for each in _users(edition)],
        "channels.json": _channels(edition, private=False),
        "groups.json": _channels(edition, private=True),
        **_days(edition),
    }
    texts = {name: json.dumps(content, indent=1) for name, content in files.items()}
    moment = datetime.combine(edition.today, time())
    write_zip(path, [(name, text, moment) for name, text in texts.items()])
    return {message.key: _ts(edition, message) for message in edition.story.slack}


def _users(edition: Edition) -> list[Character]:
    return [person for person in edition.story.people.values() if person.slack]


def _user(person: Character, edition: Edition) -> dict[str, Any]:
    return {
        "id": _user_id(person),
        "team_id": _team_id(edition),
        "name": person.slack,
        "deleted": False,
        "real_name": person.name,
        "profile": {
            "real_name": person.name,
            "display_name": person.name,
            "title": person.title,
            "email": person.email,
        },
        "is_admin": person.role in ("owner", "admin"),
        "is_owner": person.role == "owner",
        "is_bot": person.bot,
    }


def _channels(edition: Edition, *, private: bool) -> list[dict[str, Any]]:
    return [
        _channel(edition, channel)
        for channel in edition.story.channels.values()
        if channel.private is private
    ]


def _channel(edition: Edition, channel: SlackChannel) -> dict[str, Any]:
    story = edition.story
    owner = _user_id(story.members[0])
    members = channel.members or tuple(member.key for member in story.members)
    return {
        "id": _channel_id(channel),
        "name": channel.name,
        "created": _epoch(edition.moment(story.slack[0].when)),
        "creator": owner,
        "is_archived": False,
        "is_general": channel.name == "general",
        "members": [_user_id(story.people[key]) for key in members],
        "topic": {"value": edition.told(channel.topic), "creator": owner, "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0},
    }


def _days(edition: Edition) -> dict[str, list[dict[str, Any]]]:
    days: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for message in sorted(edition.story.slack, key=lambda each: edition.moment(each.when)):
        day = edition.moment(message.when).date()
        days[f"{message.channel}/{day:%Y-%m-%d}.json"].append(_message(edition, message))
    return days


def _message(edition: Edition, message: SlackMessage) -> dict[str, Any]:
    author = edition.author(message)
    return {
        "type": "message",
        "ts": _ts(edition, message),
        "text": _markup(edition, message),
        **_origin(edition, author),
        **({"subtype": "channel_join"} if message.event == "join" else {}),
        **_thread(edition, message),
        **_edit(edition, message),
    }


def _origin(edition: Edition, author: Character) -> dict[str, Any]:
    if author.bot:
        bot_id = f"B{_user_id(author)[1:]}"
        return {"subtype": "bot_message", "username": author.slack, "bot_id": bot_id}
    profile = {"real_name": author.name, "display_name": author.name, "team": _team_id(edition)}
    return {"user": _user_id(author), "team": _team_id(edition), "user_profile": profile}


def _thread(edition: Edition, message: SlackMessage) -> dict[str, Any]:
    story = edition.story
    replies = [each for each in story.slack if each.thread == message.key]
    if replies:
        return {
            "thread_ts": _ts(edition, message),
            "reply_count": len(replies),
            "replies": [
                {"user": _user_id(edition.author(each)), "ts": _ts(edition, each)}
                for each in replies
            ],
        }
    if not message.thread:
        return {}
    first = next(each for each in story.slack if each.key == message.thread)
    return {"thread_ts": _ts(edition, first), "parent_user_id": _user_id(edition.author(first))}


def _edit(edition: Edition, message: SlackMessage) -> dict[str, Any]:
    if not message.edited:
        return {}
    edited = edition.moment(message.when)
    edited = datetime.combine(edited, time.fromisoformat(message.edited), tzinfo=edited.tzinfo)
    user = _user_id(edition.author(message))
    return {"edited": {"user": user, "ts": f"{_epoch(edited)}.000000"}}


def _markup(edition: Edition, message: SlackMessage) -> str:
    """The text as Slack stores it: three characters escaped, mentions by id."""
    text = edition.told(message.text)
    for plain, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(plain, entity)
    if message.event == "join":
        return f"<@{_user_id(edition.author(message))}> {text}"
    return _MENTION.sub(lambda found: _mention(edition, found), text)


def _mention(edition: Edition, found: re.Match[str]) -> str:
    sign, name = found.groups()
    if sign == "#" and name in edition.story.channels:
        return f"<#{_channel_id(edition.story.channels[name])}|{name}>"
    if sign == "@" and name in edition.story.people:
        return f"<@{_user_id(edition.story.people[name])}>"
    return found[0]


def _ts(edition: Edition, message: SlackMessage) -> str:
    micros = int(digest(message.key), 16) % 1_000_000
    return f"{_epoch(edition.moment(message.when))}.{micros:06d}"


def _epoch(moment: datetime) -> int:
    return int(moment.timestamp())


def _user_id(person: Character) -> str:
    return f"U{digest('slack user', person.key)[:10].upper()}"


def _channel_id(channel: SlackChannel) -> str:
    return f"{'G' if channel.private else 'C'}{digest('channel', channel.name)[:10].upper()}"


def _team_id(edition: Edition) -> str:
    return f"T{digest('team', edition.story.company)[:10].upper()}"
