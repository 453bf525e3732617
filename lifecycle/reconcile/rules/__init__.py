"""Reconciling without a model: rules that mark what texts say, and little else."""

from lifecycle.reconcile.rules.resolver import RulesResolver

__all__ = ["RulesResolver"]
