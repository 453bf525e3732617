"""The README and the pages of docs/, taken apart."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page in Markdown; `name` is its path in the checkout."""

    name: str
    path: Path
    text: str

    @property
    def prose(self) -> str:
        """The text without its fenced blocks."""
        return _FENCE.sub("", self.text)

    @property
    def spans(self) -> list[str]:
        """What stands between back ticks in the prose."""
        return _CODE.findall(self.prose)

    @property
    def links(self) -> list[str]:
        return _LINK.findall(_CODE.sub("", self.prose))

    @property
    def anchors(self) -> set[str]:
        """The headings as forges spell them in addresses."""
        headings = (heading.lower() for heading in _HEADING.findall(self.prose))
        return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}

    def commands(self) -> Iterator[list[str]]:
        """The words of each command in a block of shell, comments left out."""
        for _, language, body in _FENCE.findall(self.text):
            if language == "sh":
                lines = (shlex.split(line, comments=True) for line in body.splitlines())
                yield from (words for words in lines if words)


def pages() -> list[Page]:
    paths = [CHECKOUT / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [Page(str(p.relative_to(CHECKOUT)), p, p.read_text("utf-8")) for p in paths]
