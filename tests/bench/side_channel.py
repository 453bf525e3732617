"""What a team can learn of another one from its own searches: nothing, it should be.

The same team of 5,000 in four databases, copies bit for bit. Two hold nothing else. The others have
another team of MOMO_BENCH_NEIGHBOR memories too, in the same bucket of the vector index: in one
those are any memories, in the other all lie around the first team's questions and are written in
their words. Every question is asked in all four, by turns in random order. Results are compared bit
for bit, times as distributions. How well the two like databases can be told apart is the noise of
the measurement.
"""

import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from unittest import mock
from uuid import UUID, uuid4

import numpy as np
from django.conf import settings
from django.db import connections
from numpy.typing import NDArray

from decisions.providers import providers
from lifecycle.maintenance import balance
from lifecycle.partitions import home_of
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import User
from momo.platform.embedded import Services
from momo.platform.tenancy.context import Scope
from retrieval import lines
from retrieval.pipeline import search
from retrieval.results import SearchResult
from tests.bench import generate
from tests.bench.copies import Connected, connected, copied, pointed_at
from tests.bench.figures import Figure
from tests.bench.generate import BATCH, PEOPLE, Space, Vectors, add_team
from tests.bench.retrieval import analyze, make_team
from tests.bench.separation import alike_below, apart, told
from tests.bench.texts import Writer, Written

NEIGHBOR = int(os.environ.get("MOMO_BENCH_NEIGHBOR", "50000"))
SIZE = 5_000  # memories of the team that asks
QUESTIONS = 100
ROUNDS = 10  # times that each is asked, in each database
STATES = ("alone", "alone again", "far", "near")

Found = dict[str, list[SearchResult]]  # in a state, a result a question
Times = dict[str, NDArray[np.float64]]  # of a state; milliseconds, shape (questions, ROUNDS)


class _Around(Space):
    """Vectors around given ones."""

    def __init__(self, centers: Vectors) -> None:
        super().__init__(seed=11)
        self._centers = centers

    def team(self, count: int) -> Iterator[Vectors]:
        for at in range(0, count, BATCH):
            yield self.near(self._centers, min(BATCH, count - at))


class _Echo(Writer):
    """Writes nothing but the questions."""

    def __init__(self, questions: Sequence[str]) -> None:
        super().__init__(0)
        self._questions = questions

    def memories(self, count: int) -> list[Written]:
        asked = random.Random(13).choices(self._questions, k=count)
        now = datetime.now(UTC)
        return [Written("decision", q, q, q, f"thread-{n}", now) for n, q in enumerate(asked)]


def measure() -> list[Figure]:
    owner = accounts.create_user(email="s@momo.example", password=uuid4().hex, name="Bench")
    scope = make_team(owner, Space(), SIZE).scope
    questions = Writer(scope.team_id.int % 2**32).questions(QUESTIONS, PEOPLE)
    vectors = _embedded(scope, questions)
    balance()  # before it is copied: no two builds of an index give the same one
    databases = {state: copied(state) for state in STATES}
    for state, database in databases.items():
        with pointed_at(database):
            if state == "far":
                add_team(_neighbor(owner, scope), NEIGHBOR, Space(seed=23))
            elif state == "near":
                with mock.patch.object(generate, "Writer", return_value=_Echo(questions)):
                    add_team(_neighbor(owner, scope), NEIGHBOR, _Around(vectors))
            balance()
            analyze()
    _restart()
    with connected(databases) as asking:
        found, times = _asked(scope, questions, asking)
    return _figures(found, times)


def _embedded(scope: Scope, questions: Sequence[str]) -> Vectors:
    """The vectors that the questions are asked by."""
    explained = (search(scope, question, explain=True).explanation for question in questions)
    return providers().embeddings.embed([each.dense_text for each in explained if each])


def _neighbor(owner: User, scope: Scope) -> UUID:
    """Another team, whose vectors share a bucket with those of the first."""
    while True:
        team = accounts.create_team(owner=owner, name=f"Other {uuid4().hex[:8]}")
        if home_of(team.id).bucket == home_of(scope.team_id).bucket:
            return team.id


def _restart() -> None:
    """So that all read their pages anew, by turns, and none lie where they came to lie while much
    else was read. Servers that are not embedded stay as they are."""
    connections.close_all()
    lines.close()
    servers = Services(settings.DATA_DIR, settings.URLS)
    servers.stop()
    with servers.session():
        pass


def _asked(
    scope: Scope, questions: Sequence[str], asking: dict[str, Connected]
) -> tuple[Found, Times]:
    draw, now = random.Random(17), datetime.now(UTC)
    found: Found = {state: [] for state in STATES}
    times: Times = {state: np.zeros((len(questions), ROUNDS)) for state in STATES}
    for turn in range(-1, ROUNDS):  # the first is a warm-up, and tells what is found
        for number, question in enumerate(questions):
            for state in draw.sample(STATES, len(STATES)):
                asking[state].take_over()
                started = time.perf_counter()
                result = search(scope, question, now=now)
                took = (time.perf_counter() - started) * 1000
                if turn < 0:
                    found[state].append(result)
                else:
                    times[state][number, turn] = took
    return found, times


def _figures(found: Found, times: Times) -> list[Figure]:
    counts = [len(each.results) for each in found["alone"]]
    note = f"far and near: {NEIGHBOR:,} of another team"
    return [
        Figure("same results, same order", _alike(found, _order), "", f"target: 1; {note}", 3),
        Figure("same to the last bit", _alike(found, repr), "", "target: 1; scores and all", 3),
        Figure("results a question", float(np.mean(counts)), "", f"of {len(counts)} questions"),
        *(
            Figure(f"{state}: p{p}", float(np.percentile(times[state], p)), "ms", "", 2)
            for state in STATES for p in (50, 95)
        ),
        *_separation(times),
    ]  # fmt: skip


def _alike(found: Found, look: Callable[[SearchResult], object]) -> float:
    """The share of questions that look the same in all states."""
    alike = [len(set(map(look, each))) == 1 for each in zip(*found.values(), strict=True)]
    return float(np.mean(alike))


def _order(result: SearchResult) -> tuple[UUID, ...]:
    return tuple(each.id for each in result.results)


def _separation(times: Times) -> list[Figure]:
    """Each time relative to what its question takes, so that no question's cost hides anything."""
    typical = np.median(np.concatenate(list(times.values()), axis=1), axis=1)[:, None]
    relative = {state: (each / typical).ravel() for state, each in times.items()}
    size = relative["near"].size
    by_distance = f"Kolmogorov-Smirnov; alike below {alike_below(size, size):.3f} (1% error)"
    figures = []
    for one, other in (("near", "alone"), ("near", "far"), ("alone again", "alone")):
        a, b = relative[other], relative[one]
        figures += [
            Figure(f"{one} and {other}: distance", apart(a, b), "", by_distance, 3),
            Figure(f"{one} and {other}: told apart", told(a, b), "", "ROC area; a guess: 0.5", 3),
        ]
    return figures
