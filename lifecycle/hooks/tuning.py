"""Every number of outgoing webhooks, with its unit and why."""

from datetime import timedelta

LOOK = timedelta(seconds=5)  # between two looks at what an endpoint is to be told
TURN_SECONDS = 20.0  # of one endpoint's deliveries in one task; then others have theirs
TIMEOUT_SECONDS = 10.0  # of one request, from resolving the name to the answer's status
MESSAGE_SECONDS = 30.0  # a wake-up that waited longer is void: the sweep has sent another
AT_ONCE = 100  # endpoints that a sweep wakes workers for, and rows that are read together

# After each failed attempt, as the Standard Webhooks specification suggests: 28 h in all.
RETRIES = (
    timedelta(seconds=5), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2),
    timedelta(hours=5), timedelta(hours=10), timedelta(hours=10),
)  # fmt: skip
JITTER = 0.2  # of a pause, either way, so that what failed together does not come back together
DISABLED_AFTER = timedelta(days=5)  # in which nothing was taken

OVERLAP = timedelta(hours=1)  # looked at again each time: a transaction may commit that much late
UNCOMPARED = timedelta(minutes=30)  # how long news waits to be compared with what the team knows
HISTORY = timedelta(days=2)  # a decision found so long after its date is none of now
OLD_SECRET = timedelta(hours=24)  # how long the secret before holds besides the new one
KEPT = timedelta(days=30)  # deliveries, to be looked at and sent again
TEST_WAIT = timedelta(minutes=1)  # until a worker sends a test whose sender was killed
MAX_ENDPOINTS = 20  # of a team; chosen
