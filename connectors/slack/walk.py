"""Reading channels one after the other, their threads too, in steps that can be repeated.

A step asks for one page of messages. Places in history are times, which hold for good, and not
Slack's own cursors.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from datetime import datetime

from connectors.contract import Refusal, SourceRecord
from connectors.files.json_input import as_object, as_text
from connectors.live.contract import Cursor
from connectors.live.errors import Forbidden, RateLimited
from connectors.live.session import Session
from connectors.slack.client import Json, SlackClient
from connectors.slack.directory import PRIVATE, PUBLIC, Directory, Place
from connectors.slack.mapping import message_record, moment_of
from connectors.slack.tuning import AHEAD, KEEP_WHILE_READING, MAX_WAITING_THREADS, Pace, pace_of

Reading = SourceRecord | Refusal

_NOT_A_MEMBER = "Momo is not in the channel: invite it there"


@dataclass(slots=True)
class Position:
    """Where a walk stands. `oldest` and `since` are in seconds since 1970: nothing is read from
    before the one, and of the rest only what changed after the other."""

    oldest: float
    since: float = 0.0
    queue: list[str] = field(default_factory=list)  # channels still to be read, the next one last
    channel: str = ""  # whose history is being read
    latest: str = ""  # what is older than this is still to be read of it
    threads: list[list[str]] = field(default_factory=list)  # channel, root, last reply read

    @classmethod
    def of(cls, cursor: Cursor) -> "Position":
        return cls(**deepcopy(dict(cursor)))  # a call that fails leaves the cursor as it was

    @property
    def cursor(self) -> Cursor:
        return asdict(self)

    @property
    def in_history(self) -> bool:
        return bool(self.channel or self.queue)

    @property
    def ended(self) -> bool:
        return not self.in_history and not self.threads


class Walk:
    """A walk that goes on from a position, which it moves. Methods raise SourceError; the position
    then is where it was, or nowhere: it is to be read anew from its cursor."""

    def __init__(self, session: Session, at: Position) -> None:
        self.at = at
        self._pace: Pace = pace_of(session.app)
        self._session = session
        self._client = SlackClient(session)
        self.directory = Directory(session, self._client)
        self._leave_out_what_is_not_chosen()

    def step(self) -> list[Reading]:
        """Read one page. A thread goes before history, unless Slack lets threads wait: the two have
        limits of their own."""
        if self.at.threads:
            try:
                return self._thread(*self.at.threads[-1])
            except RateLimited:
                if not self.at.in_history or len(self.at.threads) >= MAX_WAITING_THREADS:
                    raise
        return self._history() if self.at.in_history else []

    def _leave_out_what_is_not_chosen(self) -> None:
        """Somebody may have chosen other channels since the walk began."""
        at, collects = self.at, self._session.collects
        at.queue = [each for each in at.queue if collects(each)]
        at.threads = [each for each in at.threads if collects(each[0])]
        if at.channel and not collects(at.channel):
            at.channel = ""

    def _thread(self, channel_id: str, root_ts: str, after: str) -> list[Reading]:
        try:
            messages, more = self._client.replies(channel_id, root_ts, oldest=after)
            start = moment_of(after)
            replies = [
                message
                for message in messages
                if message.get("ts") != root_ts and _later(message.get("ts"), start)
            ]
            readings = self._records(channel_id, replies)
        except Forbidden as refused:
            self.at.threads.pop()
            return [Refusal(f"{channel_id}, thread {root_ts}", str(refused))]
        self.at.threads.pop()
        if more and replies:
            self.at.threads.append([channel_id, root_ts, _newest(replies)])
        return readings

    def _history(self) -> list[Reading]:
        at = self.at
        channel_id = at.channel or at.queue[-1]
        if not at.channel:
            at.queue.pop()
            at.channel, at.latest = channel_id, ""
        try:
            if not at.latest:
                self._enter(self.directory.place(channel_id))
            messages, more = self._client.history(
                channel_id, oldest=f"{at.oldest:.6f}", latest=at.latest or self._from_now()
            )
            readings = self._records(channel_id, [m for m in messages if self._changed(m)])
        except Forbidden as refused:
            at.channel = ""
            return [Refusal(channel_id, str(refused))]
        at.threads += [
            [channel_id, as_text(message.get("ts")), f"{at.since:.6f}" if at.since else ""]
            for message in messages
            if self._has_news(message)
        ]
        self._go_on(_oldest(messages), more=more)
        return readings

    def _from_now(self) -> str:
        return f"{(self._session.now() + AHEAD).timestamp():.6f}"

    def _go_on(self, before: str, *, more: bool) -> None:
        at = self.at
        # At a trickle, a round of looking for changes does not go back to all recent threads.
        far_enough = self._pace.poll_requests is not None and not _later(before, _at(at.since))
        if more and before not in ("", at.latest) and not far_enough:
            at.latest = before
        else:
            at.channel = ""

    def _enter(self, place: Place) -> None:
        """Join a public channel that Momo is not in. Raises Forbidden where it may not."""
        if place.closed:
            raise Forbidden("The channel is closed.")
        if place.joined:
            return
        if place.private or not may_join(self._session):
            raise Forbidden(_NOT_A_MEMBER)
        self._client.join(place.id)
        self.directory.forget(place.id)

    def _records(self, channel_id: str, messages: Sequence[Json]) -> list[Reading]:
        if not messages:
            return []
        channel = self.directory.channel(channel_id, KEEP_WHILE_READING)
        workspace = self.directory.workspace(messages)
        return [
            message_record(message, channel, workspace, locator(channel_id, message))
            for message in messages
        ]

    def _changed(self, message: Json) -> bool:
        since = _at(self.at.since)
        edited = as_object(message.get("edited")).get("ts")
        return (
            message.get("subtype") == "tombstone"  # Slack does not say since when
            or not moment_of(message.get("ts"))  # to be refused by name
            or any(_later(ts, since) for ts in (message.get("ts"), edited))
            or self._has_news(message)
        )

    def _has_news(self, message: Json) -> bool:
        """Whether there are replies that may not have been read yet."""
        if not message.get("reply_count") or message.get("thread_ts") != message.get("ts"):
            return False
        latest = message.get("latest_reply")
        return moment_of(message.get("ts")) is not None and (
            not latest or _later(latest, _at(self.at.since))
        )


def collected(session: Session, directory: Directory) -> list[Place]:
    """The channels that are read: those chosen, as far as Momo is in them or may join."""
    return [
        place
        for place in directory.places(f"{PUBLIC},{PRIVATE}")
        if not place.closed
        and session.collects(place.id)
        and (place.joined or (not place.private and may_join(session)))
    ]


def may_join(session: Session) -> bool:
    """Whether Momo enters public channels by itself: all, or those that somebody chose."""
    mode = session.app["join"]
    return mode == "all" or (mode == "chosen" and session.chosen is not None)


def locator(channel_id: str, message: Mapping[str, object]) -> str:
    """Where a message is. By the channel's id: a private one's name is for its members."""
    return f"{channel_id}, message {as_text(message.get('ts'))[:40]}"


def _at(seconds: float) -> datetime | None:
    return moment_of(f"{seconds:.6f}")


def _later(ts: object, start: datetime | None) -> bool:
    moment = moment_of(ts)
    return moment is not None and (start is None or moment > start)


def _newest(messages: Sequence[Json]) -> str:
    return max((as_text(message.get("ts")) for message in messages), key=float)


def _oldest(messages: Sequence[Json]) -> str:
    stamps = [ts for message in messages if moment_of(ts := as_text(message.get("ts")))]
    return min(stamps, key=float, default="")
