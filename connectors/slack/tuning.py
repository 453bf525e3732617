"""Every number of the Slack connector, with its unit and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from connectors.live.app import App

MINUTE = 60  # seconds, over which Slack counts requests
# Requests a minute of a workspace's app, by method: Slack's tiers 2, 3 and 4, as its page says of
# each. A method that is not here has no limit that a connection could reach.
PER_MINUTE: Mapping[str, int] = {
    "conversations.list": 20,
    "users.list": 20,
    "conversations.history": 50,
    "conversations.info": 50,
    "conversations.join": 50,
    "conversations.replies": 50,
    "conversations.members": 100,
    "users.info": 100,
}
# Since 29 May 2025, of apps that are sold outside Slack's Marketplace.
UNLISTED_PER_MINUTE: Mapping[str, int] = {"conversations.history": 1, "conversations.replies": 1}

CHANNELS_PAGE = 999  # the most Slack gives
MAX_CHANNEL_PAGES = 15  # of one listing, within a minute's 20
USERS_PAGE = 999
MEMBERS_PAGE = 999
MANY_PEOPLE = 20  # unknown at once: then the list of all is read instead of one by one

KEEP_CHANNELS = timedelta(minutes=10)  # what is known of a channel, without an event about it
KEEP_WHILE_READING = timedelta(minutes=1)  # the same, for pages, which do not say if it is private
KEEP_MEMBERS = timedelta(minutes=1)  # of a private channel: an old list takes out who just joined
KEEP_PEOPLE = timedelta(hours=1)
KEEP_UNKNOWN = timedelta(days=1)  # that Slack knows nobody, or no channel, of an id
MAX_PEOPLE = 50_000  # known at once of one workspace, about 25 MB
MAX_WORKSPACES = 64  # known at once in one process

HORIZON = timedelta(days=365)  # how far back the first reading goes
RESCAN = timedelta(days=14)  # how long late replies to a message are looked for
AHEAD = timedelta(minutes=1)  # of Slack's clock before ours, as far as history is read
OVERLAP = timedelta(minutes=10)  # read again each time: clocks differ, and events come late
ACL_CHANNELS = 5  # private channels whose members one call lists
MAX_WAITING_THREADS = 400  # before history waits for them

RENEW_BEFORE = timedelta(minutes=30)  # a token's end; it lives for 12 hours
UNKNOWN_WAIT = 60.0  # seconds, where Slack says to wait and not for how long
TIMEOUT_SECONDS = 20

SIGNED_WITHIN = timedelta(minutes=5)  # the age of a delivery, as Slack advises


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast an app may read: messages a page, requests a minute by method, and how many requests
    each looking for changes may make; None for as many as it takes."""

    messages: int
    per_minute: Mapping[str, int]
    poll_requests: int | None = None


_FULL = Pace(200, PER_MINUTE)
# A tenth of the requests look for changes, the rest goes into history; events do the real work.
_TRICKLE = Pace(15, {**PER_MINUTE, **UNLISTED_PER_MINUTE}, poll_requests=6)
POLL_EVERY = timedelta(hours=1)


def pace_of(app: App) -> Pace:
    return _TRICKLE if app["tier"] == "unlisted" else _FULL
