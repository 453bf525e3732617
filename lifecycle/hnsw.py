"""The indexes of a team's own partition: one HNSW a model, over that team's vectors alone."""

import hashlib
from uuid import UUID

from lifecycle.owner import execute, rows
from lifecycle.partitions import table_of
from lifecycle.tuning import (
    HNSW_CANDIDATES,
    HNSW_LINKS,
    HNSW_ROW_BYTES,
    MAX_BUILD_MB,
    MIN_BUILD_MB,
)

_INDEXES = """
SELECT i.relname, x.indisvalid FROM pg_index x
JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am a ON a.oid = i.relam
WHERE x.indrelid = to_regclass(%s) AND a.amname = 'hnsw'
"""


def index_of(team_id: UUID, model: str) -> str:
    return f"hnsw_{team_id.hex}_{hashlib.sha256(model.encode()).hexdigest()[:8]}"


def ensure(team_id: UUID, *, online: bool) -> None:
    """Have one valid index for each model that the partition holds vectors of, and no other.

    `online` lets others write meanwhile, at the price of a slower build. An index that a killed
    build left invalid is made anew.
    """
    wanted = {index_of(team_id, model): (model, count) for model, count in _models(team_id)}
    there: dict[str, bool] = dict(rows(_INDEXES, [table_of(team_id)]))
    how = "CONCURRENTLY" if online else ""
    for name, valid in there.items():
        if name not in wanted or not valid:
            execute(f"DROP INDEX {how} {name}")
    for name, (model, count) in wanted.items():
        if not there.get(name):
            _build(team_id, name, model, count, how)


def _models(team_id: UUID) -> list[tuple[str, int]]:
    counts = rows(f"SELECT model, count(*) FROM {table_of(team_id)} GROUP BY model")  # noqa: S608
    return [(str(model), int(count)) for model, count in counts]


def _build(team_id: UUID, name: str, model: str, count: int, how: str) -> None:
    table = table_of(team_id)
    megabytes = min(max(count * HNSW_ROW_BYTES >> 20, MIN_BUILD_MB), MAX_BUILD_MB)
    literal = model.replace("'", "''")
    execute(f"SET maintenance_work_mem = '{megabytes}MB'")
    try:
        execute(
            f"CREATE INDEX {how} {name} ON {table} USING hnsw (embedding halfvec_cosine_ops) "
            f"WITH (m = {HNSW_LINKS}, ef_construction = {HNSW_CANDIDATES}) "
            f"WHERE model = '{literal}'",
            # Without figures of its own the planner would not know whose rows are rare.
            f"ANALYZE {table}",
        )
    finally:
        execute("RESET maintenance_work_mem")
