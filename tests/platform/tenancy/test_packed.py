"""Ids and vectors arrive as they were given, on real Postgres, however a statement is sent."""

from uuid import UUID

import numpy as np
import pytest
from django.db import connection

from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.packed import PackedHalves, PackedIds
from momo.platform.tenancy.prepared import sent_prepared

ODD = (UUID(int=0), UUID(int=7 << 120), UUID(int=2**128 - 1))
IDS = "SELECT %(given)s::uuid[]"
VECTOR = "SELECT %(given)s::halfvec::text"


def _written(sql, given):
    """By a cursor that writes values into the statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return cursor.fetchall()


@pytest.fixture(params=["prepared", "written"])
def answer(request, world):
    def send(sql, value):
        given = {"given": value}
        rows = _written(sql, given) if request.param == "written" else sent_prepared(sql, given)()
        return rows[0][0]

    with world.acting_as("owner"):
        yield send


@pytest.mark.parametrize("ids", [[], [UUID(int=7)], ODD, ODD * 200])
def test_ids_arrive_as_they_were_given(answer, ids):
    assert answer(IDS, PackedIds.of(each.bytes for each in ids)) == list(ids)


def test_a_vector_arrives_as_it_was_given(answer):
    vector = np.zeros(EMBEDDING_DIMENSIONS)
    vector[:4] = 30_000, -1.5, 0.0006, 1
    arrived = [float(part) for part in answer(VECTOR, PackedHalves.of(vector))[1:-1].split(",")]
    assert arrived == pytest.approx(vector.tolist(), rel=1e-3)
