from pathlib import Path

import pytest

from momo.platform.embedded import (
    EmbeddedError,
    celery_broker_url,
    embedded_urls,
    resolve_urls,
)
from momo.platform.embedded.layout import Layout

DATA = Path("/srv/momo/data")


def test_urls_are_known_before_anything_runs() -> None:
    urls = embedded_urls(DATA)
    assert urls.database_url == "postgresql://momo_app@/momo?host=/srv/momo/data/postgres&port=5432"
    assert urls.owner_database_url == urls.database_url.replace("momo_app", "momo_owner")
    assert urls.redis_url == "unix:///srv/momo/data/redis/redis.sock?db=0"


def test_an_empty_environment_means_embedded_servers() -> None:
    assert resolve_urls({"DATABASE_URL": "", "REDIS_URL": ""}, DATA) == embedded_urls(DATA)


def test_a_named_database_is_used_and_redis_stays_embedded() -> None:
    urls = resolve_urls({"DATABASE_URL": "postgresql://app@db/momo"}, DATA)
    assert urls.database_url == "postgresql://app@db/momo"
    assert urls.owner_database_url is None
    assert (urls.embedded_postgres, urls.embedded_redis) == (False, True)


def test_a_named_redis_is_used_and_postgres_stays_embedded() -> None:
    urls = resolve_urls({"REDIS_URL": "redis://queue/0"}, DATA)
    assert urls.redis_url == "redis://queue/0"
    assert (urls.embedded_postgres, urls.embedded_redis) == (True, False)


def test_the_owner_of_a_database_that_is_not_named_is_refused() -> None:
    with pytest.raises(EmbeddedError, match="set DATABASE_URL"):
        resolve_urls({"MOMO_OWNER_DATABASE_URL": "postgresql://owner@db/momo"}, DATA)


def test_celery_gets_its_own_spelling_of_a_unix_socket() -> None:
    assert celery_broker_url("unix:///a/redis.sock?db=3") == (
        "redis+socket:///a/redis.sock?virtual_host=3"
    )
    assert celery_broker_url("redis://queue/0") == "redis://queue/0"


@pytest.mark.parametrize("name", ["x" * 120, "a b", "a,b", "100%", "é"])
def test_sockets_move_to_a_short_plain_path_when_the_folder_has_none(name: str) -> None:
    layout = Layout.of(Path("/srv") / name)
    socket = str(layout.postgres_socket_dir / ".s.PGSQL.5432")
    assert len(socket) < 60
    assert socket.isascii()
    assert " " not in socket
    assert layout.postgres == Path("/srv") / name / "postgres"


def test_two_folders_never_share_a_socket() -> None:
    one, other = (Layout.of(Path("/srv") / (letter * 120)) for letter in "ab")
    assert one.postgres_socket_dir != other.postgres_socket_dir
    assert one.redis_socket != other.redis_socket
