"""That some tests share a worker is relied on: they look through a folder that all workers share,
or start a Momo that all of them look at."""

import pytest


@pytest.mark.xdist_group("kept together")
def test_tests_of_one_group_run_on_one_worker(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("needs several workers: -n 2 --dist loadgroup")
    assert request.node.nodeid.endswith("@kept together")  # by which pytest-xdist groups
