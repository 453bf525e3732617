"""Every number of commitments: its unit, what it means, where it comes from."""

from datetime import timedelta

DUE_WITHIN = 7  # days ahead that are listed as due unless asked otherwise; chosen
FOLLOWED_FOR = timedelta(days=180)  # after it was made, that messages may close one; chosen
BUDGET_LOOK = timedelta(hours=1)  # between looks at a budget that may be raised any time; chosen
# Memories get their ids before they are stored, and may be stored in another order.
LOOK_BACK = timedelta(minutes=1)  # before the last look, that is looked at again; chosen

# Words of the commitment that a message must have, of its own subject: in another thread, where
# nothing else ties the two, and in the same one where its owner owes several things. Chosen.
SHARED_WORDS_ELSEWHERE = 2
SHARED_WORDS_IN_THREAD = 1
# Cosine of a message elsewhere to the commitment: below that, two words in common are chance.
# Measured offline on the demo team: 0.33 for the one that belongs together, 0.25 at most for any
# other message that says of something else that it is done.
SIMILARITY = 0.3
QUOTE_CHARACTERS = 300

# What one look of one holder takes, the newest first. Chosen: far more than is new at a time, and
# few enough for the first look at a team with years behind it.
COMMITMENTS = 500
MESSAGES = 5_000  # in other threads, with a word of being done
PAIRS = 2_000
KEPT_AT_ONCE = 100  # pairs; what was found stays where a later call of a model fails; chosen
PAIRS_A_CALL = 20  # that a model is asked about at once; chosen
SHOWN_CHARACTERS = 2_000  # of a message that a model is shown; chosen
