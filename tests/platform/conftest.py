import pytest
from django.core.cache import caches


@pytest.fixture
def without_redis(settings):
    """A cache whose server does not answer."""
    away = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = settings.CACHES | {"default": away}
    yield
    del caches["default"]
