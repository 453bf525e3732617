"""The ASGI application that `momo up` serves."""

import os
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")

from momo.celery import app

# Each request may run on a thread of its own, so a connection kept by thread would be opened anew
# for most. Here and not in the settings: workers fork, and a pool does not survive that.
POOL = {"min_size": 2, "max_size": 20, "timeout": 10}
database: dict[str, Any] = settings.DATABASES["default"]
database["CONN_MAX_AGE"] = 0
database.setdefault("OPTIONS", {})["pool"] = POOL

django = get_asgi_application()

from connectors.live.api.door import webhook_door  # noqa: E402  (its models need the application)

application = webhook_door(django)

__all__ = ["app", "application"]
