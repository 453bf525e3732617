"""Checks what a model answered against the messages, and keeps only what they bear out."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from decisions.extraction.contract import (
    Confidence,
    DecisionType,
    EntityType,
    ExtractedDecision,
    Extraction,
    Mention,
    Message,
    Option,
    StatementKind,
    Status,
)
from decisions.extraction.llm.people import Cast
from decisions.extraction.llm.quotes import locate
from decisions.extraction.llm.tuning import (
    DECISIONS,
    NAME_CHARACTERS,
    NAMED,
    OPTIONS,
    REASON_CHARACTERS,
    SINCE_DAYS,
    SUMMARY_CHARACTERS,
    TAG_CHARACTERS,
    TAGS,
    TITLE_CHARACTERS,
)
from decisions.extraction.llm.windows import Block


def checked(answer: Mapping[str, Any], window: Sequence[Block]) -> Extraction:
    """Return what holds of an answer that is valid under the schema.

    A decision is dropped where its message is not one of the window's fresh ones, or does not
    contain its quote. People and entities that the messages do not name are left out.
    """
    fresh = {block.number: block.message for block in window if block.fresh}
    cast = Cast([block.message for block in window])
    decisions: dict[tuple[str, int, int, str], ExtractedDecision] = {}
    dropped = 0
    dropped += max(0, len(answer["decisions"]) - DECISIONS)
    for raw in answer["decisions"][:DECISIONS]:
        message = fresh.get(raw["message"])
        place = locate(raw["quote"], message.text) if message else None
        if message is None or place is None:
            dropped += 1
        else:
            decision = _decision(raw, message, place, cast)
            decisions.setdefault((message.key, *place, decision.type), decision)
    mentions = _mentions(answer["mentions"], decisions.values(), fresh, cast)
    return Extraction(tuple(decisions.values()), mentions, dropped)


def _decision(
    raw: Mapping[str, Any], message: Message, place: tuple[int, int], cast: Cast
) -> ExtractedDecision:
    start, end = place
    quote = message.text[start:end]
    return ExtractedDecision(
        message_key=message.key,
        title=_shortened(_clean(raw["title"]) or quote, TITLE_CHARACTERS),
        summary=_clean(raw["summary"], SUMMARY_CHARACTERS) or quote,
        type=DecisionType(raw["type"]),
        confidence=Confidence(raw["confidence"]),
        status=Status(raw["status"]),
        quote=quote,
        quote_start=start,
        quote_end=end,
        rationale=_clean(raw["rationale"], SUMMARY_CHARACTERS),
        people=cast.involved(message, raw["people"][:NAMED]),
        entities=_entities(raw["entities"], cast),
        options=tuple(_option(each) for each in raw["options"][:OPTIONS] if _clean(each["option"])),
        owner=cast.named(_clean(raw["owner"], NAME_CHARACTERS)),
        due_on=_day(raw["due_on"]),
        replaces=_clean(raw["replaces"], SUMMARY_CHARACTERS),
        tags=_tags(raw["tags"]),
        kind=StatementKind(raw["kind"]),
        holds_since=_since(raw["holds_since"], message.sent_at),
    )


def _mentions(
    raw: Iterable[Mapping[str, Any]],
    decisions: Iterable[ExtractedDecision],
    fresh: Mapping[int, Message],
    cast: Cast,
) -> dict[str, tuple[Mention, ...]]:
    """Return what each message names, which includes what its decisions do."""
    found: dict[str, list[Mention]] = {message.key: [] for message in fresh.values()}
    for each in raw:
        if each["message"] in fresh:
            found[fresh[each["message"]].key] += _entities(each["entities"], cast)
    for decision in decisions:
        found[decision.message_key] += decision.entities
    return {key: tuple(dict.fromkeys(named)) for key, named in found.items() if named}


def _entities(raw: Iterable[Mapping[str, str]], cast: Cast) -> tuple[Mention, ...]:
    named = (Mention(_clean(each["name"]), EntityType(each["type"])) for each in raw)
    known = dict.fromkeys(
        mention for mention in named
        if len(mention.name) <= NAME_CHARACTERS and cast.speaks_of(mention.name)
    )  # fmt: skip
    return tuple(known)[:NAMED]


def _option(raw: Mapping[str, Any]) -> Option:
    return Option(
        _clean(raw["option"], NAME_CHARACTERS), raw["chosen"],
        _clean(raw["reason"], REASON_CHARACTERS), _clean(raw["by"], NAME_CHARACTERS),
    )  # fmt: skip


def _tags(raw: Iterable[str]) -> tuple[str, ...]:
    tags = (_clean(tag).lower() for tag in raw)
    short = (tag for tag in tags if 0 < len(tag) <= TAG_CHARACTERS)
    return tuple(dict.fromkeys(short))[:TAGS]


def _day(raw: str | None) -> date | None:
    try:
        return date.fromisoformat(raw) if raw else None
    except ValueError:
        return None


def _since(raw: str | None, sent_at: datetime) -> datetime | None:
    """A moment not long before the message, None for any other."""
    try:
        moment = datetime.fromisoformat(raw) if raw else None
    except ValueError:
        return None
    if moment is None:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment if sent_at - timedelta(days=SINCE_DAYS) <= moment < sent_at else None


def _clean(text: str, most: int | None = None) -> str:
    """The text without the space around, cut after so many characters."""
    return text.strip()[:most].rstrip()


def _shortened(text: str, most: int) -> str:
    """On one line, cut between words where there are any."""
    short = textwrap.shorten(text, most, placeholder="…")
    return short if len(short) > 1 else text[:most]
