"""Sealed values open in their own place, with their own key, and nowhere else."""

import base64
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momo.platform.tenancy.ids import uuid7
from momo.platform.vault.envelope import (
    MasterKeys,
    SealError,
    key_number,
    new_data_key,
    place_of,
    seal,
    unseal,
    unwrap,
    wrap,
)

_KEY = new_data_key()
_TEAM, _ROW = uuid7(), uuid7()
_PLACE = place_of(_TEAM, "source_item", _ROW, "sealed_raw")


@given(st.binary(max_size=2000))
def test_what_is_sealed_opens_again(plaintext):
    sealed = seal(plaintext, _KEY, number=7, place=_PLACE)
    assert key_number(sealed) == 7
    assert unseal(sealed, _KEY, place=_PLACE) == plaintext


@pytest.mark.parametrize(
    "place",
    [
        place_of(uuid7(), "source_item", _ROW, "sealed_raw"),
        place_of(_TEAM, "source_item", uuid7(), "sealed_raw"),
        place_of(_TEAM, "memory", _ROW, "sealed_raw"),
        place_of(_TEAM, "source_item", _ROW, "sealed_text"),
    ],
    ids=["another team", "another row", "another table", "another field"],
)
def test_a_sealed_value_does_not_open_elsewhere(place):
    with pytest.raises(SealError):
        unseal(seal(b"secret", _KEY, number=1, place=_PLACE), _KEY, place=place)


@given(st.integers(0, 60), st.integers(1, 255))
def test_a_changed_byte_is_noticed(position, difference):
    sealed = bytearray(seal(b"some plaintext", _KEY, number=1, place=_PLACE))
    position = 5 + position % (len(sealed) - 5)
    sealed[position] ^= difference
    with pytest.raises(SealError):
        unseal(bytes(sealed), _KEY, place=_PLACE)


@pytest.mark.parametrize("junk", [b"", b"short", b"\xff" * 40])
def test_what_was_never_sealed_is_refused(junk):
    with pytest.raises(SealError):
        key_number(junk)


def test_the_same_text_is_never_sealed_alike_twice():
    assert seal(b"x", _KEY, number=1, place=_PLACE) != seal(b"x", _KEY, number=1, place=_PLACE)


def test_a_data_key_opens_under_its_master_key_alone():
    old = MasterKeys.parse(MasterKeys.generate("old"))
    name, wrapped = wrap(_KEY, old, team_id=_TEAM, number=1)
    assert unwrap(name, wrapped, old, team_id=_TEAM, number=1) == _KEY
    with pytest.raises(SealError, match="not configured"):
        unwrap(name, wrapped, MasterKeys.parse(MasterKeys.generate("new")), team_id=_TEAM, number=1)
    with pytest.raises(SealError, match="does not open"):
        unwrap(name, wrapped, old, team_id=uuid7(), number=1)
    with pytest.raises(SealError, match="does not open"):
        unwrap(name, wrapped, old, team_id=_TEAM, number=2)


@pytest.mark.parametrize("text", ["", "local", "local:", "local:!!!", "local:c2hvcnQ="])
def test_master_keys_of_another_form_say_what_to_do(text):
    with pytest.raises(ValueError, match="MOMO_MASTER_KEYS"):
        MasterKeys.parse(text)


def test_the_first_master_key_is_the_one_that_wraps():
    pair = ",".join(f"{n}:{base64.b64encode(os.urandom(32)).decode()}" for n in ("new", "old"))
    assert MasterKeys.parse(pair).active == "new"
