"""Waking the workers. The work itself is rows; a lost message costs a few seconds, no more."""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

ADVANCE = "decisions.advance"


def wake(queue: str) -> None:
    """Tell a worker that there is work, once the current transaction has committed."""
    transaction.on_commit(lambda: _send(queue))


def _send(queue: str) -> None:
    try:
        current_app.send_task(ADVANCE, kwargs={"queue": queue}, queue=queue, expires=60)
    except OperationalError:
        log.warning("Redis did not take a wake-up for %s: the sweep will start the work.", queue)
