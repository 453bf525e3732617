"""What happens in the fake workspace, step by step; events tell of it as Slack's do."""

import hashlib
import hmac
import json
from collections.abc import Iterable
from contextlib import contextmanager
from typing import Any

from connectors.slack.fake.server import SlackDoors
from connectors.slack.fake.workspace import BOT, Json, Room

GONE = "This message was deleted."


class FakeSlack(SlackDoors):
    """A workspace under control. Events go out for the channels that Momo is in.

    `silent` ones are lost on the way: `with slack.silent(): slack.do_message(...)`.
    """

    def __init__(self, port: int = 0, **how: Any) -> None:
        super().__init__(port, **how)
        self.sent: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self._lost = False

    def do_user(self, name: str, email: str = "", shown: str = "") -> None:
        self.workspace.add_user(name, email, shown)

    def do_rename_user(self, name: str, shown: str) -> None:
        user = self.workspace.users[name]
        user["profile"] |= {"display_name": shown, "real_name": shown}
        self.emit({"type": "user_change", "user": user})

    def do_deactivate(self, name: str) -> None:
        user = self.workspace.users[name]
        user["deleted"] = True
        self.emit({"type": "user_change", "user": user})

    def do_channel(
        self, name: str, private: bool = False, members: Iterable[str] = (), momo: bool = False
    ) -> None:
        room = self.workspace.add_room(name, private=private)
        room.members = [self.workspace.user_id(member) for member in members]
        if momo:
            room.members.append(BOT)

    def do_create_channel(self, name: str, by: str = "owner") -> None:
        """A new public channel, of which apps are told that may see it."""
        room = self.workspace.add_room(name)
        room.members = [self.workspace.user_id(by)]
        about = {"id": room.id, "name": name, "created": int(self.workspace.clock())}
        self.emit({"type": "channel_created", "channel": about})

    def do_message(
        self, text: str, channel: str = "general", by: str = "owner", name: str = "",
        days_ago: float = 0.0, **more: Any,
    ) -> None:  # fmt: skip
        room = self.workspace.room(channel)
        ts = self.workspace.stamp(days_ago)
        self._put(room, self.workspace.written(room, by, text, ts) | more, name)

    def do_reply(
        self, to: str, text: str, by: str = "owner", name: str = "", broadcast: bool = False,
        days_ago: float = 0.0,
    ) -> None:  # fmt: skip
        room, root = self.workspace.at(to)
        ts = self.workspace.stamp(days_ago)
        reply = self.workspace.written(room, by, text, ts) | {
            "thread_ts": root["ts"], "parent_user_id": root.get("user", ""),
        }  # fmt: skip
        if broadcast:
            reply |= {"subtype": "thread_broadcast", "root": dict(root)}
        root |= {
            "thread_ts": root["ts"], "reply_count": root.get("reply_count", 0) + 1,
            "latest_reply": ts,
        }  # fmt: skip
        self._put(room, reply, name)

    def do_edit(self, of: str, text: str) -> None:
        room, message = self.workspace.at(of)
        before, ts = dict(message), self.workspace.stamp()
        second = f"{int(float(ts))}.000000"
        message |= {"text": text, "edited": {"user": message.get("user", ""), "ts": second}}
        self._tell_change(room, message, before, ts)

    def do_delete(self, of: str) -> None:
        """A message with replies leaves a mark in its place."""
        room, message = self.workspace.at(of)
        before, ts = dict(message), self.workspace.stamp()
        if message.get("reply_count"):
            message |= {
                "subtype": "tombstone", "text": GONE, "user": "USLACKBOT", "hidden": True,
            }  # fmt: skip
            self._tell_change(room, message, before, ts)
            return
        del room.messages[message["ts"]]
        self._tell(room, {
            "type": "message", "subtype": "message_deleted", "hidden": True, "ts": ts,
            "deleted_ts": before["ts"], "previous_message": before,
        }, ts)  # fmt: skip

    def do_file(
        self, title: str, channel: str = "general", by: str = "owner", text: str = "",
        name: str = "",
    ) -> None:  # fmt: skip
        address = f"https://{self.workspace.domain}.slack.com/files/F1/{title}"
        file = {"id": "F1", "name": title, "title": title, "permalink": address}
        self.do_message(text, channel, by, name, subtype="file_share", files=[file], upload=True)

    def do_bot_message(
        self, text: str, channel: str = "general", username: str = "Deploys", name: str = ""
    ) -> None:
        more: Json = {"subtype": "bot_message", "bot_id": "BDEPLOY", "username": username}
        self.do_message(text, channel, name=name, user=None, **more)

    def do_react(self, to: str, reaction: str = "white_check_mark", by: str = "owner") -> None:
        room, message = self.workspace.at(to)
        user = self.workspace.user_id(by)
        message.setdefault("reactions", []).append({"name": reaction, "users": [user], "count": 1})
        item = {"type": "message", "channel": room.id, "ts": message["ts"]}
        self.emit({"type": "reaction_added", "user": user, "reaction": reaction, "item": item})

    def do_join(self, channel: str, who: str, inviter: str = "owner") -> None:
        """Of who is `momo`: somebody invites Momo."""
        invited_by = self.workspace.user_id(inviter)
        self.enter(self.workspace.room(channel), self.workspace.user_id(who), invited_by)

    def do_leave(self, channel: str, who: str) -> None:
        room, user = self.workspace.room(channel), self.workspace.user_id(who)
        event = {"type": "member_left_channel", "user": user, **self._where(room)}
        self.emit(event, room)
        room.members.remove(user)

    def do_rename(self, channel: str, to: str) -> None:
        room = self.workspace.rooms.pop(channel)
        room.name = to
        self.workspace.rooms[to] = room
        kind = "group_rename" if room.private else "channel_rename"
        self.emit({"type": kind, "channel": {"id": room.id, "name": to, "created": 1}}, room)

    def do_archive(self, channel: str) -> None:
        room = self.workspace.room(channel)
        room.archived = True
        self.emit({"type": "channel_archive", "channel": room.id, "user": "UOWNER"}, room)

    def do_delete_channel(self, channel: str) -> None:
        room = self.workspace.rooms.pop(channel)
        self.emit({"type": "channel_deleted", "channel": room.id}, room)

    def do_make_private(self, channel: str) -> None:
        room = self.workspace.room(channel)
        room.private = True
        ts = self.workspace.stamp()
        notice = {"type": "message", "subtype": "channel_convert_to_private", "ts": ts,
                  "user": "UOWNER", "text": "made this channel private"}  # fmt: skip
        room.messages[ts] = notice
        self._tell(room, notice, ts)

    def do_out_of_order(
        self, text: str, then: str, channel: str = "general", by: str = "owner", name: str = "late"
    ) -> None:
        """A message whose edit is told of first."""
        with self.silent():
            self.do_message(text, channel, by, name)
        room, message = self.workspace.at(name)
        first = dict(message)
        self.do_edit(name, then)
        self._tell(room, first, first["ts"])

    def do_resend(self) -> None:
        """The last delivery once more, as when Slack saw no answer."""
        retry = {"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": "http_timeout"}
        self._post(self.sent[-1][1], retry)

    def do_revoke_token(self) -> None:
        self.access.end()
        self.emit({"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [BOT]}})

    def do_expire_token(self) -> None:
        """The token has run out; a refresh token still holds."""
        now = self.workspace.clock()
        self.access.tokens = dict.fromkeys(self.access.tokens, now)

    def do_uninstall(self) -> None:
        self.access.end()
        for room in self.workspace.rooms.values():
            room.members = [member for member in room.members if member != BOT]
        self.emit({"type": "app_uninstalled"})

    @contextmanager
    def silent(self) -> Any:
        """Events of what happens here are lost."""
        self._lost = True
        try:
            yield
        finally:
            self._lost = False

    def enter(self, room: Room, user_id: str, inviter: str = "") -> None:
        if user_id not in room.members:
            room.members.append(user_id)
        invited = {"inviter": inviter} if inviter else {}
        event = {"type": "member_joined_channel", "user": user_id, **self._where(room), **invited}
        if user_id != BOT or inviter:  # Momo itself joins while it waits for the answer
            self.emit(event, room)

    def emit(self, event: Json, room: Room | None = None) -> None:
        """Send an event, if Momo is to hear of it."""
        if self._lost or not self.webhook_url or (room and BOT not in room.members):
            return
        self._post(self.envelope(event), {})

    def envelope(self, event: Json) -> bytes:
        """An event as it is sent: the whole body of the request."""
        now, number = self.workspace.clock(), next(self._numbers)
        told = {
            "token": "fake-verification-token", "team_id": self.workspace.id,
            "context_team_id": self.workspace.id, "api_app_id": "A0MOMO",
            "event": {"event_ts": f"{now:.6f}", **event}, "type": "event_callback",
            "event_id": f"Ev{number:09d}", "event_time": int(now), "is_ext_shared_channel": False,
            "authorizations": [{
                "enterprise_id": None, "team_id": self.workspace.id, "user_id": BOT,
                "is_bot": True, "is_enterprise_install": False,
            }],
        }  # fmt: skip
        return json.dumps(told).encode()

    def signed(self, body: bytes, secret: str = "", at: float | None = None) -> dict[str, str]:
        """The headers of a delivery."""
        stamp = str(int(self.workspace.clock() if at is None else at))
        key = (secret or self.signing_secret).encode()
        signature = hmac.new(key, b"v0:" + stamp.encode() + b":" + body, hashlib.sha256)
        return {
            "Content-Type": "application/json", "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": f"v0={signature.hexdigest()}",
        }  # fmt: skip

    def _put(self, room: Room, message: Json, name: str) -> None:
        room.messages[message["ts"]] = message
        self.workspace.named[name or message["ts"]] = (room, message["ts"])
        self._tell(room, message, message["ts"])

    def _tell(self, room: Room, message: Json, ts: str) -> None:
        told = {**message, "channel": room.id, "channel_type": room.type, "event_ts": ts}
        self.emit(told, room)

    def _tell_change(self, room: Room, message: Json, before: Json, ts: str) -> None:
        self._tell(room, {
            "type": "message", "subtype": "message_changed", "hidden": True, "ts": ts,
            "message": dict(message), "previous_message": before,
        }, ts)  # fmt: skip

    def _where(self, room: Room) -> Json:
        return {
            "channel": room.id, "channel_type": room.id[0], "team": self.workspace.id,
        }  # fmt: skip

    def _post(self, body: bytes, more: dict[str, str]) -> None:
        headers = self.signed(body) | more
        self.sent.append((headers, body))
        self.statuses.append(self.deliver(self.webhook_url, headers, body))
