"""A service of our own, and a team that can connect it."""

from collections.abc import Iterator

import pytest

from tests.api import ROOT
from tests.connectors.live.harness import Live
from tests.connectors.live.toy.connector import toy
from tests.connectors.live.toy.fake import FakeToy


@pytest.fixture
def fake() -> Iterator[FakeToy]:
    with FakeToy() as service:
        yield service


@pytest.fixture
def ready(live: Live, fake: FakeToy) -> Live:
    """The toy source can be connected; nobody did yet."""
    live.use(toy, fake)
    return live


@pytest.fixture
def connected(ready: Live, fake: FakeToy) -> str:
    """The address of the team's connected source."""
    return f"{ROOT}/integrations/{ready.connect(toy, fake).integration_id}"
