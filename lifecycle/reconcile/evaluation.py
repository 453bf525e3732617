"""How well replaced decisions are found, on dated proposals of which some replaced others."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils import timezone

from connectors.contract import Person
from decisions.editing.drafts import Draft, memory_of, texts_of
from decisions.models import Supersession
from decisions.pipeline.edges import Written
from decisions.pipeline.store import write
from decisions.providers import providers
from lifecycle.reconcile.apply import RULE
from lifecycle.reconcile.reading import statements_for, vectors_of
from lifecycle.reconcile.work import nearest, reconcile
from momo.platform.tenancy.context import Scope, acting_as
from retrieval.evaluation.trial import trial

SERIES = "PEP"
ABSTRACT_CHARACTERS = 2_000  # of an abstract that are kept as a decision's summary
BATCH = 200  # decisions a transaction
_DATES = ("%d-%b-%Y", "%d-%B-%Y", "%Y-%m-%d")
_ROLE = re.compile(r":pep:`(?:[^`<]*<)?(\d+)(?:#[^`>]*)?>?`")
_ADDRESS = re.compile(r"^(?P<name>[^<]*)(?:<(?P<email>[^>]*)>)?$")

Pair = tuple[int, int]  # numbers of the older and the newer one


@dataclass(frozen=True, slots=True)
class Proposal:
    """One numbered document, dated when it was first written."""

    number: int
    title: str
    abstract: str
    authors: tuple[Person, ...]
    created: datetime


@dataclass(frozen=True, slots=True)
class Mark:
    """That a newer one was marked as replacing an older one, why, and whether that is known."""

    older: int
    older_title: str
    newer: int
    newer_title: str
    rule: str
    reason: str
    evidence: str
    known: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """`known_pairs` are those in the order of their dates; shares are of these."""

    proposals: int
    known_pairs: int
    candidate_recall: float
    marked: int
    true_marked: int
    missed: tuple[Pair, ...]
    marks: tuple[Mark, ...]

    @property
    def false_per_true(self) -> float:
        """Marks that are not among the known pairs, for each that is. Some are right all the same:
        the known pairs are only some of all."""
        return (self.marked - self.true_marked) / max(1, self.true_marked)

    def as_json(self) -> dict[str, Any]:
        figures = asdict(self) | {"false_per_true": self.false_per_true}
        del figures["marks"]
        return figures


def read(proposals: Path, pairs: Path) -> tuple[list[Proposal], list[Pair]]:
    """Proposals in the order of their dates, and the pairs. Raises ValueError and KeyError."""
    with proposals.open(encoding="utf-8") as lines:
        found = [_proposal(json.loads(line)) for line in lines if line.strip()]
    known = [(int(old), int(new)) for old, new in json.loads(pairs.read_text("utf-8"))]
    return sorted(found, key=lambda each: (each.created, each.number)), known


def measure(proposals: Sequence[Proposal], pairs: Sequence[Pair]) -> Figures:
    """State all in a new team, which is erased afterwards, and reconcile them."""
    place = {each.number: at for at, each in enumerate(proposals)}
    known = {
        (old, new) for old, new in pairs
        if old in place and new in place and place[old] < place[new]
    }  # fmt: skip
    with trial([]) as team:
        number_of = _state(team.scope, proposals)
        near = _candidates(team.scope, number_of, {new for _, new in known})
        reconcile(team.scope.team_id)
        marks = _marks(team.scope, number_of, {each.number: each for each in proposals}, known)
    found = sum(old in near.get(new, ()) for old, new in known)
    right = {(mark.older, mark.newer) for mark in marks if mark.known}
    return Figures(
        proposals=len(proposals), known_pairs=len(known),
        candidate_recall=found / max(1, len(known)), marked=len(marks), true_marked=len(right),
        missed=tuple(sorted(known - right)), marks=tuple(marks),
    )  # fmt: skip


def _proposal(raw: dict[str, Any]) -> Proposal:
    return Proposal(
        number=int(raw["number"]),
        title=raw["title"],
        abstract=_ROLE.sub(rf"{SERIES} \1", raw["abstract"] or "")[:ABSTRACT_CHARACTERS],
        authors=tuple(_authors(raw["authors"] or "")),
        created=_date(raw["created"]),
    )


def _date(text: str) -> datetime:
    for form in _DATES:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise ValueError(f"no date: {text!r}")


def _authors(text: str) -> Iterator[Person]:
    for part in text.split(","):
        match = _ADDRESS.match(part.strip())
        if match and match["name"].strip():
            yield Person(
                name=match["name"].strip(), email=(match["email"] or "").strip(), role="decider"
            )


def _state(scope: Scope, proposals: Sequence[Proposal]) -> dict[UUID, int]:
    """Each as a decision, as if people had stated it. Returns the number of each memory."""
    number_of: dict[UUID, int] = {}
    for at in range(0, len(proposals), BATCH):
        batch = [(each, _written(each, scope)) for each in proposals[at : at + BATCH]]
        model = providers().embeddings
        vectors = model.embed([new.embedded_text for _, (_, new, _) in batch])
        for (_, (_, new, _)), vector in zip(batch, vectors, strict=True):
            new.vector = vector
        with acting_as(scope.team_id, scope.principal_id):
            write([written for _, written in batch], model=model.model)
        number_of |= {written[0].id: each.number for each, written in batch}
    return number_of


def _written(proposal: Proposal, scope: Scope) -> Written:
    draft = Draft(
        title=f"{SERIES} {proposal.number}: {proposal.title}", summary=proposal.abstract,
        people=proposal.authors, decided_at=proposal.created,
    )  # fmt: skip
    memory = memory_of(draft, scope, timezone.now())
    new = texts_of(memory)
    new.people = draft.people
    return memory, new, None


def _candidates(scope: Scope, number_of: dict[UUID, int], wanted: set[int]) -> dict[int, set[int]]:
    """The numbers near each of the wanted ones, as the resolver is shown them."""
    models = providers()
    with acting_as(scope.team_id, scope.principal_id):
        statements = statements_for("")
        vectors = vectors_of([each.key for each in statements], models.embeddings.model)
    keys = {str(memory_id) for memory_id, number in number_of.items() if number in wanted}
    near = nearest(statements, vectors, keys, asked=keys, models=models)
    return {
        number_of[UUID(each.new.key)]: {number_of[UUID(older.key)] for older in each.older}
        for each in near
    }


def _marks(
    scope: Scope, number_of: dict[UUID, int], by_number: dict[int, Proposal], known: set[Pair]
) -> list[Mark]:
    with acting_as(scope.team_id, scope.principal_id):
        records = list(Supersession.objects.filter(by_rule__startswith=RULE, undone_at=None))
    marks = []
    for record in records:
        older, newer = number_of[record.old_id], number_of[record.new_id]
        marks.append(
            Mark(
                older=older, older_title=by_number[older].title, newer=newer,
                newer_title=by_number[newer].title, rule=record.by_rule.removeprefix(RULE),
                reason=record.reason, evidence=record.evidence, known=(older, newer) in known,
            )
        )  # fmt: skip
    return sorted(marks, key=lambda mark: (by_number[mark.newer].created, mark.newer, mark.older))
