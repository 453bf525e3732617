"""Working beside searches without being in their way."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from momo.platform.tenancy.context import Scope, acting_as


@contextmanager
def gently_as(scope: Scope) -> Iterator[None]:
    """Act as a principal in one transaction whose statements take one processor each.

    With parallel workers a comparison would take all processors, and searches would wait for one.
    """
    with acting_as(scope.team_id, scope.principal_id):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        yield
