"""Characters and blank space made uniform, so that one text has one form."""

import re
import unicodedata

from connectors.normalize.limits import MAX_TEXT_CHARACTERS
from connectors.normalize.model import Ledger

# Line ends of other systems and of Unicode.
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# Spaces of a special width.
_SPACES = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
# What cannot be seen: controls, zero-width, bidi, soft hyphen, tag characters (text hidden from
# people and read by models), lone surrogates (which no UTF-8 store takes). Joiners stay between
# characters that join: in emoji, and in the scripts that are written with them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
    "|(?<![\u0600-\u0dff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
    "|[\u200c\u200d](?![\u0600-\u0dff\u2600-\u27bf\U0001f000-\U0001faff])"
)
_ASCII_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def clean_characters(text: str) -> str:
    """NFC, one kind of line end and space, nothing invisible. Trailing spaces stay."""
    if text.isascii():
        if not _ASCII_ODD.search(text):
            return text
        return _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))
    text = _INVISIBLE.sub("", _SPACES.sub(" ", _LINE_ENDS.sub("\n", text)))
    return unicodedata.normalize("NFC", text)


def tidy_lines(lines: list[str]) -> str:
    """Lines put together without trailing space and with at most one blank line in a row."""
    kept: list[str] = []
    for line in lines:
        line = line.rstrip()
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return "\n".join(kept)


def tidy(text: str) -> str:
    """The final form of any text; a second run changes nothing."""
    return tidy_lines(clean_characters(text).split("\n"))


def bounded(text: str, ledger: Ledger, limit: int = MAX_TEXT_CHARACTERS) -> str:
    """The first `limit` characters; what is over is counted as `oversize`."""
    ledger.add("oversize", len(text) - limit)
    return text[:limit]
