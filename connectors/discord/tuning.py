"""Every number of the Discord connector, with its unit and where it comes from."""

from datetime import timedelta

HORIZON = timedelta(days=365)  # of history brought in when a server is connected
READ_AGAIN = timedelta(days=1)  # when the gateway had lost what happened: edits are mostly of then
MESSAGES_A_REQUEST = 100  # the most that Discord gives
THREADS_A_REQUEST = 100  # likewise, of archived threads
MEMBERS_A_REQUEST = 1000  # likewise, of a server's members
MEMBER_REQUESTS = 10  # Discord's own limit of them in 10 s, so that one call reads the whole list
REQUESTS_A_CALL = 5  # of history between two cursors: some 500 messages, two seconds
PLACES_A_CALL = 10  # threads or channels of which one call lists the members

# Discord allows a bot 50 requests a second over all its servers, and each route its own number,
# which it tells with every answer. A server has its share.
REQUESTS_A_SECOND = 20
SECONDS_A_REQUEST = 10.0  # then Discord counts as out of reach
BLOCKED_SECONDS = 60.0  # to wait where a refusal does not say: Discord's own edge refused

KNOWN_FOR = timedelta(seconds=20)  # channels, roles and members are kept: one slice of work
SKEW = timedelta(seconds=1)  # between the clocks of the gateway and of a worker
KNOWN_SERVERS = 50  # in one process
KNOWN_THREADS = 2_000  # of which a poll remembers the channel, for when that is deleted
KNOWN_REPLIES = 50_000  # messages of which it is known what they answer, some 10 MB
MAX_HOPS = 25  # up a chain of replies; then the message reached counts as its start

# Threads are archived after an hour without a message at the soonest: what was written during a
# longer gap may be in an archived thread, which no list of active ones shows.
ARCHIVING = timedelta(minutes=60)

# Discord never gives an id again, so nothing comes after a deletion. Gateway events carry no time;
# a day on top of our own clock outranks any version that Discord's, ahead of ours, has dated.
FINAL = timedelta(days=1)

FRESHNESS = timedelta(minutes=5)  # of a signed request, either way

IDENTIFY_SECONDS = 5.0  # between two sessions: Discord's own limit is one in 5 s
FIRST_RETRY_SECONDS = 2.0  # before the gateway begins a new session; doubles with each failure
MAX_RETRY_SECONDS = 300.0
