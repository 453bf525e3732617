"""Every number of retrieval: its unit, what it means, where it comes from.

"Given" numbers are the product's definition. "Measured" ones were chosen by trying them on the
questions of the demo team and on long conversations; "chosen" ones are judgement.
"""

# --- Understanding a query ---
QUERY_CHARACTERS = 4_000  # what is read of a query, about 1,000 tokens; chosen: a long mail fits
QUERY_WORDS = 64  # words of it that are looked up as names and searched for; chosen
NAME_WORDS = 4  # words that the longest name looked up may have; chosen
NAMES_FOUND = 50  # known names that a query may match; chosen

# Words that say how something is asked, not what about. Postgres drops the common stop words by
# itself in the lexical leg; for the vector leg all of them are dropped here. Measured on long
# conversations: dropping them lifts recall@10 of the lexical leg from 0.57 to 0.62.
_STOP_WORDS = """
a about above after again all also am an and any anyone anything are as at be been before being
below both but by can could did do does doing done down during each else ever every few for from
further get gets getting give given go going got had has have having he hello her here hers hi him
his how i if in into is isn it its itself just know known let like me mean might more most much
must my no nor not of off ok okay on once one only or other our ours out over own please s same
say says shall she should so some somebody someone something such t tell than thank thanks that
the their them then there these they thing things this those through to too under until up us very
want wants was we well were what whatever when where whether which while who whom whose why will
with would yes yet you your agree agreed choice choose chose chosen decide decided decides
decision decisions remember recall remind use used uses using need needs make makes made currently
current now nowadays still anymore already
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

# --- Landing: the legs of the search ---
LEG_LIMIT = 100  # memories each leg brings; given
FLAT = 1e-9  # scores of a leg that differ by less are alike: a smaller spread is rounding
# What a word counts in the two messages after a memory's own (D), the three before the one
# before (C), the one before, or the message a decision was found in (B), and the memory itself (A).
# Measured on long conversations: recall@10 is flat within 0.01 around these.
CONTEXT_WEIGHTS = (0.25, 0.35, 0.6, 1.0)
SAID_ITSELF = 0.6  # strength from which a memory has a word itself: ts_rank gives it 6 / pi^2
WORD_SATURATION = 0.2  # strength at which a word counts half: more of the same adds little
PASSIVE_ROLES = ("to", "cc", "mentioned")  # roles of people who were told, not who said
PASSIVE_INVOLVEMENT = 0.5  # of such a person, 1 for an author or a decider; chosen

# --- Scoring ---
RELEVANCE_WEIGHT = 0.7  # of relevance in the score; given
RECENCY_WEIGHT = 0.3  # of recency in the score; given
DECAY_DAYS = 14.0  # the age at which recency has fallen to 1/e; given
RECENCY_FLOOR = 0.1  # recency of what is very old, which stays findable; "low" is given, 0.1 chosen
SUPERSEDED_FACTOR = 0.3  # a superseded memory's score is multiplied by this; given
OBSERVATION_FACTOR = 0.9  # of a plain message's score, so a decision wins a near tie; chosen
# The signals of relevance are added in standard deviations of the legs. Fitted on long
# conversations, one left out in turn, and rounded; checked on the demo team's questions.
LEXICAL_WEIGHT = 0.7  # of words in the memory and around it
OWN_WORDS = 0.35  # what a word of the memory itself counts beside that: 1 at most
VECTOR_WEIGHT = 0.7  # of meaning
PERSON_WEIGHT = 2.6  # of being by or with all the people named in the query
TIME_WEIGHT = 5.5  # of lying in the time named in the query
INFORMATION_WEIGHT = 0.13  # of the root of the number of different words: "Sure!" answers little
WHEN_WEIGHT = 2.2  # of telling a time, where the query asks for one
WHO_WEIGHT = 1.5  # of ln(1 + names told), where the query asks who, which or where
QUESTION_WEIGHT = -0.7  # of being a question: its answer comes after it
FIRST_PERSON_WEIGHT = 0.2  # of the root of the number of times that the author speaks of themselves
# How well a memory fits the time named: people tell of a day on the next, and of a month in it.
REPORT_DAYS = 1.0  # after a day named, when most is told of it
REPORT_DECAY_DAYS = 5.0  # the time in which that falls to 1/e
MONTH_AFTER = 0.5  # fit of the first half of the month after the one named
MONTH_AFTER_DAYS = 14.0
YEAR_FIT = 0.3  # of lying in a whole year named, which tells little

# --- Distilling ---
TOP = 10  # results unless asked for more; given
MAX_RESULTS = 100  # that may be asked for: no more than a leg brings
DUPLICATE_OVERLAP = 0.9  # share of common words (Jaccard) from which two texts say the same; chosen

# --- Relevance gate: whether anything is known ---
MIN_SIMILARITY = 0.5  # calibrated cosine that by itself speaks for a memory; given: min score 0.5
# An answer needs more: similarity + 0.25 coverage + 0.1 involvement >= 0.65, or nearly all words.
# Measured offline on the demo team: of 51 questions with an answer 49 pass, of 28 without one 2.
COVERAGE_EVIDENCE = 0.25  # what finding all the query's words adds to the similarity
INVOLVEMENT_EVIDENCE = 0.1  # what involving the people named adds
ANSWER_EVIDENCE = 0.65  # from which something is known
ANSWER_COVERAGE = 0.75  # share of the words that is enough by itself; the highest wrong one: 0.59

# --- Assembling a context ---
FULL_DAYS = 14  # up to this age a memory is shown in full; given
SUMMARY_DAYS = 60  # up to this age with its summary, older ones by title; given
CONTEXT_TOKENS = 4_000  # budget unless asked for another; given
FULL_TEXT_TOKENS = 600  # of one memory's own text, so that one long mail leaves room; chosen
IMPORTANT = 0.6  # importance from which a memory goes first; between medium and low confidence
MINOR = 0.4  # importance under which it goes last; under a pending decision's, over a message's

# --- Answering ---
DECISION_LEAD = 0.85  # a decision leads an answer from this share of the best score on; chosen
FOLLOWING = 0.6  # others are told too from this share of the leading one's score on; chosen
MENTIONED = 3  # paragraphs of an extractive answer; chosen: more is a list, not an answer
NEW_WORDS = 0.3  # share of a quote's words not in the title that makes it worth repeating; chosen
QUOTE_CHARACTERS = 240  # of a message or a reason repeated in an answer; chosen: two sentences
