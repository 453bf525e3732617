"""Promises for whatever arrives: no error, no hang, one form."""

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.contract import MediaType
from connectors.normalize import normalize, read_mail

MEBIBYTE = 1_048_576
MARKUP = st.lists(
    st.sampled_from(
        [
            "\n", "\n\n", "> ", ">", "On 5 Jan 10:00 a@b wrote:\n", "From: a\n", "Subject: b\n",
            "To: c\n", "-- \n", "--", "---- Forwarded message ----\n", "```", "`", "<!--", "-->",
            "<div>", "</div>", "<ul><li>", "<table><tr><td>", "<blockquote>", "<@U1|a>", "<t:1>",
            "||", "=?utf-8?q?=", "?=", "Content-Type: multipart/mixed; boundary=b\n", "--b\n",
            "Content-Type: message/rfc822\n\n", "Content-Transfer-Encoding: base64\n", "Regards,\n",
            "Content-Type: text/html; charset=utf-16\n", "filename*0*=undefined''%ff;", "\u200b",
            "Content-Disposition: attachment; filename*=idna''%ff\n", "é", "---\na: b\n", "&lt;",
        ]
    )
    | st.text(max_size=20),
    max_size=40,
).map("".join)  # fmt: skip


@pytest.mark.parametrize("media_type", MediaType)
@given(raw=st.binary(max_size=2_000) | MARKUP.map(lambda text: text.encode("utf-8", "replace")))
@settings(deadline=None, max_examples=60)
def test_any_bytes_give_clean_text(media_type: MediaType, raw: bytes) -> None:
    text = normalize(raw, media_type, {"U1": "Ada"}).text
    assert text == unicodedata.normalize("NFC", text)
    assert "\n\n\n" not in text
    assert "\r" not in text
    assert "\x00" not in text
    text.encode("utf-8")


@given(raw=st.binary(max_size=500) | MARKUP.map(lambda text: text.encode("utf-8", "replace")))
@settings(deadline=None, max_examples=100)
def test_any_bytes_have_headers(raw: bytes) -> None:
    found = read_mail(raw)
    assert found.date is None or found.date.utcoffset() is not None


@given(text=st.text(max_size=500))
@settings(deadline=None, max_examples=200)
def test_plain_text_cleaned_twice_is_the_same(text: str) -> None:
    once = normalize(text.encode("utf-8", "replace"), MediaType.PLAIN, {}).text
    assert normalize(once.encode(), MediaType.PLAIN, {}).text == once


HOSTILE = {
    "blank lines": b"\n",
    "quote marks": b"> ",
    "headers": b"From: a\n",
    "attributions": b"On 1\n",
    "delimiters": b"--\n",
    "boundaries": b"--b\n",
    "unclosed tags": b"<div>",
    "unclosed comments": b"<!--",
    "rows": b"<tr><td>a",
    "lists": b"<ul><li>a",
    "fences": b"```\n",
    "encoded words": b"=?utf-8?q?",
    "bad UTF-8": b"\xff",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=list(HOSTILE))
@pytest.mark.parametrize(
    "head",
    [
        b"From: a@m.example\n\n",
        b"From: a@m.example\nContent-Type: text/html\n\n",
        b"Content-Type: multipart/mixed; boundary=b\n\n",
        b"From: ",
    ],
    ids=["plain", "html", "multipart", "header"],
)
def test_a_mebibyte_of_anything_is_done_in_seconds(head: bytes, unit: bytes) -> None:
    raw = head + unit * (MEBIBYTE // len(unit))
    began = time.process_time()
    normalize(raw, MediaType.MAIL, {})
    assert time.process_time() - began < 5


@pytest.mark.parametrize("media_type", MediaType)
def test_text_beyond_the_bound_is_counted(media_type: MediaType) -> None:
    found = normalize(b"a bc\n" * 500_000, media_type, {})
    assert len(found.text) <= 1_000_000
    assert any(entry.kind == "oversize" for entry in found.removed)


def test_boundaries_inside_boundaries_end() -> None:
    nested = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth)
        for depth in range(2_000)
    )
    normalize(b"From: a@m.example\n" + nested + b"We agree.", MediaType.MAIL, {})
