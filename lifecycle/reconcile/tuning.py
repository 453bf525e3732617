"""Every number of reconciling: its unit, what it means, where it comes from."""

CANDIDATES = 15  # older statements that a resolver sees with a new one; given
LEG_DEPTH = 15  # of them that each way of being near may bring; chosen

# --- Nearness by words ---
TITLE_TIMES = 2.0  # a word of the title counts as so many of the text; fitted on known replacements
SATURATION = 0.6  # a word said again counts less: count / (count + this); as in BM25, fitted alike
TEXT_CHARACTERS = 2_000  # of a text that are compared; what decides stands at its beginning
COMMON_SHARE = 0.1  # of statements with a word, beyond which it tells nothing; chosen, saves time
RARE_ENOUGH = 100  # statements up to which any word tells something; chosen

# --- Rules: precision before recall ---
BEFORE_CHARACTERS = 300  # of a message, read before the quote: what ends stands there; chosen
SAME_TITLE_WORDS = 2  # words that two titles must share to be of one subject; chosen
NAMED_SHARE = 0.6  # of an older title's weight that the phrase must hold; fitted
CONFLICT_DAYS = 30  # within which two people's opposite decisions are a disagreement; chosen

# --- What was said again ---
SNIPPET_CHARACTERS = 300  # of what was said again that are kept with its occurrence; chosen
RECURRING_AT_LEAST = 3  # times that a topic comes up in a period to be a recurring one; chosen
RECURRING_DAYS = 90  # that a period has, unless another is asked for; chosen
SNIPPETS = 5  # of a topic that are told, the latest; chosen
SAME_TOPIC = 0.7  # similarity, in 0..1, of a link to what is on the same topic; chosen

# --- Asking a model ---
NEW_A_CALL = 12  # new statements in one call; chosen
SHOWN_CHARACTERS = 600  # of a statement's text that are shown; about 150 tokens
HYPOTHESIS_CHARACTERS = 300  # of what an older statement might say; chosen, it is one sentence
REASON_CHARACTERS = 300  # of a reason that are kept
