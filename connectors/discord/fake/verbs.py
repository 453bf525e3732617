"""What can happen in the fake Discord's server. Each verb changes it, and tells the gateway."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from connectors.discord.fake.rest import Rest
from connectors.discord.fake.world import CONNECT, READING, VIEW_CHANNEL, Json, World


class Verbs(ABC):
    """Verbs name a message by the `name` it was given, a channel or thread by its title, and a
    person by a name; who is not known yet is made up."""

    world: World
    rest: Rest

    @property
    @abstractmethod
    def url(self) -> str:
        """Where the service is."""

    @abstractmethod
    def _tell(self, name: str, data: Json, *, guild_id: bool = True) -> None:
        """Send an event over the gateway."""

    def do_channel(
        self, name: str, kind: str = "text", private: bool = False, members: Sequence[str] = ()
    ) -> None:
        channel = self.world.add_channel(name, kind)
        if private:
            self._overwrite(channel, self.world.guild["id"], 0, deny=VIEW_CHANNEL)
            for who in ("momo", *members):
                self._overwrite(channel, self.world.member(who)["user"]["id"], 1, READING)
        self._tell("CHANNEL_CREATE", channel)

    def do_message(
        self, text: str, channel: str = "general", by: str = "jane", name: str = "",
        days_ago: float = 0, files: Sequence[str] = (), **fields: Any,
    ) -> Json:  # fmt: skip
        place, author = self.world.places[channel], self.world.member(by)["user"]
        attached = [
            {"id": "1", "filename": file, "size": 1, "url": f"{self.url}/attachments/1/{file}?ex=1"}
            for file in files
        ]
        message = self.world.add_message(
            place, author, text, days_ago, **{"attachments": attached} | fields
        )
        self.world.named[name or message["id"]] = (place, message["id"])
        self._tell("MESSAGE_CREATE", self._event(message))
        return message

    def do_reply(
        self, to: str, text: str, by: str = "tom", name: str = "", days_ago: float = 0
    ) -> None:
        channel, answered = self._named(to)
        reference = {"type": 0, "channel_id": channel["id"], "message_id": answered["id"],
                     "guild_id": self.world.guild["id"]}  # fmt: skip
        shown = {key: value for key, value in answered.items() if key != "referenced_message"}
        answer: Json = {"type": 19, "message_reference": reference, "referenced_message": shown}
        self.do_message(text, channel["name"], by, name, days_ago, **answer)

    def do_thread(
        self, title: str, of: str = "", channel: str = "general", by: str = "jane",
        private: bool = False, members: Sequence[str] = (), days_ago: float = 0,
    ) -> None:  # fmt: skip
        parent = self.world.channels[self.world.places[channel]]
        message = None
        if of:
            parent, message = self._named(of)
        key = message["id"] if message else self.world.new_id(days_ago)
        owner = self.world.member(by)["user"]["id"]
        thread = self.world.add_thread(
            key, title, parent["id"], private=private, owner=owner, days_ago=days_ago
        )
        self.world.thread_members[key] |= {self.world.member(who)["user"]["id"] for who in members}
        self._tell("THREAD_CREATE", thread | {"newly_created": True})
        if message:
            message["thread"] = thread
            self._tell("MESSAGE_UPDATE", self._event(message))

    def do_forum_post(
        self, title: str, text: str, channel: str, by: str = "jane", name: str = "",
        days_ago: float = 0,
    ) -> None:  # fmt: skip
        self.do_thread(title, channel=channel, by=by, days_ago=days_ago)
        self.do_message(text, title, by, name, id=self.world.places[title])

    def do_archive(self, thread: str) -> None:
        channel = self.world.channels[self.world.places[thread]]
        channel["thread_metadata"]["archived"] = True
        self._tell("THREAD_UPDATE", channel)

    def do_rename(self, channel: str, title: str) -> None:
        held = self.world.channels[self.world.places.pop(channel)]
        held["name"], self.world.places[title] = title, held["id"]
        self._tell("THREAD_UPDATE" if "thread_metadata" in held else "CHANNEL_UPDATE", held)

    def do_delete_channel(self, channel: str) -> None:
        """A thread too. A channel takes its threads along, of which Discord does not tell."""
        held = self.world.remove(channel)
        self._tell("THREAD_DELETE" if "thread_metadata" in held else "CHANNEL_DELETE", held)

    def do_rename_server(self, name: str) -> None:
        self.world.guild["name"] = name
        self._tell("GUILD_UPDATE", self.world.full_guild(), guild_id=False)

    def do_poll(
        self, question: str, answers: Sequence[str], channel: str = "general", by: str = "jane",
        name: str = "",
    ) -> None:  # fmt: skip
        held = [{"answer_id": n, "poll_media": {"text": a}} for n, a in enumerate(answers, start=1)]
        poll = {"question": {"text": question}, "answers": held, "expiry": self.world.now(),
                "allow_multiselect": False, "layout_type": 1,
                "results": {"is_finalized": False, "answer_counts": []}}  # fmt: skip
        self.do_message("", channel, by, name, poll=poll)

    def do_close_poll(self, of: str, votes: Sequence[int]) -> None:
        channel, message = self._named(of)
        counts = [{"id": n, "count": count} for n, count in enumerate(votes, start=1)]
        message["poll"]["results"] = {"is_finalized": True, "answer_counts": counts}
        self._tell("MESSAGE_UPDATE", self._event(message))
        reference = {"channel_id": channel["id"], "message_id": message["id"]}
        author = self.world.members[message["author"]["id"]]["user"]["username"]
        self.do_message("", channel["name"], author, type=46, message_reference=reference)

    def do_edit(self, of: str, text: str) -> None:
        _, message = self._named(of)
        message |= {"content": self.world.marked(text), "edited_timestamp": self.world.now()}
        self._tell("MESSAGE_UPDATE", self._event(message))

    def do_delete(self, of: str) -> None:
        channel, message = self._named(of)
        del self.world.messages[channel["id"]][message["id"]]
        self._tell("MESSAGE_DELETE", {"id": message["id"], "channel_id": channel["id"]})

    def do_bulk_delete(self, of: Sequence[str]) -> None:
        found = [self._named(each) for each in of]
        for channel, message in found:
            del self.world.messages[channel["id"]][message["id"]]
        ids = [message["id"] for _, message in found]
        self._tell("MESSAGE_DELETE_BULK", {"ids": ids, "channel_id": found[0][0]["id"]})

    def do_react(self, to: str, emoji: str = "👍", by: str = "tom") -> None:
        _, message = self._named(to)
        reactions = message.setdefault("reactions", [])
        held = next((each for each in reactions if each["emoji"]["name"] == emoji), None)
        if held is None:
            held = {"emoji": {"id": None, "name": emoji}, "count": 0, "me": False}
            reactions.append(held)
        held["count"] += 1
        self._reaction("ADD", message, emoji, by)

    def do_unreact(self, to: str, emoji: str = "👍", by: str = "tom") -> None:
        _, message = self._named(to)
        held = next(each for each in message["reactions"] if each["emoji"]["name"] == emoji)
        held["count"] -= 1
        message["reactions"] = [each for each in message["reactions"] if each["count"]]
        self._reaction("REMOVE", message, emoji, by)

    def do_join(self, who: str) -> None:
        self._tell("GUILD_MEMBER_ADD", self.world.member(who))

    def do_leave(self, who: str) -> None:
        member = self.world.members.pop(self.world.users[who]["id"])
        for people in self.world.thread_members.values():
            people.discard(member["user"]["id"])
        self._tell("GUILD_MEMBER_REMOVE", {"user": member["user"]})

    def do_role(self, who: str, role: str, has: bool = True, permissions: int = 0) -> None:
        key, member = self.world.role(role, permissions)["id"], self.world.member(who)
        member["roles"] = [each for each in member["roles"] if each != key] + [key] * has
        self._tell("GUILD_MEMBER_UPDATE", member)

    def do_allow(self, channel: str, who: str = "", role: str = "") -> None:
        self._permit(channel, who, role, allow=READING)

    def do_deny(self, channel: str, who: str = "", role: str = "") -> None:
        """Nobody and no role given: everyone; the bot keeps its way in."""
        self._permit(channel, who, role, deny=VIEW_CHANNEL)

    def do_lock(self, channel: str) -> None:
        """A voice channel that everyone sees, and nobody but the bot may connect to."""
        self._permit(channel, "", "", deny=CONNECT)

    def _permit(self, channel: str, who: str, role: str, allow: int = 0, deny: int = 0) -> None:
        held = self.world.channels[self.world.places[channel]]
        kept = held["permission_overwrites"]
        target = self.world.role(role)["id"] if role else self.world.guild["id"]
        if who:
            target = self.world.member(who)["user"]["id"]
        held["permission_overwrites"] = [each for each in kept if each["id"] != target]
        self._overwrite(held, target, 1 if who else 0, allow, deny)
        if deny and not who and not role:
            self._overwrite(held, self.world.bot["id"], 1, READING)
        self._tell("CHANNEL_UPDATE", held)

    def _overwrite(
        self, channel: Json, target: str, kind: int, allow: int = 0, deny: int = 0
    ) -> None:
        overwrite = {"id": target, "type": kind, "allow": str(allow), "deny": str(deny)}
        channel["permission_overwrites"].append(overwrite)

    def _reaction(self, what: str, message: Json, emoji: str, by: str) -> None:
        self._tell(f"MESSAGE_REACTION_{what}", {
            "user_id": self.world.member(by)["user"]["id"], "channel_id": message["channel_id"],
            "message_id": message["id"], "emoji": {"id": None, "name": emoji},
        })  # fmt: skip

    def _named(self, name: str) -> tuple[Json, Json]:
        channel, key = self.world.named[name]
        return self.world.channels[channel], self.world.messages[channel][key]

    def _event(self, message: Json) -> Json:
        member = self.world.members[message["author"]["id"]]
        return self.rest.shown(message) | {
            "member": {key: value for key, value in member.items() if key != "user"}
        }
