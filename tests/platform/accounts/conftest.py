from uuid import uuid4

import pytest


@pytest.fixture(autouse=True)
def counts_of_its_own(settings):
    """How often somebody tried to sign in is counted in Redis, which tests share."""
    fresh = settings.CACHES["default"] | {"KEY_PREFIX": uuid4().hex}
    settings.CACHES = settings.CACHES | {"default": fresh}
