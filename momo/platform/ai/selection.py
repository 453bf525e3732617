"""Which provider to use: the configured server where there is one, else the offline default."""

from functools import lru_cache

from momo.platform.ai.cache import CachedEmbeddings
from momo.platform.ai.config import AIConfig, UsageCallback, ignore_usage
from momo.platform.ai.contract import ChatProvider, EmbeddingProvider
from momo.platform.ai.offline import WORDLLAMA, WordLlamaEmbeddings

# The openai package takes half a second to import, so it is imported only where it is used.


@lru_cache
def embeddings(
    config: AIConfig,
    *,
    on_usage: UsageCallback = ignore_usage,
    before_call: UsageCallback = ignore_usage,
) -> EmbeddingProvider:
    """Return the cached embedding provider of this process for `config`."""
    if not config.online or config.embedding_model in {"", WORDLLAMA}:
        return CachedEmbeddings(WordLlamaEmbeddings())
    from momo.platform.ai.openai_compatible import OpenAIEmbeddings

    return CachedEmbeddings(OpenAIEmbeddings(config, on_usage=on_usage, before_call=before_call))


@lru_cache
def chat(
    config: AIConfig,
    *,
    on_usage: UsageCallback = ignore_usage,
    before_call: UsageCallback = ignore_usage,
) -> ChatProvider | None:
    """Return the chat provider of this process for `config`, None where Momo works offline."""
    if not config.online or not config.chat_model:
        return None
    from momo.platform.ai.openai_compatible import OpenAIChat

    return OpenAIChat(config, on_usage=on_usage, before_call=before_call)
