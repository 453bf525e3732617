"""Which embedding model a team is searched with, and asking a model by its name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np
from django.conf import settings
from django.db import connection
from django.utils import timezone
from numpy.typing import NDArray

from decisions.providers import providers
from momo.platform.ai import EmbeddingProvider, ProviderError, metering
from momo.platform.ai.selection import embeddings
from momo.platform.tenancy.context import current_team_id
from retrieval.models import Reindexing, RetrievalSettings
from retrieval.settings import settings_of


def active_model() -> str:
    """The model that the current team is searched with; the configured one before its first memory.

    Statements as `settings_of`. Call within `acting_as`.
    """
    return settings_of().embedding_model


def activate(model: str) -> None:
    """Search the current team with this model from now on. Call within `acting_as`."""
    RetrievalSettings.objects.update_or_create(
        team_id=current_team_id(), defaults={"embedding_model": model}
    )


def provider_of(model: str) -> EmbeddingProvider:
    """The provider of a model by name, on the server that is configured now.

    One that cannot be asked any more raises ProviderError once it is, so that a search goes on
    without vectors and says why. Call `embed` within `metering.charged_to(scope)`.
    """
    configured = providers().embeddings
    if model == configured.model:
        return configured
    config = replace(settings.MOMO_AI, embedding_model=model, calibration=None)
    found = embeddings(config, on_usage=metering.charge, before_call=metering.check_quota)
    return found if found.model == model else Gone(model)


@dataclass(frozen=True, slots=True)
class Gone:
    """A model that was asked over a server or with a key that is configured no more."""

    model: str

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Raises ProviderError."""
        raise ProviderError(
            f"Searched by words alone: the memories were indexed with {self.model}, which is not "
            "configured any more. An admin can index them anew: momo reindex",
            retryable=False,
        )

    def calibrate(self, cosine: float) -> float:
        """Nothing is known of its cosines."""
        return 0.0


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """How far the team's index is, under the model that it is searched with.

    `memories` and `indexed` count what the principal sees. The rest is of the last reindexing:
    `state` is running, waiting, parked or finished, and empty where there was none; `progress`, in
    0..1, is how much of what the principal sees has a vector of the model aimed at: that of all
    would tell how much there is that others keep private.
    """

    model: str
    configured: str
    memories: int
    indexed: int
    state: str = ""
    target: str = ""
    progress: float = 0.0
    left_out: bool = False  # texts that the model refuses: found by their words alone
    error: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None


_INDEXED = """
SELECT count(*),
    count(*) FILTER (WHERE EXISTS (
        SELECT FROM decisions_memoryembedding e
        WHERE e.team_id = %(team)s AND e.memory_id = m.id AND e.model = %(model)s)),
    count(*) FILTER (WHERE EXISTS (
        SELECT FROM decisions_memoryembedding e
        WHERE e.team_id = %(team)s AND e.memory_id = m.id AND e.model = %(target)s))
FROM decisions_memory m WHERE m.team_id = %(team)s AND m.visibility <> 'secret'
"""


def index_status() -> IndexStatus:
    """Four statements at most; call within `acting_as`."""
    team, model = current_team_id(), active_model()
    configured = providers().embeddings.model
    run = Reindexing.objects.filter(team_id=team).first()
    given: dict[str, Any] = {"team": team, "model": model, "target": run.model if run else model}
    with connection.cursor() as cursor:
        cursor.execute(_INDEXED, given)
        memories, indexed, aimed_at = cursor.fetchone()
    if run is None:
        return IndexStatus(model, configured, memories, indexed)
    return IndexStatus(
        model, configured, memories, indexed, state=_state(run), target=run.model,
        progress=_progress(run, aimed_at, memories), left_out=run.left_out > 0, error=run.error,
        started_at=run.started_at, finished_at=run.finished_at,
    )  # fmt: skip


def _progress(run: Reindexing, done: int, memories: int) -> float:
    return 1.0 if run.finished_at or not memories else round(done / memories, 2)


def _state(run: Reindexing) -> str:
    if run.finished_at:
        return "finished"
    if run.parked_at:
        return "parked"
    running = run.locked_until is not None and run.locked_until >= timezone.now()
    return "running" if running else "waiting"
