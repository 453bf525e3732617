"""Text and ids as the database can keep them: valid UTF-8, no NUL, no id too long to index."""

import codecs
import hashlib
import re

MAX_ID_BYTES = 255  # ids are indexed; a Postgres index row holds about 2,700 bytes at most
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def clean(text: str) -> str:
    """Drop NULs, which Postgres cannot store, and half characters, which UTF-8 cannot write."""
    return _LONE_SURROGATES.sub("\ufffd", text.replace("\0", ""))


def decode(raw: bytes) -> str:
    """Read a file's bytes as text, whatever they are: UTF-8, or UTF-16 with its mark."""
    encoding = "utf-16" if raw.startswith(_UTF16_MARKS) else "utf-8-sig"
    return clean(raw.decode(encoding, "replace"))


def encode(text: str) -> bytes:
    return clean(text).encode()


def one_line(text: str) -> str:
    """Collapse white space, line ends included, to single spaces."""
    return " ".join(text.split())


def fingerprint(*parts: bytes) -> str:
    """A stable id for content that has none: `sha256:` and 64 hex digits."""
    return "sha256:" + hashlib.sha256(b"\0".join(parts)).hexdigest()


def stable_id(text: str) -> str:
    """The source's own id, or its fingerprint where it is too long to index."""
    trimmed = one_line(clean(text))
    raw = trimmed.encode()
    return trimmed if len(raw) <= MAX_ID_BYTES else fingerprint(raw)
