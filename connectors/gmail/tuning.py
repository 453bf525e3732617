"""Every number of the Gmail connection, with its unit and where it comes from."""

from datetime import timedelta

# "First sync (onboarding): Pulls up to 5,000 emails from the last 90 days. 70% from Sent mail (your
# decisions matter most), 30% from Starred emails."
ONBOARDING_MAILS = 5_000
ONBOARDING_WINDOW = timedelta(days=90)
SENT_MAILS = 3_500  # of these, 70 %; what one side does not need, the other may take

# "Daily sync: Up to 100 new emails per day via cron job." A day is one of UTC.
DAILY_MAILS = 100
# "sent prioritized over inbox": as many are kept for sent and starred mail when a day begins, and
# fewer as it goes, so that a busy inbox neither takes the day's last place nor waits for nothing.
KEPT_FOR_SENT = 70
KEPT_UNTIL = timedelta(hours=23)  # of the day: in its last hour whatever waits takes what is left
WAITING_MAILS = 1_000  # that wait for their day: ten days' worth, about 20 kB of cursor

# Without a topic this is how soon a change is seen; with one, what a lost notification costs. One
# call of 2 units, out of 15,000 a minute.
POLL_EVERY = timedelta(minutes=5)
RENEW_EVERY = timedelta(days=1)  # a watch lasts 7 days; Google advises to renew it daily
LATE_ARRIVALS = timedelta(days=1)  # how much older than its arrival a new mail's date may be
GAP_OVERLAP = timedelta(hours=1)  # read again after an expired history, for clocks that differ

BATCH_CALLS = 50  # in one batch request; Google warns that more are refused
LISTED_IDS = 500  # of a list call; the most that Google gives
LISTED_HISTORY = 100  # history records of one call, so that one poll stays short
MAX_MAIL_BYTES = 25 * 1024**2  # what Gmail accepts for sending; larger ones are refused
BATCH_BYTES = 8 * 1024**2  # of mails in one batch, of which the packages hold several copies
PAGE_BYTES = 32 * 1024**2  # of mails in one page, which is stored at once

# Google allows 15,000 units a minute for each mailbox. A get, a list and a batch of 50 gets cost 5,
# 5 and 250; these leave 1,000 units a minute for calls outside of batches.
UNITS_A_MINUTE = 14_000
BATCH_UNITS = 250
CALLS_A_MINUTE = 200

TIMEOUT_SECONDS = 30.0  # of one request
WAIT_SECONDS = 30.0  # where Google asks to wait and does not say for how long
DAILY_QUOTA_SECONDS = 3_600.0  # before asking again, where the app's quota of the day is used up
SHORTEST_LIFE = timedelta(minutes=5)  # of an access token that google-auth takes; a 401 tells more

KEYS_FOR = timedelta(hours=1)  # how long Google's keys are kept; Google changes them every few days
KEYS_STALE = timedelta(days=1)  # how long old ones serve while new ones cannot be fetched
KEYS_RETRY = timedelta(minutes=1)  # between two attempts to fetch keys
KEYS_TIMEOUT_SECONDS = 5.0  # a push waits for it, once an hour
CLOCK_LEEWAY = timedelta(minutes=1)  # between Google's clock and ours
MAX_TOKEN_LIFE = timedelta(hours=2)  # of a push's token; Google's live for one
MAX_DELIVERY_BYTES = 64 * 1024  # a notification has about 500
