"""A server, its channels and threads, and who may read them, as Discord describes them. Pure.

Permissions are Discord's own algorithm:
https://discord.com/developers/docs/topics/permissions#permission-overwrites
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from connectors.contract import Person
from connectors.discord.snowflakes import as_id
from connectors.files.json_input import as_list, as_object, as_text, objects
from connectors.files.people import chat_member

ADMINISTRATOR = 1 << 3
VIEW_CHANNEL = 1 << 10
READ_MESSAGE_HISTORY = 1 << 16
CONNECT = 1 << 20

TEXT = 0
PRIVATE_THREAD = 12
VOICE = frozenset({2, 13})  # voice, stage: what is written in them is for those who may connect
WITH_MESSAGES = VOICE | {TEXT, 5}  # 5: announcements
FORUMS = frozenset({15, 16})  # forum, media: posts alone, each a thread
THREADS = frozenset({10, 11, PRIVATE_THREAD})
_ROLE, _MEMBER = 0, 1  # of an overwrite


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows or denies to one role or member, in bits."""

    target: str
    is_role: bool
    allow: int
    deny: int


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or a thread. `last` is its newest message's id; `parent` a thread's channel, or a
    channel's category."""

    id: str
    type: int
    name: str
    parent: str = ""
    last: str = ""
    archived_at: str = ""
    overwrites: tuple[Overwrite, ...] = ()

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


@dataclass(frozen=True, slots=True)
class Guild:
    """A server. `roles` holds each role's permissions in bits; `everyone`'s has the server's id."""

    id: str
    name: str
    owner: str
    roles: Mapping[str, int] = field(default_factory=dict)
    role_names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Member:
    id: str
    name: str
    is_bot: bool
    roles: tuple[str, ...] = ()

    @property
    def person(self) -> Person:
        return chat_member(self.name, self.id)


def guild_of(entry: Mapping[str, object]) -> Guild:
    roles = [(as_id(role.get("id")), role) for role in objects(entry.get("roles"))]
    return Guild(
        id=as_id(entry.get("id")),
        name=as_text(entry.get("name")),
        owner=as_id(entry.get("owner_id")),
        roles={key: _bits(role.get("permissions")) for key, role in roles},
        role_names={key: as_text(role.get("name")) for key, role in roles},
    )


def place_of(entry: Mapping[str, object]) -> Place:
    kind = entry.get("type")
    details = as_object(entry.get("thread_metadata"))
    return Place(
        id=as_id(entry.get("id")),
        type=kind if isinstance(kind, int) else -1,
        name=as_text(entry.get("name")),
        parent=as_id(entry.get("parent_id")),
        last=as_id(entry.get("last_message_id")),
        archived_at=as_text(details.get("archive_timestamp")),
        overwrites=tuple(map(_overwrite, objects(entry.get("permission_overwrites")))),
    )


def member_of(entry: Mapping[str, object]) -> Member:
    told = as_object(entry.get("user"))
    return Member(
        id=as_id(told.get("id")),
        name=as_text(entry.get("nick")) or user_name(told),
        is_bot=told.get("bot") is True,
        roles=tuple(map(as_id, as_list(entry.get("roles")))),
    )


def user_name(told: Mapping[str, object]) -> str:
    """The name that a person chose for all servers: REST leaves out what they are called in one."""
    return as_text(told.get("global_name")) or as_text(told.get("username"))


def may_view(member: Member, guild: Guild, place: Place) -> bool:
    """Whether a member may read a channel."""
    needed = _to_read(place)
    if member.id == guild.owner:
        return True
    bits = guild.roles.get(guild.id, 0)
    for role in member.roles:
        bits |= guild.roles.get(role, 0)
    if bits & ADMINISTRATOR:
        return True
    everyone = [each for each in place.overwrites if each.target == guild.id]
    roles = [each for each in place.overwrites if each.is_role and each.target in member.roles]
    own = [each for each in place.overwrites if not each.is_role and each.target == member.id]
    for layer in (everyone, roles, own):
        bits = _after(bits, layer)
    return bits & needed == needed


def is_closed(guild: Guild, place: Place) -> bool:
    """Whether anybody of the server may be kept from reading a channel: then its messages are for
    those who can be told to see it. One denial is enough, whoever it is for."""
    if any(each.deny & _to_read(place) for each in place.overwrites if each.target != guild.id):
        return True
    nobody = Member(id="", name="", is_bot=False)
    return not may_view(nobody, guild, place)


def _to_read(place: Place) -> int:
    return VIEW_CHANNEL | CONNECT if place.type in VOICE else VIEW_CHANNEL


def _after(bits: int, overwrites: Iterable[Overwrite]) -> int:
    allow = deny = 0
    for each in overwrites:
        allow |= each.allow
        deny |= each.deny
    return bits & ~deny | allow


def _overwrite(entry: Mapping[str, object]) -> Overwrite:
    return Overwrite(
        target=as_id(entry.get("id")),
        is_role=entry.get("type") in (_ROLE, str(_ROLE)),
        allow=_bits(entry.get("allow")),
        deny=_bits(entry.get("deny")),
    )


def _bits(value: object) -> int:
    """Permissions, which Discord writes as digits. What is none allows nothing."""
    text = as_text(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 30 else 0
