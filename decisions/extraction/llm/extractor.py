"""Asks a chat model for the decisions of each thread."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from decisions.extraction.contract import ExtractedDecision, Extraction, Mention, Thread
from decisions.extraction.llm.answer import checked
from decisions.extraction.llm.declared import with_declared
from decisions.extraction.llm.prompt import VERSION, prompt, schema
from decisions.extraction.llm.windows import Block, windows
from decisions.extraction.rules import is_small_talk
from momo.platform.ai import ChatProvider

PURPOSE = "extract"  # under which usage is metered
Window = Sequence[Block]


class Unanswered(Exception):
    """A window that no answer is there for."""


class LLMExtractor:
    """One structured call a thread, or a few where it is too long for one."""

    def __init__(self, chat: ChatProvider) -> None:
        self._chat = chat

    @property
    def version(self) -> str:
        return f"{self._chat.model}/{VERSION}"

    @property
    def costly(self) -> bool:
        return True

    def extract(self, threads: Sequence[Thread]) -> Extraction:
        """Return what all threads hold. Raises ProviderError, and then nothing is returned."""
        return _gathered(threads, self._ask)

    def prompts(self, threads: Sequence[Thread]) -> dict[str, list[dict[str, str]]]:
        """What would be asked of these threads, to be asked some other way: prompts by their key.

        The answers are to be valid under `schema()`.
        """
        return {_key(window): prompt(window) for thread in threads for window in _asked(thread)}

    def from_answers(
        self, threads: Sequence[Thread], answers: Mapping[str, Mapping[str, Any]]
    ) -> Extraction:
        """As `extract`, from answers to `prompts` of the same threads. Raises Unanswered."""

        def look_up(window: Window) -> Mapping[str, Any]:
            try:
                return answers[_key(window)]
            except KeyError:
                raise Unanswered from None

        return _gathered(threads, look_up)

    def _ask(self, window: Window) -> Mapping[str, Any]:
        return self._chat.complete_json(prompt(window), schema=schema(), name=PURPOSE)


def _asked(thread: Thread) -> Iterator[Window]:
    """The windows of a thread, but for those in which nothing but small talk is new."""
    for window in windows(thread):
        if any(block.fresh and not is_small_talk(block.message) for block in window):
            yield window


def _gathered(
    threads: Sequence[Thread], answer_to: Callable[[Window], Mapping[str, Any]]
) -> Extraction:
    decisions: list[ExtractedDecision] = []
    mentions: dict[str, tuple[Mention, ...]] = {}
    dropped = 0
    for thread in threads:
        found = [checked(answer_to(window), window) for window in _asked(thread)]
        decisions += with_declared(thread, [each for one in found for each in one.decisions])
        dropped += sum(one.dropped for one in found)
        for key, named in (item for one in found for item in one.mentions.items()):
            mentions[key] = tuple(dict.fromkeys(mentions.get(key, ()) + named))
    return Extraction(tuple(decisions), mentions, dropped)


def _key(window: Window) -> str:
    """What a window is: the same for the same messages, whatever boundary they are shown with."""
    blocks = [(each.number, each.message.key, each.shown, each.fresh) for each in window]
    return hashlib.sha256(json.dumps([VERSION, *blocks]).encode()).hexdigest()
