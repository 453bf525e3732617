from collections.abc import Callable, Iterator

import pytest

from momo.platform.ai import AIConfig
from momo.platform.ai.fakes import FakeOpenAI
from tests.faults.fixtures import configure, model

__all__ = ["config", "configure", "fake", "model"]


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


@pytest.fixture
def config(fake: FakeOpenAI) -> Callable[..., AIConfig]:
    """A patient-enough configuration of the fake, with what a test changes."""

    def make(**changes: object) -> AIConfig:
        settings: dict[str, object] = {
            "base_url": fake.base_url,
            "api_key": "sk-test",
            "timeout": 2.0,
            "max_wait": 0.05,
        }
        return AIConfig(**(settings | changes))  # type: ignore[arg-type]

    return make
