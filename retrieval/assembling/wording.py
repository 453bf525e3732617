"""How dates, people and places are put into words. Pure."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from momo.platform.ai.tokens import between_characters
from retrieval.results import Source

LONGEST_WORD = 40  # characters; what is longer is no word, and may be cut

_SOURCES = {
    "gmail": "Gmail", "github": "GitHub", "notion": "Notion", "slack": "Slack",
    "discord": "Discord",
}  # fmt: skip
_CHANNELS = {"slack", "discord"}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
# What XML 1.0 has no place for, and what moves a terminal's cursor.
_ILLEGIBLE = re.compile(r"[^\t\n\r\x20-\x7e\u0085\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def day(moment: date | datetime) -> str:
    """As in: 3 May 2026."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def place(source: Source) -> str:
    """As in: #infra on Slack; as far as it is known."""
    which, where = _SOURCES.get(source.source, ""), one_line(source.container)
    if source.source == "gmail":  # whose mailbox it is says nothing
        return which
    if where and source.source in _CHANNELS:
        where = f"#{where.lstrip('#')}"
    return " on ".join(part for part in (where, which) if part)


def one_line(text: str) -> str:
    """Without line breaks and control characters."""
    # As most are already: what is printable is legible, and has no blanks but spaces.
    if text.isprintable() and "  " not in text and text == text.strip():
        return text
    return _ILLEGIBLE.sub("", " ".join(text.split()))


def legible(text: str) -> str:
    """Without control characters, and nothing blank around it."""
    return _ILLEGIBLE.sub("", text).strip()


def sentence(text: str) -> str:
    """One line that ends like a sentence, with nothing before its full stop."""
    line = one_line(text)
    return line if not line or line[-1] in ".!?…" else f"{line}."


def shortened(text: str, characters: int) -> str:
    """The beginning of a text, cut between words."""
    line = one_line(text)
    if len(line) <= characters:
        return line
    cut = line[: between_characters(line, characters)]
    return cut.rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def listed(parts: Sequence[str]) -> str:
    """As in: one, two and three."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def counted(number: float, thing: str) -> str:
    """As in: 1 day, 3 days."""
    return f"{number:.0f} {thing}" + ("" if round(number) == 1 else "s")


def beginning(text: str, size: int) -> str:
    """As much of a text as `size` bytes of UTF-8 hold, cut between words if any end is near."""
    whole = text.encode("utf-8", "replace")
    if len(whole) <= size:
        return text
    cut = whole[:size].decode("utf-8", "ignore")
    cut = cut[: between_characters(text, len(cut))]
    last = max(cut.rfind(" "), cut.rfind("\n"))
    return cut[:last] if last >= len(cut) - LONGEST_WORD else cut
