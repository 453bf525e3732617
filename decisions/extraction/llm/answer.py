"""Checks what a model answered against the messages, and keeps only what they bear out."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
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
    Status,
)
from decisions.extraction.llm.people import Cast
from decisions.extraction.llm.quotes import locate
from decisions.extraction.llm.tuning import TAGS, TITLE_CHARACTERS
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
    for raw in answer["decisions"]:
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
        title=textwrap.shorten(_clean(raw["title"]) or quote, TITLE_CHARACTERS, placeholder="…"),
        summary=_clean(raw["summary"]) or quote,
        type=DecisionType(raw["type"]),
        confidence=Confidence(raw["confidence"]),
        status=Status(raw["status"]),
        quote=quote,
        quote_start=start,
        quote_end=end,
        rationale=_clean(raw["rationale"]),
        people=cast.involved(message, raw["people"]),
        entities=_entities(raw["entities"], cast),
        options=tuple(_option(each) for each in raw["options"] if _clean(each["option"])),
        owner=cast.named(_clean(raw["owner"])),
        due_on=_day(raw["due_on"]),
        replaces=_clean(raw["replaces"]),
        tags=_tags(raw["tags"]),
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
    return tuple(dict.fromkeys(mention for mention in named if cast.speaks_of(mention.name)))


def _option(raw: Mapping[str, Any]) -> Option:
    return Option(_clean(raw["option"]), raw["chosen"], _clean(raw["reason"]), _clean(raw["by"]))


def _tags(raw: Iterable[str]) -> tuple[str, ...]:
    tags = (_clean(tag).lower() for tag in raw)
    return tuple(dict.fromkeys(tag for tag in tags if tag))[:TAGS]


def _day(raw: str | None) -> date | None:
    try:
        return date.fromisoformat(raw) if raw else None
    except ValueError:
        return None


def _clean(text: str) -> str:
    """Drop NUL, which the database cannot hold, and the space around."""
    return text.replace("\0", "").strip()
