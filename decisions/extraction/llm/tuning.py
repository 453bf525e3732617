"""The numbers of the model-based extractor. Tokens as momo.platform.ai.estimate_tokens counts."""

WINDOW_TOKENS = 12_000  # messages of one call; models read more, but find less in it
CONTEXT_TOKENS = 3_000  # of these, for the messages before the first one to extract from
BLOCK_TOKENS = 6_000  # a longer message is read in parts of this size
DELIMITER_TOKENS = 80  # the two lines around each message
RECIPIENTS = 20  # shown of a message; all of them stay with its decisions
TITLE_CHARACTERS = 200
TAGS = 8  # a decision
