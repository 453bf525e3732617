"""The server that the fake Discord holds, in Discord's own JSON."""

import itertools
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
VIEW_CHANNEL = 1024
CONNECT = 1 << 20
READING = VIEW_CHANNEL | CONNECT  # of a text channel the first is enough
EVERYTHING_USUAL = READING | 65536 | 2048  # also to read history, to write
CHANNEL_TYPES = {"text": 0, "voice": 2, "category": 4, "announcement": 5, "forum": 15}
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
_AT = re.compile(r"@(\w+)")


class Unknown(Exception):
    """There is no such thing: Discord's code and words for it."""

    def __init__(self, code: int, words: str, status: int = 404) -> None:
        super().__init__(words)
        self.code, self.words, self.status = code, words, status


@dataclass
class World:
    """One server with its people, channels and messages, and the app with its bot."""

    bot: Json = field(default_factory=dict)
    users: dict[str, Json] = field(default_factory=dict)  # by the name that scenarios use
    members: dict[str, Json] = field(default_factory=dict)  # by user id
    roles: dict[str, Json] = field(default_factory=dict)  # by id
    channels: dict[str, Json] = field(default_factory=dict)  # threads too
    messages: dict[str, dict[str, Json]] = field(default_factory=dict)  # by channel, by id
    thread_members: dict[str, set[str]] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)  # a channel's name in scenarios -> its id
    named: dict[str, tuple[str, str]] = field(default_factory=dict)  # -> channel and message
    guild: Json = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        guild_id = self.new_id(days_ago=900)
        self.roles[guild_id] = self._role(guild_id, "@everyone", EVERYTHING_USUAL)
        self.guild = {"id": guild_id, "name": "Acme", "icon": None}
        self.bot = self.user("momo", bot=True)
        self.guild["owner_id"] = self.user("olga")["id"]
        for user in (self.bot, self.users["olga"]):
            self.add_member(user["id"])
        self.add_channel("general", "text")

    def new_id(self, days_ago: float = 0) -> str:
        """A snowflake of now, or of some days before; each is larger than the last of its time."""
        at = datetime.now(UTC) - timedelta(days=days_ago)
        return str((int((at - DISCORD_EPOCH).total_seconds() * 1000) << 22) + next(self._numbers))

    def user(self, name: str, *, bot: bool = False) -> Json:
        if name not in self.users:
            self.users[name] = {
                "id": self.new_id(days_ago=800), "username": name, "global_name": name.title(),
                "discriminator": "0", "avatar": None, "bot": bot,
            }  # fmt: skip
        return self.users[name]

    def add_member(self, user_id: str) -> Json:
        user = next(each for each in self.users.values() if each["id"] == user_id)
        return self.members.setdefault(
            user_id,
            {"user": user, "nick": None, "roles": [], "joined_at": self.now(), "flags": 0},
        )

    def member(self, name: str) -> Json:
        return self.add_member(self.user(name)["id"])

    def role(self, name: str, permissions: int = 0) -> Json:
        for role in self.roles.values():
            if role["name"] == name:
                return role
        key = self.new_id()
        self.roles[key] = self._role(key, name, permissions)
        return self.roles[key]

    def _role(self, key: str, name: str, permissions: int) -> Json:
        return {"id": key, "name": name, "permissions": str(permissions), "position": 0}

    def add_channel(self, name: str, kind: str, parent: str | None = None) -> Json:
        channel = {
            "id": self.new_id(days_ago=700), "type": CHANNEL_TYPES[kind], "name": name,
            "guild_id": self.guild["id"], "parent_id": parent, "position": 0,
            "permission_overwrites": [], "last_message_id": None,
        }  # fmt: skip
        return self._keep(channel)

    def add_thread(
        self, key: str, name: str, parent: str, *, private: bool, owner: str, days_ago: float
    ) -> Json:
        archived_at = (datetime.now(UTC) - timedelta(days=days_ago)).isoformat()
        thread = {
            "id": key, "type": PRIVATE_THREAD if private else PUBLIC_THREAD, "name": name,
            "guild_id": self.guild["id"], "parent_id": parent, "owner_id": owner,
            "last_message_id": None, "message_count": 0, "member_count": 1,
            "thread_metadata": {
                "archived": False, "auto_archive_duration": 60, "locked": False,
                "archive_timestamp": archived_at,
            },
        }  # fmt: skip
        self.thread_members[key] = {owner, self.bot["id"]}
        return self._keep(thread)

    def _keep(self, channel: Json) -> Json:
        self.channels[channel["id"]] = channel
        self.messages.setdefault(channel["id"], {})
        self.places[channel["name"]] = channel["id"]
        return channel

    def add_message(
        self, channel_id: str, author: Json, text: str, days_ago: float = 0, **fields: Any
    ) -> Json:
        key = fields.pop("id", None) or self.new_id(days_ago)
        at = DISCORD_EPOCH + timedelta(milliseconds=int(key) >> 22)
        message = {
            "id": key, "type": 0, "channel_id": channel_id, "author": author,
            "content": self.marked(text), "timestamp": at.isoformat(), "edited_timestamp": None,
            "tts": False, "mention_everyone": False, "mentions": self._mentions(text),
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "flags": 0,
            "components": [],
        } | fields  # fmt: skip
        self.messages[channel_id][key] = message
        channel = self.channels[channel_id]
        channel["last_message_id"] = max(channel["last_message_id"] or "0", key, key=int)
        return message

    def marked(self, text: str) -> str:
        """Names after an @ as Discord writes them: a person's, a role's; #names of channels."""
        text = _AT.sub(lambda m: self._mark(m[1]) or m[0], text)
        for name, key in self.places.items():
            text = re.sub(rf"#{re.escape(name)}\b", f"<#{key}>", text)
        return text

    def _mark(self, name: str) -> str:
        if name in self.users:
            return f"<@{self.users[name]['id']}>"
        roles = [role["id"] for role in self.roles.values() if role["name"] == name]
        return f"<@&{roles[0]}>" if roles else ""

    def _mentions(self, text: str) -> list[Json]:
        return [self.users[name] for name in _AT.findall(text) if name in self.users]

    def remove(self, name: str) -> Json:
        held = self.channels.pop(self.places.pop(name))
        inside = [key for key, each in self.channels.items() if each["parent_id"] == held["id"]]
        for key in (*inside, held["id"]):
            self.channels.pop(key, None)
            del self.messages[key]
        return held

    def channel(self, key: str) -> Json:
        if key not in self.channels or not self.bot_sees(self.channels[key]):
            hidden = Unknown(50001, "Missing Access", 403)
            raise hidden if key in self.channels else Unknown(10003, "Unknown Channel")
        return self.channels[key]

    def message(self, channel_id: str, key: str) -> Json:
        self.channel(channel_id)
        if key not in self.messages[channel_id]:
            raise Unknown(10008, "Unknown Message")
        return self.messages[channel_id][key]

    def bot_sees(self, channel: Json) -> bool:
        added = self.bot["id"] in self.thread_members.get(channel["id"], ())
        if channel["type"] == PRIVATE_THREAD and not added:
            return False
        holder = self.channels[channel["parent_id"]] if "thread_metadata" in channel else channel
        everyone, own = self.guild["id"], self.bot["id"]
        granted = {each["id"]: each for each in holder["permission_overwrites"]}
        needed = READING if holder["type"] == CHANNEL_TYPES["voice"] else VIEW_CHANNEL
        if own in granted:
            return int(granted[own]["allow"]) & needed == needed
        return everyone not in granted or not int(granted[everyone]["deny"]) & needed

    def now(self) -> str:
        return datetime.now(UTC).isoformat()

    def full_guild(self) -> Json:
        return {**self.guild, "roles": list(self.roles.values()), "emojis": [], "features": []}
