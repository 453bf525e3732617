"""Chunks of a summary: 400 tokens, 80 of them shared with the one before."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lifecycle.compaction.chunks import chunks
from lifecycle.compaction.tuning import CHUNK_TOKENS, OVERLAP_TOKENS
from momo.platform.ai import estimate_tokens

WORDS = " ".join(f"word{n}." for n in range(600))
LINES = "\n".join(f"2024-01-{n % 28 + 1:02d} Chose option {n} (Jane Doe)" for n in range(200))


def shared(before, after):
    """The longest end of one text that another begins with."""
    ends = (before[at:].strip() for at in range(len(before)))
    return next((end for end in ends if end and after.startswith(end)), "")


def test_a_chunk_has_400_tokens_and_shares_80():
    assert (CHUNK_TOKENS, OVERLAP_TOKENS) == (400, 80)
    found = chunks(WORDS)
    assert len(found) > 3
    for chunk in found[:-1]:
        assert 380 <= estimate_tokens(chunk) <= 400
    for before, after in pairwise(found):
        assert 60 <= estimate_tokens(shared(before, after)) <= 80


def test_where_lines_end_a_chunk_begins_with_a_whole_one():
    for chunk in chunks(LINES):
        assert chunk.startswith("2024-01-")


def test_a_short_text_is_one_chunk():
    assert chunks("Chose Postgres.") == ["Chose Postgres."]
    assert chunks("") == []


@given(st.text(max_size=3_000))
def test_no_chunk_is_too_long_and_none_of_the_text_is_lost(text):
    found = chunks(text, size=60, overlap=12)
    assert all(estimate_tokens(chunk) <= 60 or len(chunk) <= 40 for chunk in found)
    assert not found or (text.strip().startswith(found[0]) and text.strip().endswith(found[-1]))
    assert {*"".join(text.split())} == {*"".join("".join(found).split())}
