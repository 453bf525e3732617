from hypothesis import given
from hypothesis import strategies as st

from retrieval.answering.citations import keep_known, numbers_in, stream_known


def test_citations_of_what_is_not_there_are_removed():
    assert keep_known("AWS [1], not GCP [7].", {1, 2}) == "AWS [1], not GCP."
    assert keep_known("Both [1, 9] and [8, 9].", {1}) == "Both [1] and."


def test_brackets_that_cite_nothing_stay():
    assert keep_known("see [docs] and a[i]", {1}) == "see [docs] and a[i]"


def test_numbers_are_found():
    assert numbers_in("One [1], two [2, 3].") == {1, 2, 3}


@given(
    st.lists(
        st.sampled_from(["[", "1", "2", "]", " ", ",", "word", ". ", "[9]", "[1"]), max_size=30
    )
)
def test_a_stream_says_what_the_whole_text_would(pieces):
    streamed = "".join(stream_known(pieces, {1}))
    assert streamed == keep_known("".join(pieces), {1})
