"""Mails that stay on this machine as files, where no mail server is configured: a folder each for
whoever they were put together as."""

import shutil
from pathlib import Path
from uuid import UUID

from django.conf import settings


def folder(team_id: UUID, principal_id: UUID) -> Path:
    return Path(settings.EMAIL_FILE_PATH) / str(team_id) / str(principal_id)


def forget(team_id: UUID, principal_id: UUID | None = None) -> None:
    """Delete a team's mails, or one principal's, for they may quote what is erased."""
    kept = Path(settings.EMAIL_FILE_PATH) / str(team_id)
    shutil.rmtree(kept / str(principal_id) if principal_id else kept, ignore_errors=True)
