"""What was noted of what lies near what, read as numbers: ten thousands of lists at once."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import numpy as np
from django.db import connection

from decisions.reindex import Holder
from lifecycle.compaction.eligible import ALONE, parameters
from lifecycle.compaction.gently import gently_as
from lifecycle.compaction.stars import Ints, Links, links

# Lists come as Postgres sends them in binary: a head, then each value after its length. As objects
# of Python's, the neighbors of 100,000 decisions take 10 times as long.
_LINKS = f"""
SELECT uuid_send(n.memory_id), substr(array_send(n.ids), 21), substr(array_send(n.cosines), 21)
FROM lifecycle_neighbors n
JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = n.memory_id
WHERE n.team_id = %(team)s AND n.model = %(model)s AND cardinality(n.ids) > 0 AND {ALONE}
ORDER BY n.memory_id
"""  # noqa: S608  (constants)
_ROWS = 2_000  # lists that are read at once
_ID = np.dtype([("length", ">i4"), ("value", "S16")])
_COSINE = np.dtype([("length", ">i4"), ("value", ">f8")])


def read(holder: Holder, model: str, now: datetime) -> Links:
    """What was noted of the decisions that are not summed up yet, and of centers near them."""
    sources, targets, cosines = list[bytes](), list[bytes](), list[bytes]()
    with gently_as(holder.scope), connection.chunked_cursor() as cursor:
        cursor.execute(_LINKS, parameters(holder, now) | {"model": model})
        while rows := cursor.fetchmany(_ROWS):
            for source, near, values in rows:
                sources.append(bytes(source))
                targets.append(bytes(near))
                cosines.append(bytes(values))
    return _numbered(sources, targets, cosines)


def _numbered(
    sources: Sequence[bytes], targets: Sequence[bytes], cosines: Sequence[bytes]
) -> Links:
    counts = [len(near) // _ID.itemsize for near in targets]
    from_ = np.frombuffer(b"".join(sources), dtype="S16")
    to = np.frombuffer(b"".join(targets), dtype=_ID)["value"]
    values = np.frombuffer(b"".join(cosines), dtype=_COSINE)["value"].astype(np.float32)
    known, inverse = np.unique(np.concatenate([from_, to]), return_inverse=True)
    numbers: Ints = inverse.astype(np.int32)
    starts: Ints = np.repeat(numbers[: len(from_)], counts)
    return links(_ids(known.tobytes()), starts, numbers[len(from_) :], values)


def _ids(raw: bytes) -> list[UUID]:
    return [UUID(bytes=raw[at : at + 16]) for at in range(0, len(raw), 16)]
