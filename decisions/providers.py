"""Which models serve a team."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from decisions.extraction.contract import Extractor
from decisions.extraction.llm import LLMExtractor
from decisions.extraction.rules import RulesExtractor
from momo.platform.ai import ChatProvider, EmbeddingProvider, metering
from momo.platform.ai.config import AIConfig
from momo.platform.ai.selection import chat, embeddings


@dataclass(frozen=True, slots=True)
class Providers:
    """`chat` is None offline: extraction and answers then follow rules."""

    extractor: Extractor
    embeddings: EmbeddingProvider
    chat: ChatProvider | None


def providers() -> Providers:
    """The configured models; the offline ones without any key.

    Call them within `metering.charged_to(scope)`.
    """
    config: AIConfig = settings.MOMO_AI
    meters = {"on_usage": metering.charge, "before_call": metering.check_quota}
    model = chat(config, **meters)
    return Providers(
        extractor=LLMExtractor(model) if model else _rules(),
        embeddings=embeddings(config, **meters),
        chat=model,
    )


@lru_cache(maxsize=1)
def _rules() -> RulesExtractor:
    return RulesExtractor()
