"""Every number of the dashboard: its unit, what it means, where it comes from."""

WEEKS = 12  # shown unless asked for others; given
MAX_WEEKS = 104  # that may be asked for; chosen: two years are still told apart
OWED = 8  # commitments that are named, the longest due first; chosen: a card's height
NAMED = 8  # people, and projects, with the most decisions; chosen as well
TOPICS = 5  # that come up again and again; chosen as well
