"""Every number of retrieval: its unit, what it means, where it comes from.

"Given" numbers are the product's definition. "Measured" ones were chosen by trying them on the
questions of the demo team and on long conversations; "chosen" ones are judgement.
"""

import os

# --- Understanding a query ---
QUERY_CHARACTERS = 4_000  # what is read of a query, about 1,000 tokens; chosen: a long mail fits
QUERY_WORDS = 64  # words of it that are looked up as names and searched for; chosen
NAME_WORDS = 4  # words that the longest name looked up may have; chosen
NAMES_FOUND = 50  # known names that a query may match; chosen

# Times in words.
TIME_WORDS = 400  # words read for a time; chosen: a long question, and bounds the work
RECENT_DAYS = 90  # what "recently" reaches back; chosen: a quarter, and counts as little as one
OTHER_DAYS = 7  # what "the other day" reaches back; chosen
EVENT_DAYS = 7  # on both sides of an event that something was "around"; chosen
EVENT_WORDS = 8  # words that the name of an event may have; chosen
YEARS = (1990, 2099)  # a number in these may be a year; chosen: others are quantities

# Words that mean much the same as one of the query, searched for besides it: each takes 0.1 ms.
RELATED_TO_ONE = 2
RELATED_TO_ALL = 2
RELATED_SHARE = 0.6  # what one counts of the word itself; measured: 0.5 to 0.7 are alike

# Names that are spelled wrongly. Checked on typing errors and on different names that are alike.
FUZZY_WORDS = 3  # words of a query that are compared with names: each costs 0.5 ms at 5,000
FUZZY_CANDIDATES = 200  # names that the database brings for it; bounds the work
FUZZY_LENGTH = 5  # letters from which a capitalized word may have one error: "Marc" is not "Mark"
FUZZY_LENGTH_SMALL = 7  # the same without a capital, where most words are no names
FUZZY_LENGTH_TWO = 9  # letters from which a capitalized word may have two

# Domains at which anybody may have an address: whose name is none of theirs.
_PROVIDERS = """
aol email fastmail gmail gmx googlemail hotmail icloud live mac mail mailbox msn outlook pm posteo
proton protonmail qq web yahoo yandex ymail zoho
"""
PROVIDERS = frozenset(_PROVIDERS.split())


