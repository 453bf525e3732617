"""Tests of faults have a model server."""

from tests.faults.fixtures import configure, model

__all__ = ["configure", "model"]
