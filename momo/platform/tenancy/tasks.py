"""Celery tasks know for whom they act, or do not run."""

from typing import Any
from uuid import UUID

from celery import Task

from momo.platform.tenancy.context import acting_as


class MissingPrincipal(Exception):
    """A tenant task was sent without a team and a principal. It never runs on a default."""


class TenantTask(Task):  # type: ignore[misc]
    """The default for every task: call with `team_id` and `principal_id`, runs as them.

    The whole task is one transaction, so it must not call out to a network service.
    """

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        team_id, principal_id = kwargs.pop("team_id", None), kwargs.pop("principal_id", None)
        if not team_id or not principal_id:
            raise MissingPrincipal(f"Task {self.name} needs team_id and principal_id.")
        with acting_as(UUID(str(team_id)), UUID(str(principal_id))):
            return super().__call__(*args, **kwargs)


class PlatformTask(Task):  # type: ignore[misc]
    """A task that touches no tenant data by itself: it sweeps, wakes and schedules."""

    abstract = True
