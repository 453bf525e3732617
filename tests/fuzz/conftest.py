"""Access for made up requests to a team that has something of every kind."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from momo.platform.accounts import keys
from tests.connectors.live.toy.fake import FakeToy
from tests.fuzz.ids import Ids
from tests.lived_in import lived_in


class _Everything(set[str]):
    """The tokens of a service that knows every one."""

    def __contains__(self, token: object) -> bool:
        return True


@pytest.fixture(scope="module")
def team(django_db_setup: None, django_db_blocker) -> Iterator[tuple[str, Ids]]:
    """An owner's key that may do everything, and the ids of what their team has."""
    with FakeToy() as service, lived_in(django_db_blocker) as (world, shared, _):
        settings.MOMO_APPS = service.app_settings()
        service.tokens = _Everything()
        with world.acting_as("owner"):
            _, key = keys.create_key(
                principal_id=world.owner.id, name="fuzz", scopes=("read", "write", "admin")
            )
        yield key, Ids(shared.ids)


@pytest.fixture
def database(team: tuple[str, Ids], django_db_blocker) -> Iterator[None]:
    """The team's; the server's requests do not end its transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    with django_db_blocker.unblock():
        yield
    for signal in signals:
        signal.connect(close_old_connections)
