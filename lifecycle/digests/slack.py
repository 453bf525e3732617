"""A digest as Slack's Block Kit blocks, within Slack's limits. Pure."""

from collections.abc import Iterator
from typing import Any

from lifecycle.digests import wording
from lifecycle.digests.contents import Digest, Entry, Part, Section
from lifecycle.digests.tuning import (
    SLACK_BLOCKS,
    SLACK_HEADER,
    SLACK_TEXT,
)
from lifecycle.digests.wording import cut

Block = dict[str, Any]


def as_blocks(digest: Digest) -> list[Block]:
    """At most 50 blocks of at most 3,000 characters each: a section is one, its rest counted."""
    head = cut(f"{digest.team}: {wording.headline(digest)}", SLACK_HEADER)
    blocks: list[Block] = [
        {"type": "header", "text": {"type": "plain_text", "text": head, "emoji": False}}
    ]
    for section in digest.sections:
        blocks.append({"type": "section", "text": _mrkdwn(_section(section))})
    if not digest.sections:
        blocks.append({"type": "section", "text": _mrkdwn(wording.NOTHING)})
    signed = _mrkdwn(escape(wording.signed(digest)))
    blocks = blocks[: SLACK_BLOCKS - 1]
    return [*blocks, {"type": "context", "elements": [signed]}]


def escape(text: str) -> str:
    """As Slack wants it: these three, and nothing that breaks out of its line."""
    text = " ".join(text.split())
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _section(section: Section) -> str:
    """Entries while they fit, each whole; those that do not are counted with the rest."""
    lines = [f"*{wording.TITLES[section.part]}* ({section.total})"]
    told = 0
    for entry in section.entries:
        line = "\n".join(_entry(section.part, entry))
        if len("\n".join([*lines, line])) > SLACK_TEXT - _ROOM_FOR_MORE:
            break
        lines.append(line)
        told += 1
    if left := section.total - told:
        lines.append(f"_and {left} more_")
    return "\n".join(lines)


_ROOM_FOR_MORE = 40  # characters of the last line


def _entry(part: Part, entry: Entry) -> Iterator[str]:
    if part == Part.CHANGED:
        after = f"→ {_link(wording.now(entry), entry.now.url)}" if entry.now else "reversed"
        yield f"• ~{_plain(wording.title(part, entry))}~ {after}"
    else:
        yield f"• {_link(wording.title(part, entry), entry.about.url)}"
    yield f"    {escape(' · '.join(wording.details(part, entry)))}"
    if reason := wording.reason(part, entry):
        yield f"    _{_plain(reason)}_"


def _link(text: str, url: str) -> str:
    return f"<{_address(url)}|{_plain(text)}>" if url else f"*{_plain(text)}*"


def _plain(text: str) -> str:
    """Inside of marks that Slack reads: a mark of the text's own must not end them."""
    return escape(text.translate(_MARKS))


_MARKS = str.maketrans({"*": "∗", "_": "ˍ", "~": "∼", "`": "ˋ", "|": "¦"})


def _address(url: str) -> str:
    return escape(url).replace("|", "%7C").replace(" ", "%20")


def _mrkdwn(text: str) -> Block:
    return {"type": "mrkdwn", "text": text[:SLACK_TEXT]}
