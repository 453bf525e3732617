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
SAME_TITLE_WORDS = 2  # words that two titles must share to be of one subject; chosen
NAMED_SHARE = 0.6  # of an older title's weight that the phrase must hold; fitted
CONFLICT_DAYS = 30  # within which two people's opposite decisions are a disagreement; chosen

# --- Asking a model ---
NEW_A_CALL = 12  # new statements in one call; chosen
SHOWN_CHARACTERS = 600  # of a statement's text that are shown; about 150 tokens
REASON_CHARACTERS = 300  # of a reason that are kept
