"""Which embedding model a team is searched with, and changing it."""

from dataclasses import replace

from django.conf import settings
from django.db import connection

from decisions.providers import providers
from momo.platform.ai import EmbeddingProvider, metering
from momo.platform.ai.selection import embeddings
from momo.platform.tenancy.context import current_team_id
from retrieval.models import ActiveModel

# A team that was never reindexed: the model of its vectors, as all of them have the same.
_ANY = "SELECT model FROM decisions_memoryembedding WHERE team_id = %s LIMIT 1"


def active_model() -> str:
    """The model that the current team is searched with; the configured one before its first memory.

    One query, or two for a team that was never reindexed. Call within `acting_as`.
    """
    chosen = ActiveModel.objects.values_list("model", flat=True).first()
    if chosen:
        return str(chosen)
    with connection.cursor() as cursor:
        cursor.execute(_ANY, [current_team_id()])
        found = cursor.fetchone()
    return str(found[0]) if found else providers().embeddings.model


def activate(model: str) -> None:
    """Search the current team with this model from now on. Call within `acting_as`."""
    ActiveModel.objects.update_or_create(team_id=current_team_id(), defaults={"model": model})


def provider_of(model: str) -> EmbeddingProvider:
    """The provider of a model by name: of the configured server, or the offline one.

    Call it within `metering.charged_to(scope)`.
    """
    configured = providers().embeddings
    if model == configured.model:
        return configured
    config = replace(settings.MOMO_AI, embedding_model=model, calibration=None)
    return embeddings(config, on_usage=metering.charge, before_call=metering.check_quota)
