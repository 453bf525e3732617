"""What the author of a mail wrote, told from what was quoted or forwarded.

Written here because mail-parser-reply, measured on the same mails, returns only what is above the
first quote (inline answers are lost), takes "- item" for a signature, strips the indentation of
code, and backtracks for seconds on blank lines.
"""

from dataclasses import dataclass, field

from connectors.normalize.attribution import (
    HeaderBlock,
    attribution_end,
    is_certain,
    loose_attribution,
    read_header_block,
)
from connectors.normalize.footers import peel_head, peel_tail
from connectors.normalize.model import Ledger
from connectors.normalize.phrases import (
    ATTRIBUTION_WORDS,
    FORWARD_MARK,
    MARK_EDGES,
    ORIGINAL_MARK,
    RULE,
    SUBJECT_WORDS,
    header_field,
)


def own_words(
    text: str, ledger: Ledger, *, author_names: frozenset[str], forwarding: bool
) -> list[str]:
    """Lines that the author wrote or chose to forward.

    `author_names` are lower-case names the author may sign with; `forwarding` says that the mail's
    subject marks a forward, so that a quoted mail is its content.
    """
    lines = text.split("\n")
    scan = _Scan(lines, Ledger(), author_names, forwarding, fenced_lines(lines))
    scan.look_for(text)
    scan.run()
    kept = scan.kept()
    if not any(line.strip() for line in kept) and "quote" in scan.ledger.counts:
        del scan.ledger.counts["quote"]  # the quote is all there is to read
        kept = peel_tail(peel_head(lines, scan.ledger), author_names, scan.ledger, bare=True)
    ledger.add_all(scan.ledger.removed())
    return kept


def fenced_lines(lines: list[str]) -> frozenset[int]:
    """Indexes of lines inside ``` fences that are closed; they are code and stay as they are."""
    fences = [index for index, line in enumerate(lines) if line.startswith("```")]
    pairs = zip(fences[::2], fences[1::2], strict=False)
    return frozenset(index for first, last in pairs for index in range(first, last + 1))


