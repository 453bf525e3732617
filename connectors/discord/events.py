"""What the gateway and Discord's webhook events say, one event at a time.

An event is a hint where it can be: what changes a message is read again from Discord, so that an
event that comes late or twice brings the message as it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from connectors.contract import Audience, Refusal
from connectors.discord.client import UNKNOWN_MESSAGE, Missing
from connectors.discord.directory import Directory
from connectors.discord.history import recently
from connectors.discord.mapping import POLL_RESULT, deletion
from connectors.discord.messages import Channel
from connectors.discord.places import FORUMS, PRIVATE_THREAD, Place
from connectors.discord.readers import audiences_of, closed_channels
from connectors.discord.snowflakes import as_id
from connectors.discord.steps import Reading, read
from connectors.discord.tuning import SKEW
from connectors.files.json_input import JsonError, as_list, as_object, parse
from connectors.files.people import shown_name
from connectors.files.text import decode
from connectors.live.contract import Incoming, Page, Task
from connectors.live.errors import Forbidden, Malformed
from connectors.live.session import Session

Event = Mapping[str, object]
Handler = Callable[[Session, Event, Incoming], Page]

LOOK_AGAIN = Page(then=frozenset({Task.POLL, Task.ACL}))


def receive(session: Session, incoming: Incoming) -> Page:
    """Raises errors.SourceError, errors.Malformed."""
    handler = HANDLERS.get(incoming.event)
    if handler is None:
        return Page()
    try:
        told = parse(decode(incoming.body))
    except JsonError as error:
        raise Malformed("The event is not JSON.") from error
    data = as_object(told).get("d", {})
    if not isinstance(data, dict):
        raise Malformed("The event holds nothing that can be read.")
    return handler(session, data, incoming)


def _written(session: Session, event: Event, incoming: Incoming) -> Page:
    """A new message. Where a poll has ended, the message that asked."""
    if event.get("type") == POLL_RESULT:
        asked = as_object(event.get("message_reference")).get("message_id")
        return _changed(session, {**event, "message_id": asked}, incoming)
    return _of_place(
        session, event.get("channel_id"), lambda d, place, channel: [read(d, event, place, channel)]
    )


def _changed(session: Session, event: Event, incoming: Incoming) -> Page:
    """A message that was edited or reacted to."""
    key = _required(event.get("message_id", event.get("id")))
    return _message_again(session, event.get("channel_id"), key, incoming)


def _message_again(session: Session, channel_id: object, key: str, incoming: Incoming) -> Page:
    def again(directory: Directory, place: Place, channel: Channel) -> list[Reading]:
        try:
            answer = directory.rest.get(f"/channels/{place.id}/messages/{key}")
        except Missing as gone:
            if gone.code != UNKNOWN_MESSAGE:
                raise
            return [deletion(key, channel, incoming.at)]
        return [read(directory, as_object(answer.body), place, channel, answer)]

    return _of_place(session, channel_id, again)


def _required(value: object) -> str:
    """An id that an event of its kind always has."""
    key = as_id(value)
    if not key:
        raise Malformed("The event lacks an id.")
    return key


def _deleted(session: Session, event: Event, incoming: Incoming) -> Page:
    keys = [as_id(key) for key in (event.get("id"), *as_list(event.get("ids")))]
    directory, key = Directory(session), _required(event.get("channel_id"))
    try:
        place = directory.place(key)
        if not directory.collects(place):
            return Page()
        channel = directory.channel(place)
    except Forbidden:  # the channel is gone too, or closed: the message is gone all the same
        channel = Channel(key, session.account_id, "", is_thread=False)
    return Page(readings=[deletion(each, channel, incoming.at) for each in keys if each])


def _thread(session: Session, event: Event, incoming: Incoming) -> Page:
    """A thread that was started or renamed: the message it hangs on says so. A forum post's is in
    the thread itself."""
    directory = Directory(session)
    directory.forget_place(as_id(event.get("id")))
    above = directory.channels.get(as_id(event.get("parent_id")))
    if above is None:
        return LOOK_AGAIN
    place = event.get("id") if above.type in FORUMS else above.id
    page = _message_again(session, place, _required(event.get("id")), incoming)
    # A thread that was started without a message hangs on none: nothing was deleted.
    kept = [each for each in page.readings if isinstance(each, Refusal) or not each.deleted]
    # A private one may be old: the bot was added to it now.
    then = LOOK_AGAIN.then if event.get("type") == PRIVATE_THREAD else frozenset()
    return Page(readings=kept, then=then)


def _places_changed(session: Session, event: Event, incoming: Incoming) -> Page:
    """Channels or roles are others now: look again."""
    return Page(audiences=_readers(session, incoming), then=LOOK_AGAIN.then)


def _place_deleted(session: Session, event: Event, incoming: Incoming) -> Page:
    """A channel or thread, with all that was written in it. A channel's threads went with it: the
    poll knows them."""
    page = _places_changed(session, event, incoming)
    return replace(page, emptied=[f"{_required(event.get('id'))}:"])


def _server_changed(session: Session, event: Event, incoming: Incoming) -> Page:
    """Its name, say, or its owner, who may read everything."""
    page = _places_changed(session, event, incoming)
    return replace(page, account_name=shown_name(Directory(session).guild.name))


def _listening_anew(session: Session, event: Event, incoming: Incoming) -> Page:
    """A new session of the gateway: what happened before it, nobody heard. The poll brings new
    messages; edits and reactions come with those that are read again."""
    page = _places_changed(session, event, incoming)
    return replace(page, restart=recently(incoming.at))


def _member_changed(session: Session, event: Event, incoming: Incoming) -> Page:
    """Somebody came, or has other roles. What it means for private threads waits its turn: a change
    of name says as much, and they are asked for one by one."""
    return Page(audiences=_readers(session, incoming))


def _member_left(session: Session, event: Event, incoming: Incoming) -> Page:
    return Page(audiences=_readers(session, incoming), then=frozenset({Task.ACL}))


def _thread_members_changed(session: Session, event: Event, incoming: Incoming) -> Page:
    directory = Directory(session, since=incoming.at + SKEW)
    try:
        place = directory.place(_required(event.get("id")))
    except Forbidden:
        return Page()
    if place.type != PRIVATE_THREAD or not directory.collects(place):
        return Page()
    return Page(audiences=audiences_of(directory, [place]))


def _readers(session: Session, incoming: Incoming) -> list[Audience]:
    """Of every closed channel, as of after the event. A burst of events asks once."""
    return closed_channels(Directory(session, since=incoming.at + SKEW))


def _server_gone(session: Session, event: Event, incoming: Incoming) -> Page:
    """The bot was removed, or the server is down for a while. Discord is asked, since the event may
    be old: raises Revoked where it is so."""
    if event.get("unavailable") is not True:
        Directory(session).look()
    return Page()


def _of_place(
    session: Session,
    channel_id: object,
    readings: Callable[[Directory, Place, Channel], list[Reading]],
) -> Page:
    """What an event says of one channel or thread, if it is collected."""
    directory, key = Directory(session), _required(channel_id)
    try:
        place = directory.place(key)
        if not directory.collects(place):
            return Page()
        return Page(readings=readings(directory, place, directory.channel(place)))
    except Forbidden as closed:
        gone = isinstance(closed, Missing)
        return Page(readings=[Refusal(f"channel {key}", str(closed), skipped=gone)])


HANDLERS: dict[str, Handler] = {
    "MESSAGE_CREATE": _written,
    "MESSAGE_UPDATE": _changed,
    "MESSAGE_DELETE": _deleted,
    "MESSAGE_DELETE_BULK": _deleted,
    **dict.fromkeys(
        (
            "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE_ALL",
            "MESSAGE_REACTION_REMOVE_EMOJI",
        ),
        _changed,
    ),
    "CHANNEL_DELETE": _place_deleted,
    "THREAD_DELETE": _place_deleted,
    "THREAD_CREATE": _thread,
    "THREAD_UPDATE": _thread,
    **dict.fromkeys(
        (
            "CHANNEL_CREATE", "CHANNEL_UPDATE",
            "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "THREAD_LIST_SYNC",
            "APPLICATION_AUTHORIZED",
        ),
        _places_changed,
    ),
    "GUILD_MEMBER_ADD": _member_changed,
    "GUILD_MEMBER_UPDATE": _member_changed,
    "GUILD_MEMBER_REMOVE": _member_left,
    "THREAD_MEMBERS_UPDATE": _thread_members_changed,
    "GUILD_UPDATE": _server_changed,
    "GUILD_CREATE": _listening_anew,
    "GUILD_DELETE": _server_gone,
}  # fmt: skip
