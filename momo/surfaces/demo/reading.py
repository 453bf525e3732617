"""Reads the story and the questions from their YAML files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from decisions.extraction.contract import DecisionType, Status
from momo.surfaces.demo.story import (
    Adr,
    Character,
    Commit,
    DiscordMessage,
    Mail,
    Note,
    Page,
    SlackChannel,
    SlackMessage,
    StatedDecision,
    Story,
    When,
)

Fields = Mapping[str, Any]


class Standing(StrEnum):
    """What is true now of that which a question asks about."""

    HOLDS = "holds"
    SUPERSEDED = "superseded"
    PENDING = "pending"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a teammate asks, and what a right answer rests on.

    `finds` are story item keys, empty where nothing is known; `asked_by` is a member's key.
    """

    ask: str
    finds: tuple[str, ...]
    answer: str
    standing: Standing
    asked_by: str = "ines"


@cache
def load_story() -> Story:
    """The whole story. Raises TypeError where a file has a field that the story does not know."""
    people, slack, discord = _yaml("story/people"), _yaml("story/slack"), _yaml("story/discord")
    return Story(
        company=people["company"],
        domain=people["domain"],
        repository=people["repository"],
        community=people["community"],
        discord_channel=discord["channel"],
        discord_topic=discord["topic"],
        people=_people(people),
        channels={
            name: SlackChannel(name=name, **_tuples(channel))
            for name, channel in slack["channels"].items()
        },
        mails=tuple(_mails(_yaml("story/mail"))),
        slack=tuple(_slack(slack["messages"])),
        discord=tuple(DiscordMessage(**_item(each)) for each in discord["messages"]),
        commits=tuple(Commit(**_item(each)) for each in _yaml("story/commits")),
        adrs=tuple(Adr(**_item(each)) for each in _yaml("story/adrs")),
        pages=tuple(Page(**_item(each)) for each in _yaml("story/pages")),
        notes=tuple(Note(**_item(each)) for each in _yaml("story/notes")),
    )


@cache
def load_questions() -> tuple[Question, ...]:
    """The questions that teammates ask of the demo, in the order of the file."""
    return tuple(
        Question(**{**_tuples(each), "standing": Standing(each["standing"])})
        for each in _yaml("questions")["questions"]
    )


def example_question() -> str:
    """The one question to show somebody who has just started the demo."""
    return str(_yaml("questions")["example"])


def _yaml(name: str) -> Any:
    return yaml.safe_load(files(__package__).joinpath(f"{name}.yaml").read_text("utf-8"))


def _people(written: Fields) -> dict[str, Character]:
    everyone = {**written["members"], **written["contacts"]}
    return {key: Character(key=key, **fields) for key, fields in everyone.items()}


def _mails(threads: list[Fields]) -> Iterator[Mail]:
    for thread in threads:
        before = ""
        for message in thread["messages"]:
            first = thread["messages"][0]["key"]
            yield Mail(subject=thread["subject"], answers=before, thread=first, **_item(message))
            before = message["key"]


def _slack(messages: list[Fields]) -> Iterator[SlackMessage]:
    for message in messages:
        first = {name: value for name, value in message.items() if name not in ("in", "replies")}
        yield SlackMessage(channel=message["in"], **_item(first))
        for reply in message.get("replies", ()):
            yield SlackMessage(channel=message["in"], thread=message["key"], **_item(reply))


def _item(fields: Fields) -> dict[str, Any]:
    day, at = fields["when"].split()
    item = {**_tuples(fields), "when": When(int(day), time.fromisoformat(at))}
    if "decides" in fields:
        item["decides"] = _decision(fields["decides"])
    return item


def _decision(fields: Fields) -> StatedDecision:
    types = {
        "type": DecisionType(fields["type"]),
        "status": Status(fields.get("status", Status.DECIDED)),
    }
    return StatedDecision(**{**_tuples(fields), **types})


def _tuples(fields: Fields) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }
