"""The pipeline with models that need no loading, and no queue to send wake-ups to."""

from collections.abc import Callable

import pytest

from decisions.extraction.contract import Extractor
from decisions.extraction.rules import RulesExtractor
from decisions.pipeline import process
from decisions.providers import Providers
from momo.platform.ai import EmbeddingProvider
from tests.decisions.pipeline.feeding import HashedEmbeddings


@pytest.fixture(autouse=True)
def use_extractor(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Call it with an extractor to replace the rules, and with an embedding model."""

    def use(extractor: Extractor, embeddings: EmbeddingProvider | None = None) -> None:
        models = Providers(extractor, embeddings or HashedEmbeddings(), chat=None)
        monkeypatch.setattr(process, "providers", lambda: models)

    use(RulesExtractor())
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    return use
