"""What mail programs, companies and mailing lists put around a person's words.

Each finder looks at the last `TAIL_LINES` lines of a text and returns where its footer begins, or
None. Peeling repeats until no finder takes anything, because footers pile up: a signature, a legal
notice below it, a list's address below that.
"""

import re
from collections.abc import Callable

from connectors.normalize.limits import FOOTER_LINE_CHARACTERS, MAX_FOOTERS, TAIL_LINES
from connectors.normalize.model import Ledger
from connectors.normalize.phrases import RULE
from connectors.normalize.signatures import (
    closing_start,
    delimited_start,
    name_start,
    phone_start,
)

_NOTIFICATION = re.compile(
    r"\W*(?:Reply to this email directly|You are receiving this (?:because|email because)|"
    r"You['’]re receiving this (?:because|email because|notification because)|"
    r"Triage notifications on the go with GitHub|Message ID: <[^>]*@(?:github|gitlab)\.com>|"
    r"(?:View|view) it on Git(?:Hub|Lab)\b|View this \w+ on Slack|"
    r"(?:Unsubscribe|Mute the thread|Manage your notification))",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\W*(?:You received this message because you are subscribed|"
    r"To unsubscribe(?: from this (?:group|list)|,? (?:e-?mail|send|visit|click|go to|from))|"
    r"To stop receiving emails from it|For more options, visit this group|"
    r"Groups\.io Links|.{0,80}\bmailing list(?: --? \S+@\S+)?\s*$|"
    r"(?:List (?:info|archives?)|Archives?|Unsubscribe|Subscribe) ?: ?(?:<?https?://|<?mailto:))",
    re.IGNORECASE,
)
_LIST_WORDS = re.compile(
    r"mailing list|listinfo|unsubscribe|@(?:lists?|groups)\.|Google Groups", re.I
)
_LONG_RULE = re.compile(r"\s*[_=*-]{8,}\s*$")
_LEGAL_OPENER = re.compile(
    r"\W*(?:confidential(?:ity)?\b|disclaimer\b|legal notice|important notice|privacy notice|"
    r"privileged|notice\s*:|this (?:e-?mail|message|communication|transmission|electronic)\b|"
    r"the (?:information|contents?) (?:contained|transmitted|in this|of this)|"
    r"if you (?:are not|have received this)|any (?:views|opinions)|"
    r"diese (?:e-?mail|nachricht)|ce message|este (?:mensaje|correo)|esta mensagem|"
    r"questo messaggio|dit bericht|virus-free|scanned by)",
    re.IGNORECASE,
)
_LEGAL_WORDS = re.compile(
    r"intended (?:recipient|solely|only|for)|addressee|confidential|privileged|unauthori[sz]ed|"
    r"in error|solely those of|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|"
    r"avast|virus",
    re.IGNORECASE,
)
_PRINTING = re.compile(
    r"\W*(?:please )?(?:consider|think of|think about) the environment before printing|"
    r"\W*save (?:a tree|paper)", re.IGNORECASE,
)  # fmt: skip
_BANNER = re.compile(
    r"\W*(?:caution|warning|external|attention|important|note|you don['’]t often get|"
    r"this (?:e-?mail|message) (?:originated|came|was sent) from)\b",
    re.IGNORECASE,
)
_BANNER_WORDS = re.compile(
    r"(?:originat|came|come|sent|is)\w* from (?:an? |somewhere )?(?:outside|external)|"
    r"external (?:sender|e-?mail|source)|don['’]t often get e-?mail from|"
    r"do not (?:click|open) (?:on )?(?:any )?(?:links|attachments)",
    re.IGNORECASE,
)
_BANNER_CHARACTERS = 600
_ARMOR_HEAD = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----\s*$|Hash: [A-Z0-9, -]{3,40}\s*$")
_ARMOR_BEGIN = re.compile(r"-----BEGIN PGP (?:SIGNATURE|PUBLIC KEY BLOCK)-----\s*$")
_ARMOR_END = re.compile(r"-----END PGP (?:SIGNATURE|PUBLIC KEY BLOCK)-----\s*$")


def _notification_start(tail: list[str], _names: frozenset[str]) -> int | None:
    return _with_rule(tail, _first_match(tail[-12:], _NOTIFICATION, len(tail)))


def _list_start(tail: list[str], _names: frozenset[str]) -> int | None:
    for index in range(max(0, len(tail) - 14), len(tail)):
        below = "\n".join(tail[index + 1 : index + 5])
        if _LONG_RULE.match(tail[index]) and _LIST_WORDS.search(below):
            return index
    return _with_rule(tail, _first_match(tail[-8:], _LIST, len(tail)))


def _legal_start(tail: list[str], _names: frozenset[str]) -> int | None:
    """The earliest of the last paragraphs that opens like a legal notice and reads like one."""
    for start in _paragraph_starts(tail)[-5:]:
        words = " ".join(tail[start:])
        if _PRINTING.match(words) or (_LEGAL_OPENER.match(words) and _LEGAL_WORDS.search(words)):
            return _with_rule(tail, start)
    return None


def _first_match(lines: list[str], pattern: re.Pattern[str], total: int) -> int | None:
    for index, line in enumerate(lines):
        if pattern.match(line):
            return total - len(lines) + index
    return None


def _with_rule(tail: list[str], start: int | None) -> int | None:
    """Also the rule ("---", "—") that divides a footer from the text."""
    if start is None:
        return None
    above = start
    while above and not tail[above - 1].strip():
        above -= 1
    return (
        above - 1
        if above and (RULE.match(tail[above - 1]) or tail[above - 1].rstrip() == "--")
        else start
    )


def _paragraph_starts(lines: list[str]) -> list[int]:
    return [
        index
        for index, line in enumerate(lines)
        if line.strip() and (index == 0 or not lines[index - 1].strip())
    ]


_Finder = Callable[[list[str], frozenset[str]], int | None]
# Finders that stand on a footer's own words may take all there is; those that go by the shape of a
# closing need text above it, for "Thanks, Joe" may be the whole message.
_BY_WORDS: tuple[tuple[str, _Finder], ...] = (
    ("phone_footer", phone_start),
    ("notification_footer", _notification_start),
    ("list_footer", _list_start),
    ("legal_footer", _legal_start),
    ("signature", delimited_start),
)
_BY_SHAPE: tuple[tuple[str, _Finder], ...] = (
    ("signature", closing_start),
    ("signature", name_start),
)


def peel_tail(
    lines: list[str], names: frozenset[str], ledger: Ledger, *, bare: bool = False
) -> list[str]:
    """Lines without the footers at their end; with `bare`, a closing may be all they hold."""
    lines = _without_armor(lines, ledger)
    for _ in range(MAX_FOOTERS):
        while lines and not lines[-1].strip():
            lines.pop()
        found = _find(lines, names, bare=bare)
        if found is None:
            break
        kind, start = found
        ledger.add_lines(kind, lines[start:])
        del lines[start:]
    return lines


def _find(lines: list[str], names: frozenset[str], *, bare: bool) -> tuple[str, int] | None:
    tail = [line[:FOOTER_LINE_CHARACTERS] for line in lines[-TAIL_LINES:]]
    offset = len(lines) - len(tail)
    for kind, finder in _BY_WORDS:
        start = finder(tail, names) if tail else None
        if start is not None:
            return kind, offset + start
    for kind, finder in _BY_SHAPE:
        start = finder(tail, names) if tail else None
        if start is not None and (bare or any(line.strip() for line in lines[: offset + start])):
            return kind, offset + start
    return None


def _without_armor(lines: list[str], ledger: Ledger) -> list[str]:
    """Without PGP signatures and keys, which say nothing to a reader."""
    begin = next((index for index, line in enumerate(lines) if _ARMOR_BEGIN.match(line)), None)
    if begin is None:
        return lines
    ends = (index for index in range(begin, len(lines)) if _ARMOR_END.match(lines[index]))
    end = next(ends, len(lines) - 1)
    ledger.add_lines("armor", lines[begin : end + 1])
    return lines[:begin] + lines[end + 1 :]


def peel_head(lines: list[str], ledger: Ledger) -> list[str]:
    """Lines without the warning that a company's mail system puts on top."""
    starts = _paragraph_starts(lines[:TAIL_LINES])
    if not starts:
        return lines
    end = next((i for i in range(starts[0], len(lines)) if not lines[i].strip()), len(lines))
    if _ARMOR_HEAD.match(lines[starts[0]]):
        kept = [line for line in lines[starts[0] : end] if not _ARMOR_HEAD.match(line)]
        ledger.add_lines("armor", [line for line in lines[starts[0] : end] if line not in kept])
        return [*kept, *lines[end:]]
    words = " ".join(lines[starts[0] : end])
    if len(words) > _BANNER_CHARACTERS or end == len(lines):
        return lines
    if not (_BANNER.match(words) and _BANNER_WORDS.search(words)):
        return lines
    ledger.add_lines("banner", lines[:end])
    return lines[end:]
