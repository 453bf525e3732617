"""Every number of the lifecycle: its unit, what it means, where it comes from."""

# --- Partitions of the vector index ---
# Embeddings of a team under one model. Measured at 1,536 dimensions: an exact scan takes 1 ms for
# 1,000, 4 ms for 5,000, 8 ms for 10,000 and 42 ms for 50,000, an HNSW search 1 to 10 ms for any,
# and storing a vector 1.6 ms more. An exact scan misses nothing: it stays while it is affordable.
PROMOTE_AT = 10_000
DEMOTE_BELOW = 5_000  # half of it, so that a team at the border does not move to and fro
COPY_ROWS = 5_000  # rows a transaction copies, about 16 MB
COPY_ATTEMPTS = 5  # of one, as a memory may be deleted just while its row is copied

# HNSW as pgvector makes it by default. Recall@10 was 1.0 with it at 50,000 generated vectors, and
# 0.97 at 30,000 of texts under the offline model, with the search's ef of 400; better graphs took
# four times as long to build for 0.01 more.
HNSW_LINKS = 16  # of a vector to its neighbors in the graph
HNSW_CANDIDATES = 64  # considered for them
HNSW_ROW_BYTES = 4_500  # memory that a vector takes while the graph is built
MIN_BUILD_MB = 64  # memory of a build, Postgres' own default
MAX_BUILD_MB = 2_048  # from there on the build goes on on disk, slower

# --- What a move leaves behind ---
EMPTIED_PAGES = 256  # of an index, from which it is worth making anew; chosen: 2 MB
EMPTIED_ENTRY_BYTES = 1_000  # of an index for each entry; a full one takes some 300

# --- The switch: the only moment when other teams wait ---
# Less than Postgres' deadlock_timeout of 1 s, so that it is the switch that gives way.
LOCK_WAIT_MS = 700
SWITCH_ATTEMPTS = 30
SWITCH_PAUSE = 2.0  # seconds between attempts
