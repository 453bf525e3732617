"""Every number of the live engine, with its unit and why."""

from datetime import timedelta

SLICE_SECONDS = 20.0  # of work on one connection in one turn; then others have theirs
TURN_SECONDS = 20.0  # of one task message, so that a worker can stop cleanly
DELIVERIES = 100  # read and stored together
DELIVERY_BYTES = 32 * 1024 * 1024  # of those, in memory at once; a single one may have more
MAX_WAITING = 50_000  # deliveries of one connection that nobody reads; then the oldest go
MAX_DELIVERY_ATTEMPTS = 8  # of one delivery that cannot be read: then it is set aside, about 10 min
FIRST_RETRY_SECONDS = 5.0  # after a failure; doubles with each
MAX_RETRY_SECONDS = 1800.0
KEPT_DELIVERIES = timedelta(days=30)  # how long what was sent waits, and is known if sent again
RENEW_AT_MOST_EVERY = timedelta(minutes=1)  # whatever the service says
ACL_EVERY = timedelta(hours=1)  # without an event that says otherwise
AUTHORIZATION = timedelta(minutes=20)  # from the start to the way back
KEPT_REFUSALS = 200  # on a run; all are counted
