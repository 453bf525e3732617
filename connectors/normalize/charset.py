"""Bytes to text, whatever the sender claimed about them."""

import codecs
import re
from functools import lru_cache

# Labels that mail and web programs use for a larger set than the label says (WHATWG Encoding).
_SUPERSETS = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
    "big5": "big5hkscs",
}  # fmt: skip
_SPELLED_OTHERWISE = {
    "ks_c_5601-1987": "cp949", "x-gbk": "gb18030", "x-sjis": "cp932", "unicode": "utf-16",
    "iso-8859-8-i": "iso8859-8", "x-mac-roman": "mac-roman", "utf8mb4": "utf-8",
}  # fmt: skip
# Python codecs that are no charsets of mail; some take quadratic time.
_NOT_CHARSETS = {"punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_SHIFTED = ("iso2022", "hz")  # written in ASCII bytes that are not ASCII text
_ONE_BYTE = ("cp", "iso8859", "latin", "koi8", "mac-")
_MULTI_BYTE_CP = {"cp932", "cp949", "cp950", "cp65001"}
_CJK = re.compile("[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af\u3000-\u303f\uff00-\uffef]")
_SAMPLE = 4_096  # bytes or characters looked at for a guess


def decode_text(raw: bytes, declared: str = "") -> str:
    """Text of `raw`; `declared` is believed only where the bytes bear it out. Never raises."""
    for mark, charset in _MARKS:
        if raw.startswith(mark):
            return raw.decode(charset, "replace")
    charset = known_charset(declared)
    if raw.isascii() and b"\0" not in raw and not charset.startswith(_SHIFTED):
        return raw.decode("ascii")
    wide = _wide_without_mark(raw)
    if wide:
        return raw.decode(wide, "replace")
    return _by_claim(raw, charset)


@lru_cache(maxsize=256)
def known_charset(declared: str) -> str:
    """Python's name of the widest charset that the label stands for; empty when unknown."""
    label = declared.strip(" \t\r\n'\"").lower()[:60]
    try:
        name = codecs.lookup(_SPELLED_OTHERWISE.get(label, label)).name
        b"a".decode(name, "replace")  # refuses what is no text encoding: hex, zlib, rot13
    except (LookupError, ValueError):
        return ""
    return "" if name in _NOT_CHARSETS else _SUPERSETS.get(name, name)


def _by_claim(raw: bytes, charset: str) -> str:
    """High bytes that form valid UTF-8 are UTF-8, where the claim is only a one-byte charset."""
    order = (charset, "utf-8") if charset and not _is_one_byte(charset) else ("utf-8", charset)
    for name in order:
        text = _strictly(raw, name)
        if text is not None:
            return text
    return _least_damaged(raw, charset)


def _least_damaged(raw: bytes, charset: str) -> str:
    if charset and charset != "utf-8":
        return raw.decode(charset, "replace")
    text = raw.decode("utf-8", "replace")
    damage = text.count("\ufffd")
    sound = len(text) - len(raw.decode("ascii", "ignore")) - damage
    if damage <= sound:
        return text  # UTF-8 with a broken place
    return _chinese(raw) or raw.decode("cp1252", "replace")


def _chinese(raw: bytes) -> str:
    """Unlabelled GB text: strictly valid, and nearly all of its high bytes make CJK."""
    text = _strictly(raw, "gb18030")
    if text is None:
        return ""
    sample = [character for character in text[:_SAMPLE] if ord(character) > 0x7F]
    cjk = sum(1 for character in sample if _CJK.match(character))
    return text if len(sample) >= 4 and cjk > 0.9 * len(sample) else ""


def _strictly(raw: bytes, charset: str) -> str | None:
    """None when the bytes do not fit, or the codec is not one that makes text."""
    try:
        return raw.decode(charset) if charset else None
    except (UnicodeError, LookupError):
        return None


def _is_one_byte(charset: str) -> bool:
    return charset.startswith(_ONE_BYTE) and charset not in _MULTI_BYTE_CP


def _wide_without_mark(raw: bytes) -> str:
    """UTF-16 shows as NULs in every second byte of mostly Latin text."""
    sample = raw[:_SAMPLE]
    half = len(sample) // 2
    if half < 2:
        return ""
    if sample[1::2].count(0) > 0.4 * half:
        return "utf-16-le" if sample[::2].count(0) < 0.1 * half else ""
    return "utf-16-be" if sample[::2].count(0) > 0.4 * half else ""
