"""The live demo's services play their scenarios to the end."""

import json
import time

import pytest

from connectors.registry import LIVE_CONNECTORS
from momo.surfaces.demo.live import cast, playing

MOMO = "http://127.0.0.1:9"


@pytest.fixture
def unhurried(monkeypatch):
    """Scenarios wait for nothing. Returns how long they would have."""
    waited = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def test_every_source_has_its_part():
    assert set(LIVE_CONNECTORS) == cast.KINDS


@pytest.mark.parametrize("kind", sorted(LIVE_CONNECTORS))
def test_a_scenario_is_played_to_its_end_and_takes_some_minutes(kind, unhurried):
    fake = cast.fake(kind, 0, MOMO)
    fake.deliver = lambda *delivery: 200
    with fake:
        fake.play(cast.scenario(kind))
    assert 60 <= sum(unhurried) <= 300


def test_momo_is_told_where_the_services_are(tmp_path, unhurried):
    written = tmp_path / "fakes.json"
    playing.play(0, MOMO, written, wait=lambda: None)
    names = json.loads(written.read_text())
    for kind, connector in LIVE_CONNECTORS.items():
        needed = {s.name for s in connector.app_settings if s.default is None}
        given = {name.removeprefix(f"MOMO_APP_{kind.upper()}_").lower() for name in names}
        assert needed <= given, kind
    assert written.stat().st_mode & 0o077 == 0