@dataclass(slots=True)
class _Scan:
    """One pass down the lines. A segment is text between two things taken out."""

    lines: list[str]
    ledger: Ledger
    author_names: frozenset[str]
    forwarding: bool
    fenced: frozenset[int]
    segments: list[list[str]] = field(default_factory=lambda: [[]])
    position: int = 0
    may_attribute: bool = False
    may_head: bool = False
    may_mark: bool = False

    def look_for(self, text: str) -> None:
        self.may_attribute = any(word in text for word in ATTRIBUTION_WORDS)
        self.may_head = any(word in text for word in SUBJECT_WORDS)
        self.may_mark = any(edge in text for edge in MARK_EDGES)

    def run(self) -> None:
        while self.position < len(self.lines):
            line = self.lines[self.position]
            if self.position in self.fenced or not self._takes(line):
                self.segments[-1].append(line)
                self.position += 1

    def kept(self) -> list[str]:
        """Segments without greetings of mail systems above and footers below."""
        kept: list[str] = []
        for segment in self.segments:
            if not kept:
                segment = peel_head(segment, self.ledger)
            own = peel_tail(segment, self.author_names, self.ledger, bare=bool(kept))
            kept += [*own, ""] if own else []
        return kept

    def _takes(self, line: str) -> bool:
        """Whether the line begins something that is taken out; if so, it now is."""
        bare = line.lstrip()
        if bare.startswith(">"):
            return self._take_quoted()
        if not bare:
            return False
        return (
            (self.may_mark and self._take_marked(line))
            or (self.may_attribute and self._take_attributed())
            or (self.may_head and self._take_headed(line))
        )

    def _take_quoted(self) -> bool:
        run = self._quoted_run()
        first = next((words for words in map(_unquoted, run) if words), "")
        introduced = loose_attribution(self.segments[-1])
        if not introduced and self.may_mark and _is_forward_mark(first):
            self._unquote(len(run))
            return False
        if not introduced and len(run) == 1 and run[0].startswith(">From "):
            self.lines[self.position] = run[0][1:]  # mbox writes "From " at a line's start so
            return False
        if not introduced and first and self._is_session(run):
            self.segments[-1] += run
            self.position += len(run)
            return True
        self._remove_above("quote", introduced)
        self._remove("quote", len(run))
        return True

    def _quoted_run(self) -> list[str]:
        """Quoted lines from here on, with blank lines between them."""
        end = self.position
        for index in range(self.position, len(self.lines)):
            bare = self.lines[index].lstrip()
            if bare.startswith(">"):
                end = index + 1
            elif bare:
                break
        return self.lines[self.position : end]

    def _is_session(self, run: list[str]) -> bool:
        """Python's ">>> " prompt is code, where nothing else is quoted in the mail."""
        if not run[0].lstrip().startswith(">>> ") or self.may_attribute:
            return False
        return not any(line.startswith((">", "> ")) and line[1:2] != ">" for line in self.lines)

    def _unquote(self, count: int) -> None:
        """Apple Mail quotes what it forwards: take one level of marks away."""
        for index in range(self.position, self.position + count):
            self.lines[index] = _unquoted(self.lines[index], levels=1)

    def _take_marked(self, line: str) -> bool:
        """ "---- Forwarded message ----" and "-----Original Message-----"."""
        forwards = _is_forward_mark(line)
        if not forwards and not ORIGINAL_MARK.match(line):
            return False
        if forwards:
            self._dequote_below()
        after = self._next_words(self.position + 1)
        block = read_header_block(self.lines, after)
        if not block.fields:
            block = HeaderBlock({}, self.position + 1)
        self._take_mail(block, forwards=forwards)
        return True

    def _take_headed(self, line: str) -> bool:
        """An Outlook block, which nothing but its fields marks."""
        label = header_field(line)
        if label is None or label[0] == "cc":
            return False
        block = read_header_block(self.lines, self.position)
        if not block.is_mail:
            return False
        self._take_mail(block, forwards=False)
        return True

    def _take_mail(self, block: HeaderBlock, *, forwards: bool) -> None:
        """A whole mail follows: keep a forwarded one with its author, drop an answered one."""
        while self.segments[-1] and RULE.match(self.segments[-1][-1] or "---"):
            self.ledger.add("quote", len(self.segments[-1].pop()))
        if not (forwards or self.forwarding) and self._has_own_words():
            marked = self._is_quoted(self._next_words(block.end))
            self._remove("quote", (block.end if marked else len(self.lines)) - self.position)
            return
        self.forwarding = True  # mails further down belong to what was forwarded
        self._remove("forward_header", block.end - self.position)
        self.segments[-1] += block.credit if block.fields else []

    def _take_attributed(self) -> bool:
        end = attribution_end(self.lines, self.position)
        if not end:
            return False
        after = self._next_words(end)
        quoted = self._is_quoted(after)
        attribution = " ".join(self.lines[self.position : end])
        if quoted or after == len(self.lines):
            self._remove("quote", end - self.position)
            return True
        if self.forwarding or not is_certain(attribution) or not self._has_own_words():
            return False
        self._remove("quote", len(self.lines) - self.position)
        return True

    def _has_own_words(self) -> bool:
        """Something was said above here, apart from signatures and footers."""
        return any(
            peel_tail(peel_head(list(segment), Ledger()), self.author_names, Ledger(), bare=True)
            for segment in self.segments
        )

    def _dequote_below(self) -> None:
        start = self._next_words(self.position + 1)
        if self._is_quoted(start):
            here, self.position = self.position, start
            run = self._quoted_run()
            self._unquote(len(run))
            self.position = here

    def _is_quoted(self, index: int) -> bool:
        return index < len(self.lines) and self.lines[index].lstrip().startswith(">")

    def _next_words(self, start: int) -> int:
        while start < len(self.lines) and not self.lines[start].strip():
            start += 1
        return start

    def _remove(self, kind: str, count: int) -> None:
        """Take the next `count` lines out; what follows is a segment of its own."""
        self.ledger.add_lines(kind, self.lines[self.position : self.position + count])
        self.position += count
        self.segments.append([])

    def _remove_above(self, kind: str, count: int) -> None:
        if count:
            self.ledger.add_lines(kind, self.segments[-1][-count:])
            del self.segments[-1][-count:]


def _is_forward_mark(line: str) -> bool:
    return bool(FORWARD_MARK.match(line))


def _unquoted(line: str, levels: int = 9) -> str:
    """The line without its first `levels` quote marks."""
    for _ in range(levels):
        bare = line.lstrip()
        if not bare.startswith(">"):
            break
        line = bare[1:].removeprefix(" ")
    return line
