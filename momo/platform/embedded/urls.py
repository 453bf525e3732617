"""Which servers an installation uses. Pure: starts nothing, reads no environment of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from momo.platform.embedded.errors import EmbeddedError
from momo.platform.embedded.layout import Layout

APP_ROLE = "momo_app"
OWNER_ROLE = "momo_owner"
DATABASE = "momo"


@dataclass(frozen=True)
class Urls:
    """Where Postgres and Redis are, and whether they are the embedded ones.

    `database_url` connects as the role that serves, `owner_database_url` as the role that
    migrates; the latter is None on a machine that only serves. A `redis_url` may be
    `unix://<path>`, which redis-py reads and Celery does not: see `celery_broker_url`.
    """

    database_url: str
    owner_database_url: str | None
    redis_url: str
    embedded_postgres: bool
    embedded_redis: bool


def embedded_urls(data_dir: Path) -> Urls:
    """The embedded servers' URLs for a data folder, running or not."""
    layout = Layout.of(data_dir)
    return Urls(
        database_url=_socket_url(layout, APP_ROLE, DATABASE),
        owner_database_url=_socket_url(layout, OWNER_ROLE, DATABASE),
        redis_url=f"unix://{layout.redis_socket}?db=0",
        embedded_postgres=True,
        embedded_redis=True,
    )


def superuser_url(data_dir: Path, database: str = "postgres") -> str:
    """The embedded Postgres' superuser: for set-up and tests, never for the service."""
    return _socket_url(Layout.of(data_dir), "postgres", database)


def resolve_urls(environ: Mapping[str, str], data_dir: Path) -> Urls:
    """The URLs an environment asks for, embedded where it names none.

    Reads DATABASE_URL, MOMO_OWNER_DATABASE_URL and REDIS_URL; empty counts as unset.
    Raises EmbeddedError when the owner's URL is given without the application's.
    """
    embedded = embedded_urls(data_dir)
    database, owner, redis = (
        environ.get(name) or None
        for name in ("DATABASE_URL", "MOMO_OWNER_DATABASE_URL", "REDIS_URL")
    )
    if owner and not database:
        raise EmbeddedError("MOMO_OWNER_DATABASE_URL is set: set DATABASE_URL to the same database")
    return Urls(
        database_url=database or embedded.database_url,
        owner_database_url=owner if database else embedded.owner_database_url,
        redis_url=redis or embedded.redis_url,
        embedded_postgres=database is None,
        embedded_redis=redis is None,
    )


def celery_broker_url(redis_url: str) -> str:
    """`redis_url` as Celery spells it: `unix://<path>?db=N` is `redis+socket://` there."""
    if not redis_url.startswith("unix://"):
        return redis_url
    path, _, query = redis_url.removeprefix("unix://").partition("?db=")
    return f"redis+socket://{path}?virtual_host={query or 0}"


def _socket_url(layout: Layout, role: str, database: str) -> str:
    return f"postgresql://{role}@/{database}?host={layout.postgres_socket_dir}&port=5432"
