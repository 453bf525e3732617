"""JSON read piece by piece."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.files.json_input import JsonError, elements, head_and_elements, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


class Dripping:
    def __init__(self, data: bytes, size: int) -> None:
        self._data = io.BytesIO(data)
        self._size = size

    def read(self, size: int, /) -> bytes:
        return self._data.read(self._size)


@given(st.lists(VALUES, max_size=6), st.integers(1, 40), st.sampled_from([None, 2]))
def test_an_array_comes_out_as_it_went_in_however_it_is_cut(values, size, indent):
    data = json.dumps(values, indent=indent).encode()
    assert list(elements(Dripping(data, size))) == values


@given(st.lists(VALUES, max_size=4), st.integers(1, 40))
def test_what_stands_before_the_array_comes_first(values, size):
    data = json.dumps({"a": {"b": 1}, "items": values, "after": 2}).encode()
    head, items = head_and_elements(Dripping(data, size), "items")
    assert head == {"a": {"b": 1}}
    assert list(items) == values


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_called_malformed(data):
    for start in (b"", b"[", b'{"items": ['):
        try:
            list(elements(io.BytesIO(start + data)))
            list(head_and_elements(io.BytesIO(start + data), "items")[1])
        except JsonError:
            pass


def test_what_came_before_the_damage_is_kept():
    items = elements(io.BytesIO(b'[{"a": 1}, {"b": 2}, {"c'))
    assert [next(items), next(items)] == [{"a": 1}, {"b": 2}]
    with pytest.raises(JsonError):
        next(items)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "1" * 10_000, "nul", ""])
def test_absurd_nesting_and_numbers_are_refused(text):
    with pytest.raises(JsonError):
        parse(text)
    with pytest.raises(JsonError):
        list(elements(io.BytesIO(b"[" + text.encode() + b",")))
