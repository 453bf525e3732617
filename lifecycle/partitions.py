"""Which team's vectors lie where, and which team should move.

Teams are spread over buckets by a hash. A small team's vectors lie in its bucket's default
partition, where its exact scan touches its own rows alone. A large team has a partition of its own
beside it, `decisions_memoryembedding_<id>`, with an HNSW index a model. What the catalog says is
the only state: there is nothing else to keep right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from lifecycle.owner import rows
from lifecycle.tuning import DEMOTE_BELOW, PROMOTE_AT

TABLE = "decisions_memoryembedding"
BUCKETS = 16  # as the migration made them


@dataclass(frozen=True, slots=True)
class Home:
    """The tables of a team: its `bucket`, the partition it `shares` with small teams, its `own`."""

    team_id: UUID
    bucket: str

    @property
    def shared(self) -> str:
        return f"{self.bucket}_small"

    @property
    def own(self) -> str:
        return table_of(self.team_id)


@dataclass(frozen=True, slots=True)
class Moves:
    """Teams that should get a partition of their own, those that should lose it, and those that
    keep it."""

    promote: Sequence[UUID]
    demote: Sequence[UUID]
    keep: Sequence[UUID]


_BUCKET = """
SELECT number FROM generate_series(0, %s - 1) AS number
WHERE satisfies_hash_partition(%s::regclass, %s, number, %s::uuid)
"""
_PARTITIONS = """
SELECT relname, relispartition FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  AND relname ~ '^decisions_memoryembedding_[0-9a-f]{32}$'
ORDER BY relname
"""
# Under one model: while a team moves to another one it has two vectors a memory. Reads the primary
# keys alone.
_COUNTS = f"""
SELECT team_id, max(count) FROM (
    SELECT team_id, count(*) FROM {TABLE} GROUP BY team_id, model
) by_model GROUP BY team_id HAVING max(count) >= %s
"""  # noqa: S608


def table_of(team_id: UUID) -> str:
    return f"{TABLE}_{team_id.hex}"


def home_of(team_id: UUID) -> Home:
    number = rows(_BUCKET, [BUCKETS, TABLE, BUCKETS, team_id])[0][0]
    return Home(team_id, f"{TABLE}_b{number:02d}")


def partitions() -> dict[UUID, bool]:
    """The teams with a table of their own, and whether it is attached.

    One that is not belongs to a move that was broken off, and its rows do not count yet.
    """
    return {UUID(name.rpartition("_")[2]): attached for name, attached in rows(_PARTITIONS)}


def counts(at_least: int) -> dict[UUID, int]:
    """Teams with so many embeddings, under the model that they have most of."""
    return dict(rows(_COUNTS, [at_least]))


def moves(*, promote_at: int = PROMOTE_AT, demote_below: int = DEMOTE_BELOW) -> Moves:
    """What should move. A broken-off move is taken up again, or cleared away."""
    own, sizes = partitions(), counts(demote_below)
    begun = [team for team, attached in own.items() if not attached and team in sizes]
    grown = [team for team, size in sizes.items() if size >= promote_at and team not in own]
    return Moves(
        promote=[*grown, *begun],
        demote=[team for team in own if team not in sizes],
        keep=[team for team, attached in own.items() if attached and team in sizes],
    )
