"""The extractor that asks a chat model."""

from decisions.extraction.llm.extractor import LLMExtractor

__all__ = ["LLMExtractor"]
