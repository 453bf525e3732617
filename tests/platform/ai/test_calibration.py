import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momo.platform.ai.calibration import TEXT_EMBEDDING_3, WORDLLAMA_256, calibration_for

HERE = Path(__file__).resolve()
LOCOMO = HERE.parents[3] / "../shared/data/locomo/dev.json"
COSINES = st.floats(-1, 1)


@given(COSINES, COSINES)
def test_never_falls_as_the_cosine_rises(a, b):
    low, high = sorted([a, b])
    assert 0 <= WORDLLAMA_256(low) <= WORDLLAMA_256(high) <= 1


@pytest.mark.parametrize("calibration", [WORDLLAMA_256, TEXT_EMBEDDING_3])
def test_means_the_same_under_each_model(calibration):
    assert calibration(calibration.unrelated) == 0
    assert calibration(calibration.even) == pytest.approx(0.5)
    assert calibration(1.0) == 1
    assert calibration(0.9) < calibration(0.95)


def test_unknown_models_get_a_cautious_default():
    assert calibration_for("some-model") is TEXT_EMBEDDING_3


def test_the_offline_constants_are_what_the_measurement_prints():
    if not LOCOMO.exists():
        pytest.skip(f"needs the shared data: {LOCOMO} is absent")
    spec = importlib.util.spec_from_file_location(
        "measure", HERE.with_name("measure_calibration.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    unrelated, even, _ = module.measure(LOCOMO)
    assert WORDLLAMA_256.unrelated == pytest.approx(unrelated, abs=0.005)
    assert WORDLLAMA_256.even == pytest.approx(even, abs=0.005)
