"""Making a team's index anew while it goes on searching: words, vectors, and what is around them.

What lacks an entry is derived, so nothing needs to be noted for it: a run that was killed is taken
up by running it again, and what was stored meanwhile is found by the next pass. Entries come out as
the pipeline and edits by people make them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from decisions import entries
from decisions.entries import LACKING, Entry
from decisions.models import MemoryEmbedding, MessageVector
from decisions.pipeline.plan import NewMemory
from momo.platform.ai import EmbeddingProvider, ProviderError, QuotaExceeded, metering
from momo.platform.tenancy.context import Scope, acting_as, current_team_id
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY
from momo.platform.tenancy.visibility import Visibility

BATCH = 256  # memories embedded in one request and stored in one transaction; chosen
ATTEMPTS = 3  # at a memory that is changed just while its vector is made; the next pass finds it
FORGOTTEN = 2_000  # vectors deleted in one transaction, about 6 MB; chosen


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose memories: the team's, an audience's or a person's; and who acts for them.

    Each memory but the secret ones, which are in no index, is of exactly one. `key` sorts them.
    """

    key: str
    scope: Scope
    visibility: Visibility
    id: UUID | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        return {"team": self.scope.team_id, "held": self.visibility.value, "holder": self.id}


@dataclass(frozen=True, slots=True)
class Stored:
    """How many memories a transaction gave a vector, and up to which all before are done.

    `left_out` are those that have none, as the model refuses their text.
    """

    after: UUID
    memories: int
    left_out: int


Keep = Callable[[Stored], None]

_HELD = """m.team_id = %(team)s AND m.visibility = %(held)s
    AND (%(holder)s::uuid IS NULL
         OR CASE m.visibility WHEN 'private' THEN m.owner_id ELSE m.audience_id END
            = %(holder)s::uuid)"""

_PAGE = f"""
SELECT m.id FROM decisions_memory m
WHERE {_HELD} AND m.id > %(after)s AND (%(anew)s OR {LACKING}) ORDER BY m.id LIMIT %(limit)s
"""  # noqa: S608  (constants)
_COUNT = f"""
SELECT count(*) FROM decisions_memory m WHERE {_HELD} AND (%(anew)s OR {LACKING})
"""  # noqa: S608  (constants)


def count(holder: Holder, model: str, *, anew: bool = False) -> int:
    """How many memories lack an entry of a model; `anew`: how many there are."""
    with _acting(holder), connection.cursor() as cursor:
        cursor.execute(_COUNT, holder.parameters | {"model": model, "anew": anew})
        return int(cursor.fetchone()[0])


def fill(
    holder: Holder,
    models: EmbeddingProvider,
    *,
    keep: Keep,
    after: UUID | None = None,
    anew: bool = False,
) -> Iterator[Stored]:
    """Index what the model has no vector of, or with `anew` all there is, a batch at a time.

    `keep` is called in each batch's transaction: what it writes stands with the batch, and what it
    raises undoes the batch. No transaction is open while the model is asked. Raises ProviderError
    and SealError; what was done until then is kept.
    """
    after = after or NOBODY
    while ids := _page(holder, models.model, after, anew):
        left = ids
        for attempt in range(1, ATTEMPTS + 1):
            found = _read(holder, left)
            refused = _embed(holder.scope, models, found)
            with _acting(holder):
                vectors, left = entries.store(found, models.model, anew=anew)
                done = not left or attempt == ATTEMPTS
                stored = Stored(ids[-1] if done else after, vectors, refused)
                keep(stored)
            yield stored
            if done:
                break
        after = ids[-1]


def forget_others(scope: Scope, model: str, *, keep: Callable[[], None]) -> Iterator[int]:
    """Delete the vectors that a principal sees of all other models, a batch a transaction."""
    for table in (MemoryEmbedding, MessageVector):
        deleted = FORGOTTEN
        while deleted >= FORGOTTEN:
            with acting_as(scope.team_id, scope.principal_id):
                deleted = _forgotten(table._meta.db_table, model)
                keep()
            if deleted:
                yield deleted


def _forgotten(table: str, model: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {table} v WHERE v.team_id = %(team)s AND v.model <> %(model)s"  # noqa: S608
            f" AND (v.memory_id, v.model) IN (SELECT o.memory_id, o.model FROM {table} o"
            "  WHERE o.team_id = %(team)s AND o.model <> %(model)s LIMIT %(limit)s)",
            {"team": current_team_id(), "model": model, "limit": FORGOTTEN},
        )
        return int(cursor.rowcount)


def _acting(holder: Holder) -> Any:
    return acting_as(holder.scope.team_id, holder.scope.principal_id)


def _page(holder: Holder, model: str, after: UUID, anew: bool) -> list[UUID]:
    given = {"model": model, "after": after, "anew": anew, "limit": BATCH}
    with _acting(holder), connection.cursor() as cursor:
        cursor.execute(_PAGE, holder.parameters | given)
        return [row[0] for row in cursor.fetchall()]


def _read(holder: Holder, ids: Sequence[UUID]) -> list[Entry]:
    with _acting(holder):
        return entries.read(ids)


def _embed(scope: Scope, models: EmbeddingProvider, found: Sequence[Entry]) -> int:
    """Give each entry its vector. Returns how many texts the model refuses. Raises ProviderError.

    One text that a model refuses must not keep all others from being indexed.
    """
    texts = [entry.new for entry in found if entry.new.embedded_text]
    with metering.charged_to(scope):
        try:
            vectors = models.embed([new.embedded_text for new in texts])
        except QuotaExceeded:
            raise
        except ProviderError as error:
            if error.retryable:
                raise
            models.embed([uuid7().hex])  # raises where it is not the texts that it refuses
            return sum(not _embed_one(models, new) for new in texts)
    for new, vector in zip(texts, vectors, strict=True):
        new.vector = vector
    return 0


def _embed_one(models: EmbeddingProvider, new: NewMemory) -> bool:
    try:
        new.vector = models.embed([new.embedded_text])[0]
    except ProviderError as error:
        if error.retryable or isinstance(error, QuotaExceeded):
            raise
        return False
    return True
