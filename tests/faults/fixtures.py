"""A model server that does as it is told, over real HTTP, and a team that uses it."""

import pytest

from momo.platform.ai.config import AIConfig
from momo.platform.ai.fakes import FakeOpenAI


@pytest.fixture
def configure(settings, monkeypatch):
    """Use a server with little patience, and the offline embeddings."""
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    monkeypatch.setattr("connectors.progress.wake", lambda queue: None)
    monkeypatch.setattr("decisions.pipeline.held.wake", lambda queue: None)

    def use(fake, **changes):
        given = {
            "base_url": fake.base_url, "embedding_model": "wordllama-256", "timeout": 0.4,
            "max_seconds": 1.0, "max_bytes": 8_000_000, "max_attempts": 2, "max_wait": 0.1,
        }  # fmt: skip
        settings.MOMO_AI = AIConfig(**(given | changes))

    return use


@pytest.fixture
def model(configure):
    with FakeOpenAI() as fake:
        configure(fake)
        yield fake
