"""A team that has something of every kind, kept for a whole module of tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import override_settings

from momo.platform.rest.throttles import CountingThrottle
from tests.api import Belongings
from tests.conftest import World, make_world
from tests.test_api_isolation import make_things


@contextmanager
def lived_in(django_db_blocker: Any) -> Iterator[tuple[World, Belongings]]:
    """The four people, and what their team shares. Nobody is asked to wait for asking often.

    All of it is undone at the end; what a test does to it, the test has to undo.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        django_db_blocker.unblock(),
        transaction.atomic(),
        override_settings(),
    ):
        patch.setattr(CountingThrottle, "rate", "1000000/min", raising=False)
        world = make_world()
        shared, _ = make_things(world, patch, settings)
        yield world, shared
        transaction.set_rollback(True)


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
