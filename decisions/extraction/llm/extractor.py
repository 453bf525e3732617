"""Asks a chat model for the decisions of each thread."""

from collections.abc import Sequence

from decisions.extraction.contract import ExtractedDecision, Extraction, Mention, Thread
from decisions.extraction.llm.answer import checked
from decisions.extraction.llm.declared import with_declared
from decisions.extraction.llm.prompt import VERSION, prompt, schema
from decisions.extraction.llm.windows import Block, windows
from momo.platform.ai import ChatProvider

PURPOSE = "extract"  # under which usage is metered


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
        decisions: list[ExtractedDecision] = []
        mentions: dict[str, tuple[Mention, ...]] = {}
        dropped = 0
        for thread in threads:
            found = [self._read(window) for window in windows(thread)]
            decisions += with_declared(thread, [each for one in found for each in one.decisions])
            dropped += sum(one.dropped for one in found)
            for key, named in (item for one in found for item in one.mentions.items()):
                mentions[key] = tuple(dict.fromkeys(mentions.get(key, ()) + named))
        return Extraction(tuple(decisions), mentions, dropped)

    def _read(self, window: Sequence[Block]) -> Extraction:
        answer = self._chat.complete_json(prompt(window), schema=schema(), name=PURPOSE)
        return checked(answer, window)
