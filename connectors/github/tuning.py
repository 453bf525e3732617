"""Every tuned number of the GitHub connector, with unit and reason."""

from datetime import timedelta

HORIZON = timedelta(days=365)  # how far back a backfill goes; older decisions are in the code
MOST_ITEMS = 5_000  # records of one repository that a backfill takes, newest first
POLL_EVERY = timedelta(hours=1)  # webhooks tell at once; this finds those that were lost
OVERLAP = timedelta(minutes=10)  # read twice by each poll: GitHub's lists lag behind its events

PAGE_SIZE = 100  # entries of a list; GitHub's maximum
THREADS_A_CALL = 8  # issues and pull requests read in one go, each with up to four requests
DISCUSSIONS_A_CALL = 5  # each with up to 100 comments of 100 replies, in one GraphQL request
REPOSITORIES_A_CALL = 20  # whose members are asked for in one go
MOST_MEMBER_PAGES = 50  # of collaborators, 5,000; a longer list is taken as not complete

REQUESTS_A_MINUTE = 600  # GitHub's secondary limit is 900 points a minute, a read being one
HISTORY_A_MINUTE = 400  # of these, for a backfill: the rest is for what happens now
SPARE_REQUESTS = 500  # of the hour's 5,000 that a backfill leaves to what happens now
TIMEOUT_SECONDS = 20
DEFAULT_WAIT_SECONDS = 60.0  # GitHub's own advice where a limit comes without a time
FACTS_SECONDS = 15.0  # that what is known of a repository counts as current

MAX_DELIVERY_BYTES = 25 * 1024**2  # GitHub's cap for a payload
SHORT_LINE = 120  # characters of a discussed line of code that are shown with its comment
MOST_MENTIONS = 50  # people named in one text
MENTION_CHARACTERS = 100_000  # of a text that are searched for them
