"""Ids and vectors on their way to Postgres as they lie in memory.

A list takes psycopg microseconds a value to send, and its text takes Postgres as many to parse.
"""

import struct
from collections.abc import Iterable
from typing import Any, Self

import numpy as np
import psycopg
from numpy.typing import ArrayLike
from psycopg.adapt import Dumper
from psycopg.pq import Format

ID = np.dtype("V16")
_HALF = np.dtype(">f2")
_UUID, _UUIDS = 2950, 2951  # Postgres' numbers of the types uuid and uuid[]
_SIZED_ID = np.dtype([("size", ">i4"), ("id", ID)])


class PackedIds(bytes):
    """Ids of 16 bytes each as `uuid_send` gives them, one after the other: a parameter that is a
    uuid[]."""

    @classmethod
    def of(cls, ids: Iterable[bytes]) -> Self:
        return cls(b"".join(ids))


class PackedHalves(bytes):
    """Numbers of 2 bytes each, one after the other: a parameter that is cast to `halfvec`."""

    @classmethod
    def of(cls, numbers: ArrayLike) -> Self:
        return cls(np.asarray(numbers, _HALF).tobytes())


class _IdsDumper(Dumper):
    """As array_recv reads it (src/backend/utils/adt/arrayfuncs.c): dimensions, whether any value is
    null, their type, how many, from which place on; then each after its size."""

    format, oid = Format.BINARY, _UUIDS

    def dump(self, obj: Any) -> bytes:
        if not obj:
            return struct.pack("!iii", 0, 0, _UUID)
        ids = np.frombuffer(obj, ID)
        sized = np.empty(len(ids), _SIZED_ID)
        sized["size"], sized["id"] = ID.itemsize, ids
        return struct.pack("!iiiii", 1, 0, _UUID, len(ids), 1) + sized.tobytes()


class _HalvesDumper(Dumper):
    """As halfvec_recv reads it (pgvector's src/halfvec.c): dimensions, a zero, each number. The
    type's own number differs by database; Postgres knows it from the cast."""

    format = Format.BINARY

    def dump(self, obj: Any) -> bytes:
        return struct.pack("!hh", len(obj) // _HALF.itemsize, 0) + bytes(obj)


class _IdsText(Dumper):
    """For cursors that write values into the statement: where it is planned each time."""

    format, oid = Format.TEXT, _UUIDS

    def dump(self, obj: Any) -> bytes:
        ids = (obj[at : at + ID.itemsize].hex() for at in range(0, len(obj), ID.itemsize))
        return f"{{{','.join(ids)}}}".encode()


class _HalvesText(Dumper):
    format = Format.TEXT

    def dump(self, obj: Any) -> bytes:
        return f"[{','.join(map(str, np.frombuffer(obj, _HALF).tolist()))}]".encode()


def register() -> None:
    """For all connections of the process that are made from now on."""
    for type_, dumpers in (
        (PackedIds, (_IdsText, _IdsDumper)),
        (PackedHalves, (_HalvesText, _HalvesDumper)),
    ):
        for dumper in dumpers:
            psycopg.adapters.register_dumper(type_, dumper)
