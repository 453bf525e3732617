"""A team that reads sources with models that need no loading."""

import pytest

from decisions import crossrefs, services
from decisions.extraction.rules import RulesExtractor
from decisions.pipeline import process
from decisions.providers import Providers
from tests.decisions.pipeline.feeding import HashedEmbeddings


@pytest.fixture(autouse=True)
def models(monkeypatch):
    """Quick ones, and no queue to send wake-ups to."""
    fake = Providers(RulesExtractor(), HashedEmbeddings(), chat=None)
    for module in (process, services, crossrefs):
        monkeypatch.setattr(module, "providers", lambda: fake)
    monkeypatch.setattr("lifecycle.retention.texts.providers", lambda: fake)
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    return fake
