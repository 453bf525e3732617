"""The extractor that asks a chat model."""

from decisions.extraction.llm.extractor import LLMExtractor, Unanswered
from decisions.extraction.llm.prompt import schema

__all__ = ["LLMExtractor", "Unanswered", "schema"]
