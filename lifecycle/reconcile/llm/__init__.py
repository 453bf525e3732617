"""Reconciling with a chat model."""

from lifecycle.reconcile.llm.resolver import LLMResolver

__all__ = ["LLMResolver"]
