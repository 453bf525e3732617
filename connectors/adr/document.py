"""A decision record taken apart: front matter, title, and sections by heading. Pure."""

import re
from dataclasses import dataclass

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<block>.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_LINE = re.compile(r"(?P<key>[A-Za-z][\w -]*?)[ \t]*:[ \t]*(?P<value>.*)")
_HEADING = re.compile(r"(?P<marks>#{1,6})[ \t]+(?P<text>.*?)[ \t#]*")
_UNDERLINE = re.compile(r"(?:={2,}|-{2,})[ \t]*")
_FENCE = re.compile(r"[ \t]*(```|~~~)")
_LABEL = re.compile(
    r"[ \t]*(?:[*+-][ \t]+)?[*_]{0,2}(?P<key>[A-Za-z][A-Za-z -]{2,20}?)[*_]{0,2}[ \t]*:"
    r"[*_]{0,2}[ \t]*(?P<value>.*?)[ \t]*"
)
MAX_FRONT_MATTER_CHARS = 65_536
MAX_SECTION_CHARS = 20_000  # of what is searched for options and reasons; records are far shorter


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading, up to the next heading of any level."""

    level: int
    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)[:MAX_SECTION_CHARS].strip()


@dataclass(frozen=True, slots=True)
class Document:
    """The sections in order; the first holds what stands before any other heading."""

    labels: dict[str, str]  # by lower-case name, from the front matter and the lines of the top
    title: str
    sections: tuple[Section, ...]

    def find(self, names: frozenset[str]) -> Section | None:
        """The first section of one of these names."""
        return next((each for each in self.sections if _plain(each.heading) in names), None)

    def children(self, section: Section) -> tuple[Section, ...]:
        """The sections right below it, without those further down."""
        below = self.under(section)
        level = min((each.level for each in below), default=0)
        return tuple(each for each in below if each.level == level)

    def under(self, section: Section) -> tuple[Section, ...]:
        """All deeper sections that follow it directly."""
        deeper: list[Section] = []
        for each in self.sections[self.sections.index(section) + 1 :]:
            if each.level <= section.level:
                break
            deeper.append(each)
        return tuple(deeper)


def parse_document(text: str) -> Document:
    """Take Markdown apart. Comments are dropped, code blocks are kept whole."""
    labels, text = _front_matter(text.lstrip("\ufeff\n"))
    sections = _sections(_without_comments(text).split("\n"))
    titled = next((each for each in sections if each.level == 1), None)
    first = sections[: sections.index(titled) + 1] if titled else sections[:1]
    for line in (line for section in first for line in section.lines):
        found = _LABEL.fullmatch(line)
        if found:
            labels.setdefault(_key(found["key"]), found["value"])
    title = titled.heading if titled else labels.get("title", "")
    return Document(labels, title.strip().strip("\"'"), tuple(sections))


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    """Its values as text, a list as lines. Read leniently: templates are often not valid YAML."""
    found = _FRONT_MATTER.match(text, 0, MAX_FRONT_MATTER_CHARS)
    if not found:
        return {}, text
    values: dict[str, list[str]] = {}
    current: list[str] = []
    for line in found["block"].split("\n"):
        entry = _FRONT_LINE.fullmatch(line)
        if entry:
            current = values.setdefault(_key(entry["key"]), [])
            current.extend(_scalars(entry["value"]))
        elif line.lstrip().startswith("-"):
            current.extend(_scalars(line.lstrip()[1:]))
    return {key: "\n".join(lines) for key, lines in values.items()}, text[found.end() :]


def _scalars(value: str) -> list[str]:
    value = value.strip()
    if value.startswith("[") and value.endswith("]"):
        return [part for each in value[1:-1].split(",") for part in _scalars(each)]
    bare = value.strip("\"'")
    return [bare] if bare and not value.startswith(("#", "|", ">")) else []


def _without_comments(text: str) -> str:
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[at:start])
        at = end + len("-->")
    return "".join([*kept, text[at:]])


def _sections(lines: list[str]) -> list[Section]:
    sections: list[Section] = []
    level, heading, held = 0, "", list[str]()
    fenced = False
    for line in lines:
        fenced ^= bool(_FENCE.match(line))
        found = None if fenced else _HEADING.fullmatch(line)
        underlined = not fenced and bool(_UNDERLINE.fullmatch(line)) and _is_alone(held)
        if found or underlined:
            title = found["text"] if found else held.pop()
            sections.append(Section(level, heading, tuple(held)))
            level = len(found["marks"]) if found else 1 + line.startswith("-")
            heading, held = title.strip(), []
        else:
            held.append(line)
    return [*sections, Section(level, heading, tuple(held))]


def _is_alone(held: list[str]) -> bool:
    """Whether the line above is a one-line paragraph, which a row of = or - makes a heading."""
    above = held[-1].strip() if held else ""
    return bool(above) and not above.startswith(("-", "*", "|", ">")) and not any(held[-2:-1])


def _key(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def _plain(heading: str) -> str:
    return heading.strip(" :*_").lower()
