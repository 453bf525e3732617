"""Where `momo` and `python -m momo` begin."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")
os.environ.setdefault("MOMO_LOG_LEVEL", "WARNING")


def run() -> None:
    """Run the command line, or say which setting keeps it from starting."""
    try:
        django.setup()
    except (ImproperlyConfigured, ValueError) as error:
        print(f"Momo cannot start: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    from momo.celery import app  # wake-ups go through the configured application
    from momo.surfaces.cli import main

    app.set_current()
    main.run()


if __name__ == "__main__":
    run()
