"""Assemble: pack results into a context of bounded size, older ones in less detail. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from momo.platform.ai import estimate_tokens, truncate_to_tokens
from retrieval.results import Holds, Result
from retrieval.tuning import (
    FULL_DAYS,
    FULL_TEXT_TOKENS,
    IMPORTANT,
    MINOR,
    SUMMARY_DAYS,
)
from retrieval.wording import day, one_line, place


class Tier(StrEnum):
    """How much of a memory is shown."""

    FULL = "full"
    SUMMARY = "summary"
    MINIMAL = "minimal"


@dataclass(frozen=True, slots=True)
class Packed:
    """A result in a context, under the number by which it is cited."""

    number: int
    tier: Tier
    result: Result


@dataclass(frozen=True, slots=True)
class Context:
    """Markdown of at most the asked tokens. `dropped` results did not fit; `shortened` ones are
    shown in less detail than their age would give them."""

    text: str
    sources: tuple[Packed, ...] = ()
    tokens: int = 0
    dropped: int = 0
    shortened: int = 0


_DETAIL = (Tier.FULL, Tier.SUMMARY, Tier.MINIMAL)


def tier_of(date: datetime, *, now: datetime) -> Tier:
    """The detail that a memory's age gives it."""
    age = now - date
    if age <= timedelta(days=FULL_DAYS):
        return Tier.FULL
    return Tier.SUMMARY if age <= timedelta(days=SUMMARY_DAYS) else Tier.MINIMAL


def by_priority(results: Sequence[Result], *, now: datetime) -> list[Result]:
    """Importance over recency over relevance: in bands, so that each has a say."""

    def rank(result: Result) -> tuple[int, int, float]:
        band = 0 if result.importance >= IMPORTANT else 2 if result.importance < MINOR else 1
        return band, _DETAIL.index(tier_of(result.source.date, now=now)), -result.score

    return sorted(results, key=rank)


def assemble(
    results: Sequence[Result],
    *,
    now: datetime,
    max_tokens: int,
    texts: Mapping[UUID, str] | None = None,
) -> Context:
    """Pack results, the most important first. `texts` holds the full text by memory id.

    What does not fit is shown in less detail, and dropped if even that does not fit.
    """
    parts: list[str] = []
    packed: list[Packed] = []
    shortened = 0
    for result in by_priority(results, now=now):
        tier = tier_of(result.source.date, now=now)
        for detail in _DETAIL[_DETAIL.index(tier) :]:
            part = _entry(len(packed) + 1, result, detail, (texts or {}).get(result.id, ""))
            # Counted as a whole: the estimate of joined texts is not the sum of theirs.
            if estimate_tokens(_joined([*parts, part])) <= max_tokens:
                parts.append(part)
                packed.append(Packed(len(packed) + 1, detail, result))
                shortened += detail != tier
                break
    text = _joined(parts)
    dropped = len(results) - len(packed)
    return Context(text, tuple(packed), estimate_tokens(text), dropped, shortened)


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(parts)


def _entry(number: int, result: Result, tier: Tier, text: str) -> str:
    lines = [f"[{number}] **{one_line(result.title)}**", _facts(result)]
    if tier != Tier.MINIMAL:
        lines += _labelled("Summary", result.summary)
    if tier == Tier.FULL:
        lines += _labelled("Rationale", result.rationale)
        lines += _labelled("People", ", ".join(_people(result)))
        lines += _labelled("About", ", ".join(result.entities))
        lines += _labelled("Source", place(result.source))
        lines += _quoted(text or result.source.quote)
    return "\n".join(lines)


def _facts(result: Result) -> str:
    facts = [f"{day(result.source.date)}", (result.decision_type or result.kind).replace("_", " ")]
    if result.holds != Holds.HOLDS:
        facts.append(_standing(result))
    return "- " + " · ".join(facts)


def _standing(result: Result) -> str:
    """That it does not hold, which no tier may leave out."""
    if result.holds == Holds.SUPERSEDED and result.superseded_by:
        return f"superseded by: {one_line(result.superseded_by.title)}"
    return "pending, not decided" if result.holds == Holds.PENDING else f"{result.holds}"


def _people(result: Result) -> list[str]:
    names = [p.get("name") or p.get("handle") or p.get("email") or "" for p in result.people]
    return [name for name in dict.fromkeys([result.source.author, *names]) if name]


def _labelled(label: str, value: str) -> list[str]:
    return [f"- {label}: {one_line(value)}"] if value.strip() else []


def _quoted(text: str) -> list[str]:
    """As a block quote, so that nothing in it can pass for the context's own lines."""
    short = truncate_to_tokens(text.strip(), FULL_TEXT_TOKENS)
    return [f"> {line}".rstrip() for line in short.splitlines() if line.strip()]
