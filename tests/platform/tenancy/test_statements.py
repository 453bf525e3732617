"""Arrays written as texts arrive as they were given, on real Postgres."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momo.platform.tenancy.prepared import sent_prepared
from momo.platform.tenancy.statements import text_array

ODD = ["", "NULL", "null", '"', "\\", '\\"', "{a,b}", ",", " a ", "a\nb\t", "o'clock", "%s ☃ İ 𝔘"]
_TEXTS = st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))


def _as_sent(values):
    return sent_prepared("SELECT %(given)s::text[]", {"given": text_array(values)})()[0][0]


@pytest.mark.parametrize("values", [[], [""], ODD, ODD[::-1]])
def test_odd_texts_arrive_as_they_were_given(world, values):
    with world.acting_as("owner"):
        assert _as_sent(values) == values


def test_any_texts_arrive_as_they_were_given(world):
    @settings(max_examples=30)
    @given(_TEXTS)
    def arrive(values):
        assert _as_sent(values) == values

    with world.acting_as("owner"):
        arrive()
