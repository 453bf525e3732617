"""Every number of the walk over the graph: its unit, what it means, where it comes from."""

# --- Expanding from what landed ---
HOPS = 2  # edges away from a seed that are followed; given
HOP_DECAY = 0.9  # what each hop leaves of a score; given
SEEDS = 10  # best memories that are expanded; chosen: as many as are shown
FAN_OUT = 20  # edges followed from one node, the strongest and newest of those probed; chosen
PROBE = 60  # edges of one node that are looked at, so that a hub costs no more than this; chosen
REACHED = 100  # memories that an expansion brings, as many as a leg; given

# --- Blending with what landed ---
# Measured, recall@10 without the graph, with hops, with sem_ppr: on the demo team's questions
# 0.843, 0.843, 0.833; on 231 about long conversations 0.686, 0.687, 0.678 (0.694 at a share of
# 0.9). A search takes 15 ms longer. So the graph explains what was found, and ranks on request.
GRAPH_MODE = "off"
LANDED_SHARE = 0.7  # of what landed in a blended score, the rest is what spread; given: 70/30

# --- Anchors: the things that the seeds name ---
SEMANTIC_WEIGHT = 0.5  # of what the anchor's memories mean, against the query; given
MEMORY_WEIGHT = 0.3  # of the mean score of the seeds that name it; given
STRUCTURAL_WEIGHT = 0.2  # of its degree, on a logarithmic scale; given
ANCHORS = 50  # anchors that are kept; chosen
ANCHOR_MEMORIES = 5  # memories whose mean vector says what an anchor means; chosen: 20 cost more

# --- Personalized PageRank ---
DAMPING = 0.75  # chance to walk on rather than to start again at an anchor; given
ITERATIONS = 25  # steps of the power method; given. What is left to converge: 0.75^25 = 0.0008
STRUCTURE_SHARE = 0.5  # of the rank in the score, the rest is the calibrated cosine; given

# --- What is related, and the picture ---
RELATED = 5  # related memories unless asked for more; given
MAX_RELATED = 50  # that may be asked for; chosen
GRAPH_MEMORIES = 200  # memories of a picture unless asked for more; chosen: still readable
MAX_GRAPH_MEMORIES = 500  # that may be asked for; given
GRAPH_ENTITIES = 100  # things named that a picture shows beside them; chosen
GRAPH_EDGES = 4_000  # relations that a picture shows; chosen: more is a black blot
