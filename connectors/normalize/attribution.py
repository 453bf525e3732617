"""Where a quote begins: "On ..., X wrote:" lines and From/Sent/To/Subject blocks."""

from dataclasses import dataclass

from connectors.normalize.limits import (
    ATTRIBUTION_CHARACTERS,
    ATTRIBUTION_LINES,
    HEADER_BLOCK_LINES,
)
from connectors.normalize.phrases import (
    ADDRESS_OR_TIME,
    ATTRIBUTION_BARE,
    ATTRIBUTION_END,
    ATTRIBUTION_START,
    header_field,
)

_DATE_WITHIN = 80  # characters from an attribution's start to its first digit
_END_WITHIN = 200  # characters at an attribution's end that hold the verb
_NAME_WORDS = 4  # of "Joe van der Berg wrote:"; more is a sentence


@dataclass(frozen=True, slots=True)
class HeaderBlock:
    """A quoted mail's header: its fields, and the index of the line after it."""

    fields: dict[str, str]
    end: int

    @property
    def is_mail(self) -> bool:
        """Enough of a mail's header not to be, say, a travel plan's "From:" and "To:"."""
        return {"from", "subject"} <= self.fields.keys() and (
            "date" in self.fields or "to" in self.fields
        )

    @property
    def credit(self) -> list[str]:
        """Lines that name the original author, put in place of the block."""
        author = self.fields.get("from", "").replace("[mailto:", "<").replace("]", ">")
        dated = f" ({self.fields['date']})" if self.fields.get("date") else ""
        lines = [f"Forwarded message from {author or 'an unnamed author'}{dated}:"]
        if self.fields.get("subject"):
            lines.append(f"Subject: {self.fields['subject']}")
        return [*lines, ""]


def attribution_end(lines: list[str], start: int) -> int:
    """Index after the "On <date>, <name> wrote:" that begins at `start`; 0 when none does."""
    if not ATTRIBUTION_START.match(lines[start]):
        return 0
    joined = ""
    for end in range(start, min(start + ATTRIBUTION_LINES, len(lines))):
        line = lines[end].strip()
        if end > start:
            line = line.removeprefix("> ")  # Gmail breaks "<joe@example.com\n> wrote:" so
        joined = f"{joined} {line}" if joined else line
        if not line or len(joined) > ATTRIBUTION_CHARACTERS:
            return 0
        if _has_digit(joined[:_DATE_WITHIN]) and ATTRIBUTION_END.search(joined[-_END_WITHIN:]):
            inside = any(_may_start(lines[index]) for index in range(start + 1, end + 1))
            return 0 if inside else end + 1  # inside: the real one begins further down
    return 0


def _may_start(line: str) -> bool:
    return bool(ATTRIBUTION_START.match(line)) and _has_digit(line[:_DATE_WITHIN])


def is_certain(attribution: str) -> bool:
    """Sure enough of a mail program's line to take what follows as a quote without ">"."""
    return bool(ADDRESS_OR_TIME.search(attribution))


def loose_attribution(above: list[str]) -> int:
    """How many of the last lines above a ">" quote introduce it in a form of their own."""
    bottom = len(above)
    while bottom and not above[bottom - 1].strip() and len(above) - bottom < 2:
        bottom -= 1
    for count in range(1, 4):
        lines = [line.strip() for line in above[max(0, bottom - count) : bottom]]
        if len(lines) < count or not all(lines):
            break
        if _introduces(" ".join(lines)):
            return len(above) - bottom + count
    return 0


def _introduces(line: str) -> bool:
    if len(line) > ATTRIBUTION_CHARACTERS:
        return False
    if ATTRIBUTION_BARE.match(line):
        return True
    if not ATTRIBUTION_END.search(line[-_END_WITHIN:]):
        return False
    return len(line.split()) <= _NAME_WORDS + 1 or bool(ADDRESS_OR_TIME.search(line))


def read_header_block(lines: list[str], start: int) -> HeaderBlock:
    """Fields of the header lines from `start` on; blank lines between them are passed over."""
    fields: dict[str, str] = {}
    end = start
    last = ""
    for index in range(start, min(start + HEADER_BLOCK_LINES, len(lines))):
        field = header_field(lines[index])
        if field is not None and field[0] not in fields:
            last = field[0]
            fields[last] = field[1]
            end = index + 1
        elif field is not None and field[0] == "cc":
            end = index + 1
        elif lines[index].strip():
            if field is not None or not last or not _continues(lines, index):
                break
            if last in ("from", "subject"):
                fields[last] = f"{fields[last]} {lines[index].strip()}".strip()
            end = index + 1
    return HeaderBlock(fields, end)


def _continues(lines: list[str], index: int) -> bool:
    """A wrapped header line: right below another one, and with a header within three lines."""
    if not lines[index - 1].strip():
        return False
    return any(header_field(line) for line in lines[index + 1 : index + 4])


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)
