"""The built files as they are served: kept for good where their name tells their content, and
compressed for whoever understands it."""

import gzip
from contextlib import closing

import brotli
import pytest
from django.test import Client

FOR_GOOD = "max-age=315360000, public, immutable"


def get(path: str, *, method: str = "get", **headers: str):
    """The status, the headers and the body."""
    answer = getattr(Client(), method)(f"/static/{path}", headers=headers)
    with closing(answer):
        return answer.status_code, answer.headers, answer.getvalue()


@pytest.fixture
def script(assets) -> str:
    return assets.script


def test_a_file_that_is_named_by_its_content_is_kept_for_good(assets):
    for path in (assets.script, *assets.styles, *assets.fonts):
        _, headers, _ = get(path)
        assert headers["Cache-Control"] == FOR_GOOD


def test_any_other_is_asked_for_again(assets):
    _, headers, _ = get("web/icon.svg")
    assert "immutable" not in headers["Cache-Control"]


@pytest.mark.parametrize(
    ("encoding", "decompress"), [("br", brotli.decompress), ("gzip", gzip.decompress)]
)
def test_it_goes_compressed_to_whoever_understands_that(script, encoding, decompress):
    _, headers, plain = get(script)
    assert "Content-Encoding" not in headers
    _, headers, compressed = get(script, accept_encoding=encoding)
    assert (headers["Content-Encoding"], headers["Vary"]) == (encoding, "Accept-Encoding")
    assert decompress(compressed) == plain
    assert len(compressed) == int(headers["Content-Length"]) < len(plain) / 3


def test_the_smallest_goes_first(script):
    _, headers, _ = get(script, accept_encoding="gzip, deflate, br")
    assert headers["Content-Encoding"] == "br"


def test_what_is_not_changed_is_not_sent_again(script):
    _, headers, _ = get(script)
    status, _, body = get(script, if_none_match=headers["ETag"])
    assert (status, body) == (304, b"")


def test_a_head_request_tells_the_size_alone(script):
    status, headers, body = get(script, method="head")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) > 0


def test_files_are_under_the_policy_and_no_other_site_may_read_them(script):
    for path in (script, "web/icon.svg"):
        _, headers, _ = get(path, origin="https://elsewhere.example")
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers
