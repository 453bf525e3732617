"""The ASGI application that `momo up` serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")

from momo.celery import app  # noqa: E402  (wake-ups go through the configured application)

application = get_asgi_application()

__all__ = ["app", "application"]
