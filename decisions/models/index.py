"""What memories are found by: vectors, and the numbers of their words."""

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import HalfVectorField

from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.models import TenantManager


class MemoryEmbedding(models.Model):
    """A memory's vectors, in a narrow table of their own so that a scan reads nothing else.

    A message's is mixed with those of its neighbours in the thread (see `MessageVector`).
    Partitioned by team, `halfvec` stored in line. Repeats the memory's visibility, so that the
    scan needs no join to know what it may see.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id", "model", "chunk")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    model = models.CharField(max_length=80)
    chunk = models.PositiveSmallIntegerField(default=0)
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    embedding = HalfVectorField(dimensions=EMBEDDING_DIMENSIONS)

    objects: ClassVar[TenantManager[Any]] = TenantManager()


class MessageVector(models.Model):
    """The vector of a message by itself, from which those around it in its thread are mixed.

    Read when something changes near by, never searched.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id", "model")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    model = models.CharField(max_length=80)
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    embedding = HalfVectorField(dimensions=EMBEDDING_DIMENSIONS)

    objects: ClassVar[TenantManager[Any]] = TenantManager()


class MemoryTerms(models.Model):
    """A memory's own words as numbers, in an index that finds it by them: see terms.sql.

    Repeats the memory's visibility and thread, so that finding needs no look at it.
    """

    pk = models.CompositePrimaryKey("team_id", "memory_id")
    team_id = models.UUIDField()
    memory_id = models.UUIDField()
    visibility = models.CharField(max_length=10)
    owner_id = models.UUIDField(null=True)
    audience_id = models.UUIDField(null=True)
    thread_key = models.CharField(max_length=500)
    terms = ArrayField(models.BigIntegerField())

    objects: ClassVar[TenantManager[Any]] = TenantManager()
