"""Short-term memory: the last exchanges, within its bounds whatever was said."""

from hypothesis import given
from hypothesis import strategies as st

from retrieval.answering.short_term import Turn, remembered
from retrieval.tuning import EXCHANGE_BYTES, EXCHANGES, SHORT_TERM_BYTES

TURNS = st.lists(
    st.builds(
        Turn,
        st.integers(0, 9_000).map("ä ".__mul__),
        st.integers(0, 9_000).map("x€ ".__mul__),
    ),
    max_size=25,
)


@given(TURNS)
def test_the_bounds_hold(turns):
    kept = remembered(turns)
    assert len(kept) <= EXCHANGES
    assert all(turn.size <= EXCHANGE_BYTES for turn in kept)
    assert sum(turn.size for turn in kept) <= SHORT_TERM_BYTES


@given(TURNS)
def test_they_are_the_latest_in_their_order(turns):
    kept = remembered(turns)
    assert len(kept) == min(len(turns), EXCHANGES)
    for turn, whole in zip(reversed(kept), reversed(turns), strict=False):
        assert whole.question.startswith(turn.question)
        assert whole.answer.startswith(turn.answer)


def test_what_fits_is_kept_as_it_is():
    turns = [Turn(f"Question {n}?", f"Answer {n}.") for n in range(12)]
    assert remembered(turns) == tuple(turns[2:])


def test_a_long_answer_leaves_the_question_whole():
    (turn,) = remembered([Turn("Where do we host?", "word " * 5_000)])
    assert turn.question == "Where do we host?"
    assert EXCHANGE_BYTES - 50 < turn.size <= EXCHANGE_BYTES
