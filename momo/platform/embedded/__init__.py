"""Embedded Postgres and Redis, for a machine that has none. Imports no Django."""

from momo.platform.embedded.bootstrap import bootstrap
from momo.platform.embedded.errors import EmbeddedError
from momo.platform.embedded.services import Services, Status
from momo.platform.embedded.urls import (
    Urls,
    celery_broker_url,
    embedded_urls,
    resolve_urls,
    superuser_url,
)

__all__ = [
    "EmbeddedError",
    "Services",
    "Status",
    "Urls",
    "bootstrap",
    "celery_broker_url",
    "embedded_urls",
    "resolve_urls",
    "superuser_url",
]
