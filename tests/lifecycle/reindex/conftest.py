"""Reindexing with a model that is asked for over HTTP, without waits or partitions."""

import pytest

from lifecycle import reindex as lifecycle
from momo.platform.ai import AIConfig
from momo.platform.ai.fakes import FakeOpenAI
from tests.lifecycle.reindex.indexed import NEW


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """No wait before old vectors go, no partitions, and no queue to send wake-ups to."""
    monkeypatch.setattr(lifecycle, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(lifecycle, "partitions", dict)
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)


@pytest.fixture
def server():
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture
def configure(settings, server):
    """Have this embedding model configured; the offline one where none is named."""

    def use(model=NEW):
        settings.MOMO_AI = AIConfig(
            base_url=server.base_url, chat_model="", embedding_model=model, max_attempts=1
        )

    settings.MOMO_AI = AIConfig()
    return use
