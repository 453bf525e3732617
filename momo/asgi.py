"""The ASGI application that `momo up` serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")

application = get_asgi_application()
