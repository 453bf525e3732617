"""Every number of digests: its unit, what it means, where it comes from."""

from lifecycle.scheduling.slots import Cadence

SHOWN = 6  # entries of a section, so that all of it is read in a minute; chosen
TITLE_CHARACTERS = 140
REASON_CHARACTERS = 200
NAMED = 2  # people of an entry; chosen
RECURRING_AT = 3  # times that something was said from which it is called recurring; given
PENDING_DAYS = 60  # what was left open longer is not asked about any more; chosen
# How far ahead what is due is told: until it is told again.
AHEAD = {Cadence.DAY: 1, Cadence.WEEK: 7, Cadence.MONTH: 31}  # days

SLACK_BLOCKS = 50  # of a message; Slack's limit
SLACK_TEXT = 3_000  # characters of a block's text; Slack's limit
SLACK_HEADER = 150  # characters of a header; Slack's limit
SLACK_SECONDS = 10.0  # for Slack to answer; chosen
SLACK_PATIENCE = 86_400  # seconds that Slack is waited for at most, whatever it asks; chosen
SLACK_WEBHOOKS = ("https://hooks.slack.com/", "https://hooks.slack-gov.com/")

MAX_ADDRESSES = 20  # that one digest of a team goes to: mostly one, of a list; chosen
