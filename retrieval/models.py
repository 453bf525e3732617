"""How a team is searched, and a change of its embedding model that is under way."""

from typing import Any, ClassVar

from django.db import models

from momo.platform.tenancy.context import current_team_id
from momo.platform.tenancy.models import TenantManager
from retrieval.conversations.models import (
    AnswerFeedback,
    Conversation,
    Exchange,
    ExchangeLink,
    ExchangeText,
)

__all__ = [
    "AnswerFeedback",
    "Conversation",
    "Exchange",
    "ExchangeLink",
    "ExchangeText",
    "Reindexing",
    "RetrievalSettings",
]


class RetrievalSettings(models.Model):
    """What a team has chosen, and the model that its memories are searched with.

    Empty means not chosen: the product's default then counts, also when it changes. The model is
    no choice of anybody's: it is set once all memories have its vectors. `parameters` holds the
    numbers that were chosen, by their names in `retrieval.ranking.parameters`.
    """

    team_id = models.UUIDField(primary_key=True, default=current_team_id, editable=False)
    embedding_model = models.CharField(max_length=80, blank=True)
    backend = models.CharField(max_length=20, blank=True)
    graph = models.CharField(max_length=20, blank=True)
    parameters = models.JSONField(default=dict, db_default={})
    updated_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[TenantManager[Any]] = TenantManager()


class Reindexing(models.Model):
    """A team's last reindexing: what is left to do of it, and who is at it.

    Holds ids, states and counts, no content, so it needs no row-level security and any worker may
    go on with one that was broken off. `holder` and `after` are the place up to which everything
    is stored, written in the very transaction that stores it. `claim` is the token of who is at
    it, good until `locked_until`.
    """

    team_id = models.UUIDField(primary_key=True)
    principal_id = models.UUIDField()
    model = models.CharField(max_length=80)
    before = models.CharField(max_length=80)
    anew = models.BooleanField(default=False)  # also what has an entry already
    holder = models.CharField(max_length=40, blank=True)
    after = models.UUIDField(null=True)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)  # texts that the model refuses
    claim = models.UUIDField(null=True)
    locked_until = models.DateTimeField(null=True)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)  # in a row that failed
    parked_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)
    started_at = models.DateTimeField()
    switched_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
