"""What a service says of how long to wait is believed within reason."""

import pytest

from connectors.live.errors import LONGEST_WAIT_SECONDS
from connectors.live.waits import seconds_told


@pytest.mark.parametrize(
    ("told", "seconds"), [("3", 3), (1.5, 1.5), ("0", 0), ("1e300", LONGEST_WAIT_SECONDS)]
)
def test_it_is_believed_up_to_a_day(told: object, seconds: float) -> None:
    assert seconds_told(told, 60.0) == seconds


@pytest.mark.parametrize("told", [None, "", "soon", "-1", "nan", "inf", "9" * 400, {}])
def test_what_is_no_time_to_wait_counts_as_none(told: object) -> None:
    assert seconds_told(told, 60.0) == 60.0
