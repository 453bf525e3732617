"""What a question was read as, told in words."""

from dataclasses import replace
from uuid import uuid4

import pytest

from retrieval.understanding import query
from retrieval.understanding.names import Known
from retrieval.understanding.reading import read_as
from retrieval.understanding.time.events import Happened
from retrieval.understanding.time.spans import day_of
from retrieval.understanding.time.times import times_of
from tests.retrieval.conftest import NOW

TEAM = [
    Known(uuid4(), "technology", "Postgres", "postgres"),
    Known(uuid4(), "technology", "Kubernetes", "kubernetes", ["k8s"]),
    Known(uuid4(), "person", "Jane Whitfield", "jane whitfield"),
]


def _read(text):
    return query.read(text, TEAM, times=times_of(text, now=NOW))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Why Postgres?", ("Postgres",)),
        ("Why Postgrse?", ("read 'postgrse' as Postgres",)),
        ("k8s since Monday", ("Kubernetes, by another name",
                              "since Monday = 2026-05-25 to 2026-06-01")),
        ("Jane, yesterday", ("Jane Whitfield, by a part of the name", "yesterday = 2026-05-31")),
        ("before 2024", ("before 2024 = until 2023-12-31",)),
        ("after next week", ("after next week = from 2026-06-15",)),
        ("as of May 2025", ("as it was on 2025-05-31",)),
        ("before the launch", ("no decision tells when this was: the launch",)),
        ("berth prices", ()),
    ],
)  # fmt: skip
def test_each_name_and_time_is_told_as_it_was_read(text, lines):
    assert read_as(_read(text)) == lines


def test_an_event_is_told_with_its_day_and_the_memory_that_tells_it():
    read = _read("before the launch")
    launch = day_of(NOW)
    happened = Happened(read.event, uuid4(), "Launch of Tern", launch, launch)
    lines = read_as(replace(read, span=launch), happened)
    assert lines == ("before the launch = before 2026-06-01 (Launch of Tern)",)
