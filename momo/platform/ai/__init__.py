"""Chat and embedding providers: OpenAI-compatible servers, and an offline default."""

from momo.platform.ai.boundaries import boundary
from momo.platform.ai.config import AIConfig
from momo.platform.ai.contract import (
    EMBEDDING_DIMENSIONS,
    BudgetExceeded,
    ChatProvider,
    EmbeddingProvider,
    ProviderError,
    QuotaExceeded,
    Unanswerable,
    Usage,
)
from momo.platform.ai.tokens import TokenCounter, estimate_tokens, truncate_to_tokens

__all__ = [
    "EMBEDDING_DIMENSIONS",
    "AIConfig",
    "BudgetExceeded",
    "ChatProvider",
    "EmbeddingProvider",
    "ProviderError",
    "QuotaExceeded",
    "TokenCounter",
    "Unanswerable",
    "Usage",
    "boundary",
    "estimate_tokens",
    "truncate_to_tokens",
]
