"""What is in the fake workspace."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Json = dict[str, Any]

BOT = "UMOMO"
FOUNDED = 1_577_836_800  # seconds since 1970, when all that is there was created
DAY = 86_400.0  # seconds


class ApiError(Exception):
    """An answer of `ok: false`, with one of Slack's codes."""


@dataclass(slots=True)
class Room:
    """A channel, with its messages by their time, in the order of their times."""

    id: str
    name: str
    private: bool = False
    members: list[str] = field(default_factory=list)
    archived: bool = False
    messages: dict[str, Json] = field(default_factory=dict)

    @property
    def type(self) -> str:
        return "group" if self.private else "channel"

    def shown(self) -> Json:
        """As `conversations.info` and `conversations.list` give it."""
        return {
            "id": self.id, "name": self.name, "name_normalized": self.name, "created": FOUNDED,
            "is_channel": not self.private, "is_group": self.private, "is_private": self.private,
            "is_im": False, "is_mpim": False, "is_archived": self.archived, "is_general": False,
            "is_member": BOT in self.members, "is_shared": False, "is_ext_shared": False,
            "num_members": len(self.members),
        }  # fmt: skip

    def in_channel(self) -> list[Json]:
        """What history gives, newest first: no replies, but for those sent to the channel too."""
        return [m for _, m in sorted(self.messages.items(), reverse=True) if _is_in_channel(m)]

    def thread(self, root_ts: str) -> list[Json]:
        """A message and its replies, oldest first."""
        return [m for ts, m in sorted(self.messages.items())
                if ts == root_ts or m.get("thread_ts") == root_ts]  # fmt: skip


def _is_in_channel(message: Json) -> bool:
    root = message.get("thread_ts", message["ts"])
    return bool(root == message["ts"] or message.get("subtype") == "thread_broadcast")


@dataclass(slots=True)
class Workspace:
    """A team in Slack. People and channels are found by name, messages by what they were called."""

    id: str = "TACME"
    name: str = "Acme"
    domain: str = "acme"
    clock: Callable[[], float] = time.time
    users: dict[str, Json] = field(default_factory=dict)  # by name
    rooms: dict[str, Room] = field(default_factory=dict)  # by name
    named: dict[str, tuple[Room, str]] = field(default_factory=dict)
    _last: float = 0.0

    def stamp(self, days_ago: float = 0.0) -> str:
        """A time of its own, as Slack writes it."""
        moment = round(self.clock() - days_ago * DAY, 6)
        if not days_ago:
            moment = self._last = max(moment, self._last + 0.000_1)
        taken = {ts for room in self.rooms.values() for ts in room.messages}
        while f"{moment:.6f}" in taken:
            moment += 0.000_1
        return f"{moment:.6f}"

    def add_user(self, name: str, email: str = "", shown: str = "", *, bot: bool = False) -> Json:
        key = BOT if bot else f"U{name.upper().replace('.', '')}"
        profile = {"display_name": name, "real_name": shown or name.title(), "email": email}
        self.users[name] = {
            "id": key, "team_id": self.id, "name": name, "deleted": False, "is_bot": bot,
            "real_name": profile["real_name"], "profile": profile,
        }  # fmt: skip
        return self.users[name]

    def user_id(self, name: str) -> str:
        return str((self.users.get(name) or self.add_user(name, f"{name}@momo.example"))["id"])

    def room(self, name: str) -> Room:
        return self.rooms.get(name) or self.add_room(name)

    def add_room(self, name: str, *, private: bool = False) -> Room:
        key = f"C{name.upper().replace('-', '')}"
        self.rooms[name] = Room(key, name, private)
        return self.rooms[name]

    def room_of(self, channel_id: str) -> Room:
        """Raises ApiError for a channel that the bot does not see."""
        for room in self.rooms.values():
            if room.id == channel_id and (not room.private or BOT in room.members):
                return room
        raise ApiError("channel_not_found")

    def written(self, room: Room, by: str, text: str, ts: str) -> Json:
        """A message as Slack keeps it."""
        return {
            "type": "message", "user": self.user_id(by), "text": text, "ts": ts, "team": self.id,
            "client_msg_id": f"msg-{ts}",
        }  # fmt: skip

    def at(self, name: str) -> tuple[Room, Json]:
        """A message by what it was called, or by its time. Raises KeyError."""
        room, ts = self.named[name]
        return room, room.messages[ts]


def when(value: float | str | datetime) -> float:
    """Seconds since 1970 of a time as a scenario gives it."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    return value.timestamp() if isinstance(value, datetime) else float(value)
