"""What the filter before a language model lets through, and what it keeps out."""

from collections.abc import Iterable
from typing import TypedDict

from decisions.extraction.contract import Message
from decisions.extraction.evaluation.scores import share
from decisions.extraction.rules import is_noise, is_small_talk


class Filtered(TypedDict):
    """Shares from 0 to 1. `recall`: of the messages that state a decision, those let through."""

    recall: float
    decisions: int
    noise_kept_out: float
    noise: int


def noise_filter(deciding: Iterable[Message], noise: Iterable[Message]) -> Filtered:
    """How the filter does on messages that state a decision, and on those that hold nothing."""
    passed = [not _kept_out(message) for message in deciding]
    stopped = [_kept_out(message) for message in noise]
    return {
        "recall": share(passed),
        "decisions": len(passed),
        "noise_kept_out": share(stopped),
        "noise": len(stopped),
    }


def _kept_out(message: Message) -> bool:
    return is_noise(message) or is_small_talk(message)
