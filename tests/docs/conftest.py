"""Runs a test for each page that it asks for as `page`."""

import pytest

from tests.docs.pages import pages


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "page" in metafunc.fixturenames:
        found = pages()
        metafunc.parametrize("page", found, ids=[page.name for page in found])