# --- Landing: the legs of the search ---
# Connections of a process that look for meaning while its searches look for words. Chosen: more
# would have no core to run on.
BESIDE = max(1, (os.cpu_count() or 1) // 2)
LEG_LIMIT = 120  # memories each leg brings; given: 100; measured: 120 lift recall@10 by 0.003
FLAT = 1e-9  # scores of a leg that differ by less are alike: a smaller spread is rounding
# What a word counts in the two messages after a memory's own (D), the three before the one
# before (C), the one before, or the message a decision was found in (B), and the memory itself (A).
# Measured on long conversations: recall@10 is flat within 0.01 around these.
CONTEXT_WEIGHTS = (0.25, 0.35, 0.6, 1.0)
SAID_ITSELF = 0.6  # strength from which a memory has a word itself: ts_rank gives it 6 / pi^2
PASSIVE_ROLES = ("to", "cc", "mentioned")  # roles of people who were told, not who said
PASSIVE_INVOLVEMENT = 0.5  # of such a person, 1 for an author or a decider; chosen

# --- Scoring ---
RELEVANCE_WEIGHT = 0.7  # of relevance in the score; given
RECENCY_WEIGHT = 0.3  # of recency in the score; given
DECAY_DAYS = 14.0  # the age at which recency has fallen to 1/e; given
RECENCY_FLOOR = 0.1  # recency of what is very old, which stays findable; "low" is given, 0.1 chosen
SUPERSEDED_FACTOR = 0.3  # a superseded memory's score is multiplied by this; given
# Of the score that a superseded memory would have if it held, what is its successor's at least.
SUCCESSOR_SHARE = 0.95  # measured: less lifts it behind messages about the old one
OBSERVATION_FACTOR = 0.97  # of a plain message's score, so a decision wins a near tie; chosen
ASIDE_FACTOR = 0.9  # the same where what was decided answers the question; measured
# The signals of relevance are added in standard deviations of the legs. Fitted on long
# conversations, one left out in turn, and rounded; checked on questions to the demo team and to
# a mailbox. Halving or doubling any of them alone moves recall@10 by less than 0.01, those of the
# legs by up to 0.022.
RRF_CONSTANT = 60  # added to a rank before it is turned over; given by the method's authors
LEXICAL_WEIGHT = 1.0  # of words in the memory and around it
VECTOR_WEIGHT = 0.7  # of meaning
WORD_SATURATION = 0.5  # strength at which a word counts half: more of the same adds little
# Different words from which a text needs more of each: long ones have them all. Measured on 12
# questions about real mails: recall@5 0.75 to 0.79 from 20 to 30, 0.71 with 15, 0.63 with 40.
LONG_TEXT = 28.0
PERSON_WEIGHT = 2.5  # of being by or with all the people named in the query
FIRST_NAMED = 3.0  # times that whoever is named first counts against those named after; fitted
TIME_WEIGHT = 4.5  # of lying in the time named in the query
CUE_WEIGHTS = {
    "information": 0.1,  # of the root of the number of different words: "Sure!" answers little
    # Of the root of the number of times that authors speak of themselves, where people are named:
    "first_person": 0.2,
    "question": -0.6,  # of being a question: its answer comes after it
    "when": 1.75,  # of telling a time, where the query asks for one
    "who": 1.0,  # of ln(1 + names told), where the query asks who or where
    "why": 3.0,  # of giving a reason, where the query asks for one
    "decision": 3.0,  # of being a decision of a kind that the query asks for: "what was rejected"
}
WORDS_ENOUGH = 36  # from which more different words tell no more; 9 in 10 chat messages have less
FIRST_PERSON_ENOUGH = 4  # the same of words for the author
NAMES_ENOUGH = 2  # the same of names
# How well a memory fits the time named: people tell of a day on the next, and of a month in it.
REPORT_DAYS = 1.0  # after a day named, when most is told of it
REPORT_DECAY_DAYS = 5.0  # the time in which that falls to 1/e
SHORT_DAYS = 31.0  # up to which what lies in a span named fits it fully
LATE_DECAY_DAYS = 10.0  # after its end, in which that falls to 1/e
OTHER_YEAR_FIT = 0.5  # of the same time of another year, where none was named; chosen
# Of lying in a longer span, by how it was named: a year tells little.
SPAN_FIT = {
    "day": 1.0, "week": 1.0, "month": 1.0, "quarter": 0.6, "range": 0.6, "year": 0.3, "vague": 0.2,
}  # fmt: skip

# --- Distilling ---
TOP = 10  # results unless asked for more; given
MAX_RESULTS = 100  # that may be asked for: no more than a leg brings
DUPLICATE_OVERLAP = 0.9  # share of common words (Jaccard) from which two texts say the same; chosen

# --- Relevance gate: whether anything is known ---
MIN_SIMILARITY = 0.5  # calibrated cosine that by itself speaks for a memory; given: min score 0.5
# An answer needs more: similarity + 0.25 coverage + 0.1 involvement, or nearly all words. Measured
# offline on the demo team: of 44 questions with an answer 40 pass, of 77 without one 5.
COVERAGE_EVIDENCE = 0.25  # what finding all the query's words adds to the similarity
INVOLVEMENT_EVIDENCE = 0.1  # what involving the people named adds
ANSWER_EVIDENCE = 0.63  # from which something is known
ANSWER_COVERAGE = 0.75  # share of the words that is enough by itself; the highest wrong one: 0.59

# --- Assembling a context ---
FULL_DAYS = 14  # up to this age a memory is shown in full; given
SUMMARY_DAYS = 60  # up to this age with its summary, older ones by title; given
CONTEXT_TOKENS = 4_000  # budget unless asked for another; given
SMALL_WINDOW = 8_192  # bytes of a context for a small window; given: prompts under 8 KB
BREADTH = 0.5  # share of a budget that names each result before any is told in full; chosen
QUERY_SHOWN = 300  # characters of the query that a context repeats; chosen: two sentences
FULL_TEXT_BYTES = 2_400  # of one memory's text, so that one long mail leaves room; about 500 tokens
IMPORTANT = 0.6  # importance from which a memory goes first; between medium and low confidence
MINOR = 0.4  # importance under which it goes last; under a pending decision's, over a message's

# --- Explaining ---
NEAREST_DROPPED = 5  # of what is not among the results that an explanation names; chosen
REASONS = 2  # that an explanation gives for one result being behind another; chosen
TELLING = 0.005  # of a score: what changes it by less is not worth a word; chosen
CLOSE = 0.75  # calibrated cosine from which a meaning is called close; chosen

# --- Answering ---
DECISION_LEAD = 0.85  # a decision leads an answer from this share of the best score on; chosen
FOLLOWING = 0.6  # others are told too from this share of the leading one's score on; chosen
MENTIONED = 3  # paragraphs of an extractive answer; chosen: more is a list, not an answer
NEW_WORDS = 0.3  # share of a quote's words not in the title that makes it worth repeating; chosen
QUOTE_CHARACTERS = 240  # of a message or a reason repeated in an answer; chosen: two sentences
NEAREST_MISSES = 3  # titles of what came nearest where nothing is known; chosen

# --- Conversations ---
EXCHANGES = 10  # latest ones that a follow-up is understood from; given
EXCHANGE_BYTES = 4 * 1024  # of UTF-8, of a question and its answer that a model is shown; given
SHORT_TERM_BYTES = 50 * 1024  # of UTF-8, of all that it is shown of them; given
MAX_EXCHANGES = 500  # in one conversation, which is read as a whole; chosen: weeks of asking
TITLE_CHARACTERS = 80  # of a question that names its conversation; chosen: one line
MAX_TITLE = 200  # characters of a name that a person gives; chosen
TITLES_SEARCHED = 500  # newest conversations whose names are looked through; each is opened
ASKING_MINUTES = 10  # after which an exchange still under way died with its process; chosen

# --- Graph: expanding from what landed ---
HOPS = 2  # edges away from a seed that are followed; given
HOP_DECAY = 0.9  # what each hop leaves of a score; given
SEEDS = 10  # best memories that are expanded; chosen: as many as are shown
FAN_OUT = 20  # edges followed from one node, the strongest and newest of those probed; chosen
PROBE = 60  # edges of one node that are looked at, so that a hub costs no more than this; chosen
REACHED = 100  # memories that an expansion brings, as many as a leg; given

# --- Graph: blending with what landed ---
# Measured, recall@10 without the graph, with hops, with sem_ppr: on 760 questions about long
# conversations 0.804, 0.805, 0.810; on 18 of the demo team 0.787 each; on 12 about real mails
# 0.583, 0.625, 0.583 (of the first five 0.556, 0.556, 0.431). A search takes 3 to 13 ms longer with
# hops, 7 ms and more with sem_ppr. So the graph explains what was found, and ranks on request.
GRAPH_MODE = "off"
LANDED_SHARE = 0.7  # of what landed in a blended score, the rest is what spread; given: 70/30

# --- Graph: anchors, the things that the seeds name ---
SEMANTIC_WEIGHT = 0.5  # of what the anchor's memories mean, against the query; given
MEMORY_WEIGHT = 0.3  # of the mean score of the seeds that name it; given
STRUCTURAL_WEIGHT = 0.2  # of its degree, on a logarithmic scale; given
ANCHORS = 50  # anchors that are kept; chosen
ANCHOR_MEMORIES = 5  # memories whose mean vector says what an anchor means; chosen: 20 cost more

# --- Graph: personalized PageRank ---
DAMPING = 0.75  # chance to walk on rather than to start again at an anchor; given
ITERATIONS = 25  # steps of the power method; given. What is left to converge: 0.75^25 = 0.0008
STRUCTURE_SHARE = 0.5  # of the rank in the score, the rest is the calibrated cosine; given

# --- Graph: what is related, and the picture ---
RELATED = 5  # related memories unless asked for more; given
MAX_RELATED = 50  # that may be asked for; chosen
GRAPH_MEMORIES = 200  # memories of a picture unless asked for more; chosen: still readable
MAX_GRAPH_MEMORIES = 500  # that may be asked for; given
GRAPH_ENTITIES = 100  # things named that a picture shows beside them; chosen
GRAPH_EDGES = 4_000  # relations that a picture shows; chosen: more is a black blot
NEIGHBORS = 30  # nodes around one unless asked for more; chosen: still told apart
MAX_NEIGHBORS = 200  # that may be asked for; chosen: as many memories as a picture has
NEIGHBOR_FAN_OUT = 20  # relations followed from each of the nodes around it, as FAN_OUT
NODES_FOUND = 10  # nodes that a search of the graph lists unless asked for more; chosen
MAX_NODES_FOUND = 100  # that may be asked for; as many as a page of any list
