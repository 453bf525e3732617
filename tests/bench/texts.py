"""What made-up teams write: messages in threads, some with a decision, and questions about them.

Words mean nothing, but are used as words are: few of them often, most of them seldom, more often
again in a thread that has them. Lengths are those of chat and mail together: half of the messages
have up to 16 words besides the common ones, one in twenty more than 70.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

WORDS = 8_000  # of a team's language
COMMON = 20  # the larger, the less often the commonest words are used
TYPICAL_WORDS, LENGTH_SPREAD, LONGEST = 16, 0.9, 400  # of a message; lognormal
THREAD = 8  # messages of a thread, on average
OWN_TOPIC = 0.4  # of the words of a message that its thread has in common
DECIDING = 6  # every so manieth memory is a decision of the message before it
TITLE_WORDS, SUMMARY_WORDS = 6, 20  # of a decision
ASKED_WORDS = 4  # of a question
NAMES = (
    "Ada Ashby", "Bo Brandt", "Carmen Castillo", "Dmitri Dawson", "Esra Eriksen", "Femi Fontaine",
    "Greta Galloway", "Hiro Hartmann", "Ines Ibarra", "Jo Janssen", "Kofi Kowalski", "Lena Lind",
    "Marek Moreau", "Nadia Nakamura", "Omar Okafor", "Pia Petrov", "Quinn Quiroga", "Ravi Rosales",
    "Sana Sorensen", "Tom Takahashi",
)  # fmt: skip
DAYS = 700  # over which a team's memories are spread


@dataclass(frozen=True, slots=True)
class Written:
    """A memory's text. `body` is the message that it is, or that it was found in."""

    kind: str
    title: str
    summary: str
    body: str
    thread: str
    at: datetime


def vocabulary(size: int = WORDS) -> list[str]:
    """Words that mean nothing; the earlier in the list, the more often they are used."""
    syllables = ["ba", "do", "ke", "li", "mu", "na", "po", "ri", "su", "ta", "ve", "zo"]
    words = ["".join(four) for four in itertools.product(syllables, repeat=4)]
    return random.Random(3).sample(words, size)


class Writer:
    """Writes for one team; the same seed writes the same."""

    def __init__(self, seed: int) -> None:
        self._draw = np.random.default_rng(seed)
        self._words = np.array(vocabulary())
        ranks = 1 / (np.arange(WORDS) + COMMON)
        self._chances = np.cumsum(ranks / ranks.sum())
        self._threads_begun = 0

    def memories(self, count: int) -> list[Written]:
        """So many memories, thread by thread."""
        return list(itertools.islice(self._threads(), count))

    def questions(self, count: int, people: int) -> list[str]:
        """Each about words of one text; every other one names a person."""
        asked = []
        for number, written in enumerate(self.memories(count)):
            words = self._draw.permutation(written.body.rstrip(".").split())[:ASKED_WORDS]
            who = NAMES[number % people] if number % 2 else "we"
            asked.append(f"What did {who} decide about {' '.join(words)}?")
        return asked

    def _threads(self) -> Iterator[Written]:
        now = datetime.now(UTC)
        made = 0
        while True:
            self._threads_begun += 1
            start = now - timedelta(days=float(self._draw.random() * DAYS))
            topic = self._indexes(4 * TYPICAL_WORDS)
            messages = int(self._draw.geometric(1 / THREAD))
            for place, body in enumerate(self._bodies(topic, messages)):
                at = min(start + timedelta(minutes=17 * place), now)
                thread = f"thread-{self._threads_begun}"
                yield Written("observation", body[:80], body[:400], body, thread, at)
                made += 1
                if made % (DECIDING - 1) == 0:
                    words = body.rstrip(".").split()
                    title, summary = words[:TITLE_WORDS], words[:SUMMARY_WORDS]
                    yield Written(
                        "decision", " ".join(title), " ".join(summary) + ".", body, thread, at
                    )

    def _bodies(self, topic: NDArray[np.int64], count: int) -> Iterator[str]:
        lengths = self._draw.lognormal(np.log(TYPICAL_WORDS), LENGTH_SPREAD, count)
        for length in np.clip(lengths, 2, LONGEST).astype(int):
            shared = self._draw.random(length) < OWN_TOPIC
            chosen = np.where(shared, self._draw.choice(topic, length), self._indexes(length))
            yield " ".join(self._words[chosen]) + "."

    def _indexes(self, count: int) -> NDArray[np.int64]:
        return np.searchsorted(self._chances, self._draw.random(count))


def columns(written: Sequence[Written]) -> dict[str, list[object]]:
    """As Postgres takes them: a list a column."""
    return {
        name: [getattr(each, name) for each in written]
        for name in ("kind", "title", "summary", "body", "thread", "at")
    }
