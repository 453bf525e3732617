"""Results and candidates for tests of the pure stages."""

from dataclasses import replace
from uuid import uuid4

from retrieval.landing.candidate import Candidate
from retrieval.ranking.signals import Scored, Signals
from retrieval.results import Holds, Related, Result, Source
from retrieval.understanding.query import Intent, Query
from tests.retrieval.conftest import days_ago


def a_candidate(
    title: str = "A", *, age: float = 100, superseded: bool = False, **changes: object
) -> Candidate:
    moment, successor = days_ago(age).timestamp(), uuid4() if superseded else None
    made = Candidate(uuid4(), "decision", "decided", moment, None, title, "", successor)
    return made._replace(**changes)  # type: ignore[arg-type]


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
