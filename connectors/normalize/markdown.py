"""Markdown kept as it reads, without front matter, comments and tags."""

import re

from connectors.normalize.model import Ledger

_FRONT_MATTER = re.compile(r"(?:---|\+\+\+)[ \t]*\n")
_FRONT_END = re.compile(r"^(?:---|\+\+\+|\.\.\.)[ \t]*$", re.MULTILINE)
_FRONT_CHARACTERS = 20_000  # a longer block is a text between two rules
_TOKEN = re.compile(
    r"^ {0,3}(?P<fence>```+|~~~+)|(?P<ticks>`+)|(?P<comment><!--)|"
    r"(?P<tag></?[a-zA-Z][^<>\n]{0,2000}>)",
    re.MULTILINE,
)
_BREAK = re.compile(r"<(?:br|/p|/div|/summary|/details|/h[1-6]|/li|/tr)\b", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|b|br|center|details|div|em|font|h[1-6]|hr|i|img|kbd|li|ol|p|picture|samp|source|span|"
    r"strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?/?>$",
    re.IGNORECASE,
)


def markdown_text(text: str, ledger: Ledger) -> str:
    """Readable Markdown; code stays untouched. Linear in the length of `text`."""
    text = _without_front_matter(text, ledger)
    last_comment = text.rfind("-->")
    kept: list[str] = []
    position = 0
    while match := _TOKEN.search(text, position):
        kept.append(text[position : match.start()])
        start, position = match.start(), _after(text, match, last_comment)
        if match["comment"]:
            ledger.add("comment", position - start)
        else:
            kept.append(_shown(text[start:position]))
    return "".join([*kept, text[position:]])


def _without_front_matter(text: str, ledger: Ledger) -> str:
    opening = _FRONT_MATTER.match(text)
    closing = _FRONT_END.search(text, opening.end(), _FRONT_CHARACTERS) if opening else None
    if opening is None or closing is None or ":" not in text[: closing.start()]:
        return text
    ledger.add("front_matter", closing.end())
    return text[closing.end() :]


def _after(text: str, match: re.Match[str], last_comment: int) -> int:
    """Where the token ends."""
    if match["tag"]:
        return match.end()
    if match["comment"]:
        end = text.find("-->", match.end()) if match.end() <= last_comment else -1
        return end + 3 if end >= 0 else match.end()
    return _code_end(text, match["fence"], match["ticks"], match.end())


def _shown(token: str) -> str:
    if not _TAG.match(token):
        return token
    return "\n" if _BREAK.match(token) else ""


def _code_end(text: str, fence: str | None, ticks: str | None, start: int) -> int:
    """After the closing mark. An open fence runs to the end; open ticks are only characters."""
    if fence:
        end = text.find(f"\n{fence}", start)
        return end + 1 + len(fence) if end >= 0 else len(text)
    line_end = text.find("\n", start)
    end = text.find(ticks or "", start, line_end if line_end >= 0 else len(text))
    return end + len(ticks or "") if end >= 0 else start
