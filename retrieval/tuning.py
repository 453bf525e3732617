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
VECTOR_WEIGHT = 0.7  # of the vector leg in relevance; given: 70/30
FLAT = 1e-9  # scores of a leg that differ by less are alike: a smaller spread is rounding
LEXICAL_WEIGHT = 0.3  # of the lexical leg; given
PASSIVE_ROLES = ("to", "cc", "mentioned")  # roles of people who were told, not who said
PASSIVE_INVOLVEMENT = 0.5  # of such a person, 1 for an author or a decider; chosen
RANK_NORMALIZATION = 1  # ts_rank divides by 1 + log of the text's length, so long mails win less

# --- Scoring ---
RELEVANCE_WEIGHT = 0.7  # of relevance in the score; given
RECENCY_WEIGHT = 0.3  # of recency in the score; given
DECAY_DAYS = 14.0  # the age at which recency has fallen to 1/e; given
RECENCY_FLOOR = 0.1  # recency of what is very old, which stays findable; "low" is given, 0.1 chosen
SUPERSEDED_FACTOR = 0.3  # a superseded memory's score is multiplied by this; given
OBSERVATION_FACTOR = 0.9  # of a plain message's score, so a decision wins a near tie; chosen
# Beside a relevance of 1. Measured on long conversations: recall@10 rises from 0.67 to 0.71 with
# people and from 0.69 to 0.71 with times, and is flat from 0.15 to 0.5.
PERSON_WEIGHT = 0.2  # of being by or with a person named in the query
TIME_WEIGHT = 0.3  # of lying in the time named in the query

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
