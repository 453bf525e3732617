import pytest
from django.core.cache import caches


@pytest.fixture
def without_redis(settings):
    """A cache whose server does not answer."""
    settings.CACHES = {
        "default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}
    }
    yield
    del caches["default"]
