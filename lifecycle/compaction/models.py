"""What compaction remembers: when a team is due and who is at it, and what lies near what."""

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from momo.platform.tenancy.models import TenantManager


class Compaction(models.Model):
    """A team's schedule, and its run that is under way or was the last.

    Holds ids, states and counts, no content, so it needs no row-level security and any worker may
    go on with a run that was broken off. `slot_at` is the weekly moment, `due_at` when to go on:
    the same, or sooner after a failure. `claim` is the token of who is at it, good until
    `locked_until`. `holder` is the last of whose memories all is done.
    """

    team_id = models.UUIDField(primary_key=True)
    principal_id = models.UUIDField()
    slot_at = models.DateTimeField()
    due_at = models.DateTimeField()
    claim = models.UUIDField(null=True)
    locked_until = models.DateTimeField(null=True)
    checked = models.BooleanField(default=False)  # all that was there, against its originals
    holder = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)  # in a row that failed
    error = models.CharField(max_length=500, blank=True)
    made = models.PositiveIntegerField(default=0)  # summaries, of the run
    remade = models.PositiveIntegerField(default=0)
    withdrawn = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)


class Neighbors(models.Model):
    """The decisions nearest to one that is not summed up yet: ids and cosines, nearest first.

    Seen by those who see the decision. It is kept, so that the next run compares only what is new.
    `full` says that there may be more of them than were noted.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    model = models.CharField(max_length=80)
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    ids = ArrayField(models.UUIDField())
    cosines = ArrayField(models.FloatField())
    full = models.BooleanField()
    searched_at = models.DateTimeField()

    objects: ClassVar[TenantManager[Any]] = TenantManager()
