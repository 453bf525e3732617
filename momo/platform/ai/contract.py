"""The two interfaces to models. Everything else in Momo sees only these."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

EMBEDDING_DIMENSIONS = 1536


class ProviderError(Exception):
    """A model could not answer. `retry_after` is in seconds, None where the provider did not say.

    The message names the provider, the model and what to do; never the text that was sent.
    """

    def __init__(
        self, message: str, *, retryable: bool = True, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.retryable = retryable
        self.retry_after = retry_after


class Unanswerable(ProviderError):
    """This very request got no answer that can be used; others may well."""


class QuotaExceeded(ProviderError):
    """Nothing more may be used: the account at the provider is empty, or the team's budget is."""


class BudgetExceeded(QuotaExceeded):
    """The team has used up one of its own budgets; `retry_after` says when that one renews."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a call used. Tokens as the provider counted them, or estimated where it did not."""

    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    batched: bool = False  # asked for through a batch, which costs less


class ChatProvider(Protocol):
    """Answers prompts. `messages` are OpenAI-style dicts with role and content."""

    @property
    def model(self) -> str: ...

    def complete_json(
        self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Any], name: str
    ) -> dict[str, Any]:
        """Return an object valid under the JSON schema. Raises ProviderError."""
        ...

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        """Yield pieces of text as they come. Raises ProviderError."""
        ...


class EmbeddingProvider(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), EMBEDDING_DIMENSIONS), rows of length 1 (0 for an empty text).

        Raises ProviderError.
        """
        ...

    def calibrate(self, cosine: float) -> float:
        """Map this model's cosine to 0..1, so that a threshold means the same under each model."""
        ...
