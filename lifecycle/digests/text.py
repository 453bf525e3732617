"""A digest as plain text: a mail's other half, and what a terminal shows. Pure."""

from collections.abc import Iterator
from textwrap import wrap

from lifecycle.digests import wording
from lifecycle.digests.contents import Digest, Entry, Part, Section

_WIDTH = 78  # columns, which mail programs and terminals have


def as_text(digest: Digest, *, footer: str = "") -> str:
    """The whole digest; control characters of what others wrote are left out."""
    lines = [digest.team, wording.headline(digest), ""]
    for section in digest.sections:
        lines += [*_section(section), ""]
    if not digest.sections:
        lines += [wording.NOTHING, ""]
    lines += ["-- ", wording.signed(digest), *([footer] if footer else [])]
    return "\n".join(map(_inert, lines)) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield f"{wording.TITLES[section.part].upper()} ({section.total})"
    for entry in section.entries:
        yield from _entry(section.part, entry)
    if more := wording.more(section):
        yield f"  {more}"


def _entry(part: Part, entry: Entry) -> Iterator[str]:
    yield from _wrapped(wording.title(part, entry), "* ")
    if part == Part.CHANGED:
        yield from _wrapped(wording.now(entry), "  -> " if entry.now else "  ")
    yield from _wrapped(" · ".join(wording.details(part, entry)), "  ")
    if reason := wording.reason(part, entry):
        yield from _wrapped(reason, "  ")
    if url := (entry.now or entry.about).url:
        yield f"  {url}"


def _wrapped(text: str, lead: str) -> list[str]:
    return wrap(
        text, _WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _inert(line: str) -> str:
    return "".join(character for character in line if character.isprintable())
