"""Every number of compaction: its unit, what it means, where it comes from."""

from datetime import timedelta

MIN_DECISIONS = 500  # of a team, from which it is compacted by itself; given
EVERY = timedelta(weeks=1)  # given
OLDER_THAN = timedelta(days=90)  # what a decision must be; given
# To the most central one of a cluster, as a cosine and calibrated too; given. Measured offline on
# 736 abstracts: from a cosine of 0.65 on, clusters have one topic and hold 42 % of them; from 0.43,
# which is 0.65 calibrated, they hold 92 % and the large ones have none. Calibrated, it is for
# models whose cosines are never low.
SIMILARITY = 0.65
MIN_CLUSTER = 3  # decisions; given
CHUNK_TOKENS = 400  # of a summary, embedded by themselves; given
OVERLAP_TOKENS = 80  # that a chunk shares with the one before; given
COMPRESSION = 10  # decisions for each chunk of their summary; given

NEAREST = 24  # neighbors noted for each decision, two to four times a cluster's; chosen
# Looked at in an index for them (its ef). Measured: of all that is as near as it takes, 30 find
# 0.9999 on 11,585 sentences of mails, talk and proposals under the offline model, and all on
# 100,000 generated vectors; 48 find no more, and take 1.5 to 2 times as long.
WALKED = 30
MAX_CLUSTER = 50  # decisions, so that no topic becomes one summary of everything; chosen
# An exact search compares with each one: up to there it takes 3 ms, about as long as the index does
# when most of what it comes by is filtered out.
EXACT_UP_TO = 4_000  # decisions of one holder; chosen
# Where all but a few are summed up already, an index comes by these first: up to there an exact
# search of what is left, some 10 ms, takes less.
EXACT_AMONG_FEW = 16_000  # decisions of one holder; chosen
FEW = 4  # times as many as are left that the team has, from which that is so; chosen
SCANNED = 20_000  # vectors of an index looked at for one decision's neighbors; chosen
SEARCHED = 100  # decisions compared in one transaction, some 100 ms; chosen
# After each transaction, of the time that it took. Measured at 40,000, on four cores that were not
# alone: the p95 of searches is 1.2 times what it is without a run for a rest of 1, 1.3 for 0.25,
# and 2.6 for none.
REST = 0.5
MAX_REST = 0.5  # seconds, as a chat model may take many; chosen
WRITTEN = 8  # summaries stored in one transaction, some 150 ms; chosen
CHECKED = 200  # summaries held against their originals in one transaction; chosen

TITLE_CHARACTERS = 140
NAMED = 12  # people that a summary names, those of most originals first; chosen
TAGS = 8  # that a summary has, those of most originals first; chosen
DETAIL_CHARACTERS = 600  # of an original's summary that a chat model is shown; chosen

TURN_SECONDS = 60.0  # of a worker, so that it can stop cleanly and teams take turns; chosen
MAX_ATTEMPTS = 8  # of a run that fails, within hours; then it waits for its next week; chosen
FIRST_RETRY = timedelta(minutes=1)  # doubles with each attempt
MAX_RETRY = timedelta(hours=2)
BUDGET_LOOK = timedelta(hours=1)  # at a budget that renews later, or is raised any time; chosen
