import pytest
from django.test import Client

from momo.surfaces.web import built


@pytest.fixture
def assets() -> built.Assets:
    """What the page begins with."""
    try:
        return built.assets()
    except built.NotBuilt as error:
        pytest.skip(str(error))


@pytest.fixture
def visitor() -> Client:
    """Somebody who is not signed in."""
    return Client(enforce_csrf_checks=True)
