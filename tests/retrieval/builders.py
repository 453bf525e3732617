"""Results and candidates for tests of the pure stages."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import numpy as np

from retrieval.landing.candidate import KEY, NO_KEY, Candidate, Candidates, Landed
from retrieval.ranking.signals import Scored, Signals
from retrieval.results import Holds, Related, Result, Source
from retrieval.understanding.query import Intent, Query
from tests.retrieval.conftest import days_ago


def a_candidate(
    title: str = "A", *, age: float = 100, superseded: bool = False, **changes: object
) -> Candidate:
    moment, successor = days_ago(age).timestamp(), uuid4().bytes if superseded else NO_KEY
    made = Candidate(uuid4().bytes, "decision", "decided", moment, NO_KEY, title, "", successor)
    return made._replace(**changes)  # type: ignore[arg-type]


_KEYS = ("key", "item_key", "successor_key")
_TEXTS = ("kind", "status", "title", "summary", "decision_type")


def candidates_of(candidates: Iterable[Candidate]) -> Candidates:
    """As a search has them; in the order given."""
    given = list(candidates)
    read = Candidate._fields[: Candidate._fields.index("involvement")]
    columns = {name: [getattr(each, name) for each in given] for name in read}
    numbers = {
        name: np.array(columns[name], KEY if name in _KEYS else None)
        for name in read
        if name not in _TEXTS
    }
    cosines = [np.nan if each.cosine is None else each.cosine for each in given]
    strengths = np.array([each.strengths for each in given], dtype=np.float64)
    return Candidates(
        numbers, {name: columns[name] for name in _TEXTS}, rows=np.arange(len(given)),
        involvements=np.array([each.involvement for each in given], dtype=np.float64),
        cosines=np.array(cosines, dtype=np.float64),
        strengths=strengths.reshape(len(given), -1 if given else 0),
    )  # fmt: skip


def landed_of(candidates: Iterable[Candidate], *told: Any, **changes: Any) -> Landed:
    return Landed(candidates_of(candidates), *told, **changes)


def a_query(text: str = "postgres", **changes: object) -> Query:
    made = Query(text, Intent.GENERAL, tuple(text.split()), text)
    return replace(made, **changes)  # type: ignore[arg-type]


def scored(candidate: Candidate, score: float = 0.5) -> Scored:
    return Scored(candidate, score, Signals())


def a_source(age: float = 100, **changes: object) -> Source:
    made = Source("slack", days_ago(age), "https://chat.example/1", "infra", "Jane", "")
    return replace(made, **changes)  # type: ignore[arg-type]


def a_related(title: str, age: float = 50) -> Related:
    return Related(uuid4(), title, a_source(age))


def a_result(title: str = "Chose Postgres", *, age: float = 100, **changes: object) -> Result:
    made = Result(
        id=uuid4(), kind="decision", title=title, summary="", rationale="",
        decision_type="selection", confidence="high", status="decided", options=(), people=(),
        entities=(), owner_name="", due_on=None, importance=0.8, tags=(), visibility="shared",
        source=a_source(age), source_item_id=None, holds=Holds.HOLDS, superseded_by=None,
        replaced=(), occurrences=1, first_seen_at=days_ago(age), last_seen_at=days_ago(age),
        score=0.5, signals=Signals(),
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]
