"""What Slack's events say."""

from connectors.contract import Audience, Refusal
from connectors.files.json_input import JsonError, as_object, as_text, parse
from connectors.files.text import stable_id
from connectors.live.contract import Cursor, Incoming, Page, Task
from connectors.live.errors import Forbidden, Malformed
from connectors.live.session import Session
from connectors.slack.client import Json, SlackClient
from connectors.slack.directory import Directory
from connectors.slack.mapping import message_record
from connectors.slack.reading import closed_by, history_of
from connectors.slack.walk import locator, may_join
from connectors.slack.workspace import Channel

_CONVERTED = frozenset({"channel_convert_to_private", "channel_convert_to_public"})
_NOT_COLLECTED = frozenset({"im", "mpim", "app_home"})  # direct messages
_OF_CHANNELS = frozenset({
    "channel_archive", "channel_left", "channel_rename", "channel_shared", "channel_unarchive",
    "channel_unshared", "group_archive", "group_left", "group_rename", "group_unarchive",
})  # fmt: skip
_DELETED = frozenset({"channel_deleted", "group_deleted"})
_MEMBERSHIP = frozenset({"member_joined_channel", "member_left_channel"})
_OF_USERS = frozenset({"team_join", "user_change"})
_OF_ACCESS = frozenset({"app_uninstalled", "tokens_revoked"})


def receive(session: Session, incoming: Incoming) -> Page:
    """Raises SourceError, Malformed."""
    try:
        event = as_object(as_object(parse(incoming.body.decode())).get("event"))
    except (UnicodeDecodeError, JsonError):
        raise Malformed("The delivery is not JSON.") from None
    client = SlackClient(session)
    told = _Told(session, event, Directory(session, client))
    kind = as_text(event.get("type"))
    if kind == "message":
        return told.message()
    if kind in _MEMBERSHIP:
        return told.membership()
    if kind in _DELETED and told.channel_id:
        return Page(emptied=[f"{stable_id(told.channel_id)}:"])  # as in Slack
    if kind == "channel_created":
        return told.created()
    if kind in _OF_CHANNELS:
        told.directory.forget(told.channel_id)
    elif kind in _OF_USERS:
        return told.user()
    elif kind in _OF_ACCESS:
        client.auth_test()  # says Revoked, unless somebody has connected again meanwhile
    return Page()


class _Told:
    """One event, and what there is to know about it."""

    def __init__(self, session: Session, event: Json, directory: Directory) -> None:
        self._session = session
        self._event = event
        self.directory = directory
        place = event.get("channel")
        self.channel_id = as_text(place) or as_text(as_object(place).get("id"))

    def message(self) -> Page:
        if as_text(self._event.get("channel_type")) in _NOT_COLLECTED:
            return Page()
        if not self.channel_id:
            raise Malformed("A message's event names no channel.")
        subtype = as_text(self._event.get("subtype"))
        if subtype in _CONVERTED:
            return self._converted()
        # What is deleted goes, also where the channel is not collected any more.
        is_deletion = subtype == "message_deleted"
        if not is_deletion and not self._session.collects(self.channel_id):
            return Page()
        where = locator(self.channel_id, self._event)
        try:
            channel = self._channel()
        except Forbidden:
            if not is_deletion:
                return Page([Refusal(where, "the channel is closed to Momo now", skipped=True)])
            key = stable_id(self.channel_id)
            channel = Channel(key, key, key, None)
        workspace = self.directory.workspace([self._event])
        return Page([message_record(self._event, channel, workspace, where)])

    def user(self) -> Page:
        """A new name or address; who was deactivated is no member of anything any more."""
        user = as_object(self._event.get("user"))
        self.directory.learn_user(user)
        is_gone = user.get("deleted") is True
        return Page(then=frozenset({Task.ACL}) if is_gone else frozenset())

    def membership(self) -> Page:
        """Who joined or left a private channel; and Momo itself, which then reads its history."""
        is_joined = self._event.get("type") == "member_joined_channel"
        self.directory.forget(self.channel_id)
        own = self._session.credentials.get("bot_user_id", "")
        is_own = as_text(self._event.get("user")) == own
        if is_own and not (is_joined and self._event.get("inviter")):
            # It joined by itself, to read; or it is out, then the last members stay as they were.
            return Page()
        try:
            place = self.directory.place(self.channel_id)
            audiences = [self.directory.audience(place)] if place.private else []
        except Forbidden:
            return Page()
        return Page(audiences=audiences, restart=self._anew() if is_own else None)

    def created(self) -> Page:
        return Page(restart=self._anew() if may_join(self._session) else None)

    def _channel(self) -> Channel:
        """What is known may be older than the event: nothing private is taken for public."""
        place = self.directory.place(self.channel_id)
        if not place.private and self._event.get("channel_type") == "group":
            self.directory.forget(self.channel_id)
        return self.directory.channel(self.channel_id)

    def _converted(self) -> Page:
        """The channel is for its members alone from now on, or for all again: then its items are
        read once more."""
        self.directory.forget(self.channel_id)
        try:
            closed = closed_by(self.directory, [self.directory.place(self.channel_id)])
        except Forbidden:  # private, and Momo is out: who is in is not known
            key = stable_id(self.channel_id)
            closed = {f"{key}:": Audience(key, key, (), self._session.now())}
        return Page(closed=closed, restart=self._anew())

    def _anew(self) -> Cursor | None:
        """Where reading the channel as a whole begins, where it is collected."""
        if not self._session.collects(self.channel_id):
            return None
        return history_of(self._session, [self.channel_id])
