"""How dates, people and places are put into words. Pure."""

from datetime import date, datetime

from retrieval.results import Source

_SOURCES = {
    "gmail": "Gmail", "github": "GitHub", "notion": "Notion", "slack": "Slack",
    "discord": "Discord",
}  # fmt: skip
_CHANNELS = {"slack", "discord"}


def day(moment: date | datetime) -> str:
    """As in: 3 May 2026."""
    return f"{moment.day} {moment:%B %Y}"


def place(source: Source) -> str:
    """As in: #infra on Slack; as far as it is known."""
    which, where = _SOURCES.get(source.source, ""), one_line(source.container)
    if source.source == "gmail":  # whose mailbox it is says nothing
        return which
    if where and source.source in _CHANNELS:
        where = f"#{where.lstrip('#')}"
    return " on ".join(part for part in (where, which) if part)


def one_line(text: str) -> str:
    return " ".join(text.split())


def sentence(text: str) -> str:
    """One line that ends like a sentence, with nothing before its full stop."""
    line = one_line(text)
    return line if not line or line[-1] in ".!?…" else f"{line}."


def shortened(text: str, characters: int) -> str:
    """The beginning of a text, cut between words."""
    line = one_line(text)
    if len(line) <= characters:
        return line
    return line[:characters].rsplit(" ", 1)[0].rstrip(",;:.") + "…"
