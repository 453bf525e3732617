"""Assemble: pack results into a context of bounded size, older ones in less detail. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from momo.platform.ai import TokenCounter, estimate_tokens
from retrieval.assembling.layout import Entry, Layout
from retrieval.assembling.markdown import Markdown
from retrieval.assembling.markup import Markup
from retrieval.assembling.tiers import DETAIL, Tier, tier_of
from retrieval.results import Result
from retrieval.tuning import BREADTH, CONTEXT_TOKENS, IMPORTANT, MINOR


class Format(StrEnum):
    """How a context is written."""

    MARKDOWN = "markdown"
    XML = "xml"


@dataclass(frozen=True, slots=True)
class Budget:
    """Both bounds hold at once. `bytes` are of UTF-8, None for no such bound."""

    tokens: int = CONTEXT_TOKENS
    bytes: int | None = None

    def holds(self, tokens: int, size: int) -> bool:
        return tokens <= self.tokens and (self.bytes is None or size <= self.bytes)

    def share(self, part: float) -> "Budget":
        """A part of it, in 0..1."""
        return Budget(int(self.tokens * part), self.bytes and int(self.bytes * part))


class Packed(NamedTuple):
    """A result in a context, under the number by which it is cited."""

    number: int
    tier: Tier
    result: Result


@dataclass(frozen=True, slots=True)
class Context:
    """Text within its budget. `dropped` results did not fit; `shortened` ones are shown in less
    detail than their age would give them. `bytes` are of UTF-8. Of the memories `in_full` it tells
    the message that they were found in, not only what is quoted of it."""

    text: str
    sources: tuple[Packed, ...] = ()
    tokens: int = 0
    dropped: int = 0
    shortened: int = 0
    bytes: int = 0
    format: Format = Format.MARKDOWN
    in_full: frozenset[UUID] = frozenset()


def by_priority(results: Sequence[Result], *, now: datetime) -> list[Result]:
    """Importance over recency over relevance: in bands, so that each has a say."""

    def rank(result: Result) -> tuple[int, int, float]:
        band = 0 if result.importance >= IMPORTANT else 2 if result.importance < MINOR else 1
        return band, DETAIL.index(tier_of(result.source.date, now=now)), -result.score

    return sorted(results, key=rank)


def assemble(
    results: Sequence[Result],
    *,
    now: datetime,
    query: str = "",
    budget: Budget = Budget(),
    format: Format = Format.MARKDOWN,
    texts: Mapping[UUID, str] | None = None,
    count: TokenCounter = estimate_tokens,
) -> Context:
    """Pack results, the most important first. `texts` holds the full text by memory id.

    What does not fit is shown in less detail, and dropped if even that does not fit. The bounds
    hold whatever `count` says: the whole is counted once more at the end.
    """
    layout: Layout = Markup(query, now) if format == Format.XML else Markdown()
    packing = _Packing(layout, budget, count, texts or {}, now)
    ranked = by_priority(results, now=now)
    return packing.whole(ranked, format) or packing.part(ranked, format)


class _Packing:
    """Entries chosen so far. A piece of text is counted when it is first seen, and the whole is
    taken to be their sum, which it never exceeds by the tokens that Momo estimates."""

    def __init__(
        self,
        layout: Layout,
        budget: Budget,
        count: TokenCounter,
        texts: Mapping[UUID, str],
        now: datetime,
    ) -> None:
        self._layout, self._budget, self._count = layout, budget, count
        self._texts, self._now = texts, now
        self._costs: dict[str, tuple[int, int]] = {}
        self._used = dict[str, int]()
        self._spent = 0, 0
        self._chosen: list[tuple[Packed, Entry]] = []

    def whole(self, ranked: Sequence[Result], format: Format) -> Context | None:
        """All, each as detailed as its age allows, if the budget holds that: as a rule it does."""
        packed = [
            Packed(number, tier_of(each.source.date, now=self._now), each)
            for number, each in enumerate(ranked, 1)
        ]
        return self._context([(each, self._entry(*each)) for each in packed], len(ranked), format)

    def part(self, ranked: Sequence[Result], format: Format) -> Context:
        """As much as the budget holds. A counter by which the whole is more than its parts costs
        the last entries, not the bound."""
        self._pack(ranked)
        while self._chosen:
            if context := self._context(self._chosen, len(ranked), format):
                return context
            self._chosen.pop()
        return Context("", dropped=len(ranked), format=format)

    def _pack(self, ranked: Sequence[Result]) -> None:
        """First a line for each, as far as a share of the budget goes, then detail in their order:
        one long mail at the top costs no other its mention."""
        self._used = dict.fromkeys(self._layout.frame, 1)
        self._spent = self._cost_of(self._layout.frame)
        breadth = self._budget.share(BREADTH)
        for result in ranked:
            if not self._add(result, Tier.MINIMAL, breadth):
                break
        mentioned = len(self._chosen)
        for place in range(mentioned):
            self._deepen(place)
        for result in ranked[mentioned:]:
            for tier in self._tiers(result):
                if self._add(result, tier, self._budget):
                    break

    def _context(
        self, chosen: Sequence[tuple[Packed, Entry]], found: int, format: Format
    ) -> Context | None:
        """What was chosen, if the budget holds it."""
        if not chosen:
            return None
        text = self._layout.whole([entry for _, entry in chosen])
        tokens, size = self._count(text), _size(text)
        if not self._budget.holds(tokens, size):
            return None
        packed = tuple(each for each, _ in chosen)
        shortened = sum(
            each.tier != tier_of(each.result.source.date, now=self._now) for each in packed
        )
        dropped = found - len(packed)
        return Context(
            text, packed, tokens, dropped, shortened, size, format, self._in_full(packed)
        )

    def _in_full(self, packed: Sequence[Packed]) -> frozenset[UUID]:
        told = (each.result.id for each in packed if each.tier == Tier.FULL)
        return frozenset(each for each in told if self._texts.get(each))

    def _tiers(self, result: Result) -> tuple[Tier, ...]:
        """Those that its age allows, the most detailed first."""
        return DETAIL[DETAIL.index(tier_of(result.source.date, now=self._now)) :]

    def _add(self, result: Result, tier: Tier, budget: Budget) -> bool:
        number = len(self._chosen) + 1
        entry = self._entry(number, tier, result)
        taken = self._swap((), entry.pieces, budget)
        if taken:
            self._chosen.append((Packed(number, tier, result), entry))
        return taken

    def _deepen(self, place: int) -> None:
        packed, entry = self._chosen[place]
        for tier in self._tiers(packed.result)[:-1]:
            fuller = self._entry(packed.number, tier, packed.result)
            if self._swap(entry.pieces, fuller.pieces, self._budget):
                self._chosen[place] = Packed(packed.number, tier, packed.result), fuller
                return

    def _entry(self, number: int, tier: Tier, result: Result) -> Entry:
        return self._layout.entry(number, result, tier, self._texts.get(result.id, ""))

    def _swap(self, old: Sequence[str], new: Sequence[str], budget: Budget) -> bool:
        """Put pieces in the place of others if the budget holds then."""
        came = [piece for piece in new if not self._used.get(piece)]
        gone = [piece for piece in old if self._used[piece] == 1 and piece not in new]
        more, less = self._cost_of(came), self._cost_of(gone)
        spent = self._spent[0] + more[0] - less[0], self._spent[1] + more[1] - less[1]
        if not budget.holds(*spent):
            return False
        for piece in old:
            self._used[piece] -= 1
        for piece in new:
            self._used[piece] = self._used.get(piece, 0) + 1
        self._spent = spent
        return True

    def _cost_of(self, pieces: Sequence[str]) -> tuple[int, int]:
        """Tokens and bytes."""
        tokens = size = 0
        for piece in pieces:
            cost = self._costs.get(piece)
            if cost is None:
                cost = self._costs[piece] = self._count(piece), _size(piece)
            tokens, size = tokens + cost[0], size + cost[1]
        return tokens, size


def _size(text: str) -> int:
    return len(text.encode())
