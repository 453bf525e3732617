"""Celery tasks of the sources. They act as the principal that their message names."""

import logging
import time
from uuid import UUID

from celery import shared_task
from django.db import InterfaceError, OperationalError

from connectors import uploads
from connectors.contract import UnreadableSource
from connectors.live import engine, inbox, turns
from connectors.live.inbox import TAKE_TURNS
from connectors.live.tuning import TURN_SECONDS
from connectors.live.turns import Lane
from connectors.models import Integration, SyncRun
from connectors.registry import FILE_CONNECTORS
from connectors.runs import fail_run
from connectors.services import ingest
from connectors.uploads import INGEST_UPLOAD, Upload
from momo.platform.tenancy.context import NotAMember, Scope, acting_as
from momo.platform.tenancy.tasks import PlatformTask

log = logging.getLogger(__name__)


@shared_task(base=PlatformTask, name=INGEST_UPLOAD)
def ingest_upload(*, team_id: str, principal_id: str, run_id: str) -> None:
    """Read an uploaded file into its run, then delete it. A second message finds nothing to do."""
    upload = uploads.find(Scope(UUID(team_id), UUID(principal_id)), UUID(run_id))
    if upload is None:
        return
    with uploads.reading(upload) as mine:
        if mine and _read(upload):
            upload.forget()


def _read(upload: Upload) -> bool:
    """Whether the file is done with: read, or found unreadable. Not where the database is away."""
    scope = upload.scope
    try:
        with acting_as(scope.team_id, scope.principal_id):
            run = SyncRun.objects.get(id=upload.run_id)
            kind = Integration.objects.get(id=run.integration_id).kind
        ingest(
            scope, FILE_CONNECTORS[kind], upload.path, run_id=upload.run_id,
            go_on=upload.path.exists,  # whoever stops it takes the file away
        )  # fmt: skip
    except (OperationalError, InterfaceError):
        log.warning("Upload %s waits: the database is away.", upload.run_id)
        return False
    except UnreadableSource:
        return True  # noted on the run
    except (NotAMember, SyncRun.DoesNotExist):
        return True  # whoever sent it has left, or the run is gone
    except Exception as error:  # noqa: BLE001  (the boundary: a bug fails one run, with its kind)
        log.error("Upload %s failed: %s", upload.run_id, type(error).__name__)
        fail_run(scope, upload.run_id, f"Reading failed ({type(error).__name__}).")
    return True


@shared_task(base=PlatformTask, name=TAKE_TURNS)
def take_turns(*, lane: str) -> None:
    """Work on connections until none is due, or the turn is over and another message takes over."""
    until = time.monotonic() + TURN_SECONDS
    engine.take_turns(Lane(lane), go_on=lambda: time.monotonic() < until)
    if Lane(lane) in turns.lanes_due():
        inbox.wake(Lane(lane))


@shared_task(base=PlatformTask, name="connectors.sweep_turns")
def sweep_turns() -> None:
    """Wake the workers for connections that are due, and where a message was lost."""
    for lane in turns.lanes_due():
        inbox.wake(lane)


@shared_task(base=PlatformTask, name="connectors.sweep_uploads")
def sweep_uploads() -> None:
    """Start the reading of files whose message was lost, or whose worker died."""
    uploads.clear_abandoned()
    for upload in uploads.waiting():
        uploads.hand_over(upload)
