"""The numbers of the model-based extractor. Tokens as momo.platform.ai.estimate_tokens counts."""

WINDOW_TOKENS = 12_000  # messages of one call; models read more, but find less in it
CONTEXT_TOKENS = 3_000  # of these, for the messages before the first one to extract from
BLOCK_TOKENS = 6_000  # a longer message is read in parts of this size
DELIMITER_TOKENS = 80  # the two lines around each message
RECIPIENTS = 20  # shown of a message; all of them stay with its decisions
TITLE_CHARACTERS = 200
TAGS = 8  # a decision
SUMMARY_CHARACTERS = 2_000  # of a summary, a rationale and what is replaced; chosen, as all below
NAME_CHARACTERS = 200  # of a person, an entity, an option
REASON_CHARACTERS = 1_000  # for which an option was chosen or not
TAG_CHARACTERS = 40
OPTIONS = 20  # a decision
NAMED = 50  # people or entities, of a decision or a message
DECISIONS = 100  # of one answer; what is over is no reading of a conversation
SINCE_DAYS = 366  # before its message that something may be said to hold
