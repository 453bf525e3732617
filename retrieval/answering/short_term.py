"""Short-term memory: the last exchanges of a conversation, as a model is shown them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.assembling.wording import beginning
from retrieval.tuning import EXCHANGE_BYTES, EXCHANGES, SHORT_TERM_BYTES


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier exchange. `topic` is the question that says by itself what it was about,
    `subject` the title of what the answer rested on first; empty where nothing was known."""

    question: str
    answer: str
    topic: str = ""
    subject: str = ""

    @property
    def size(self) -> int:
        """Bytes of UTF-8 of what a model is shown of it."""
        return _size(self.question) + _size(self.answer)


def remembered(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The latest of `turns`, which are oldest first, within EXCHANGES and SHORT_TERM_BYTES.

    One over EXCHANGE_BYTES is cut: its question to half of that, its answer to what is left.
    """
    kept: list[Turn] = []
    left = SHORT_TERM_BYTES
    for turn in map(_shortened, reversed(turns[-EXCHANGES:])):
        left -= turn.size
        if left < 0:
            break
        kept.append(turn)
    return tuple(reversed(kept))


def _shortened(turn: Turn) -> Turn:
    if turn.size <= EXCHANGE_BYTES:
        return turn
    room = max(EXCHANGE_BYTES // 2, EXCHANGE_BYTES - _size(turn.answer))
    question = beginning(turn.question, room)
    answer = beginning(turn.answer, EXCHANGE_BYTES - _size(question))
    return replace(turn, question=question, answer=answer)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
