"""Celery tasks of the lifecycle: thin, named verbs."""

import logging

from celery import shared_task

from lifecycle.maintenance import balance
from lifecycle.owner import NoOwner
from momo.platform.tenancy.tasks import PlatformTask

log = logging.getLogger(__name__)


@shared_task(base=PlatformTask, name="lifecycle.balance_partitions")
def balance_partitions() -> None:
    """Move teams that have grown or shrunk. Only where the owner's database URL is configured."""
    try:
        balance()
    except NoOwner as error:
        log.warning("%s", error)
