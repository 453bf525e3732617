"""What those who made decisions say of them: that they are right, that they are not, or how.

Only who made a decision has a say: who is known by one of the addresses of a person whom it names
as its decider or, where it names none, as its author. What they said of all together tells how
often what is found is right.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils import timezone

from decisions import services
from decisions.editing.drafts import MANUAL_SOURCE
from decisions.extraction.contract import Status
from decisions.histories import lineage
from decisions.models import Decision, Memory, Ratification, Verdict
from decisions.refusals import NotYours, Refused
from momo.platform.accounts.models import User
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import Scope, acting_as, current, current_team_id
from momo.platform.tenancy.visibility import Visibility

# By address where the decision gives one, else by handle or name, as `people.is_person`.
_DECIDED_BY = """
SELECT m.id FROM decisions_entity n
JOIN decisions_edge e ON e.team_id = %s AND e.dst = n.id AND e.kind = 'INVOLVES'
JOIN decisions_memory m ON m.team_id = %s AND m.id = e.src AND m.kind = 'decision'
WHERE n.team_id = %s AND n.type = 'person' AND %s = ANY (n.emails) AND EXISTS (
    SELECT FROM jsonb_array_elements(m.people) p
    WHERE p->>'role' =
        CASE WHEN m.people @> '[{"role": "decider"}]' THEN 'decider' ELSE 'author' END
    AND CASE WHEN p->>'email' <> '' THEN lower(p->>'email') = ANY (n.emails)
        ELSE lower(p->>'handle') = ANY (n.handles)
          OR lower(trim(p->>'name')) = ANY (lower(n.name) || n.aliases) END)
"""
# Of a decision that several people judged, the last word counts.
_ACCURACY = """
WITH last AS (
    SELECT DISTINCT ON (r.memory_id) r.memory_id, r.verdict, r.decision_type
    FROM decisions_ratification r WHERE r.team_id = %(team)s AND r.undone_at IS NULL
    ORDER BY r.memory_id, r.at DESC, r.id DESC
)
SELECT last.decision_type, m.source, count(*) FILTER (WHERE verdict = 'confirm'),
    count(*) FILTER (WHERE verdict = 'edit'), count(*) FILTER (WHERE verdict = 'reject')
FROM last JOIN decisions_memory m ON m.team_id = %(team)s AND m.id = last.memory_id
WHERE m.visibility <> 'secret'
GROUP BY GROUPING SETS ((), (last.decision_type), (m.source))
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """How many decisions their deciders confirmed, had to edit, and rejected."""

    confirmed: int = 0
    edited: int = 0
    rejected: int = 0

    @property
    def judged(self) -> int:
        return self.confirmed + self.edited + self.rejected

    @property
    def share(self) -> float | None:
        """Of those judged, in 0..1, that were right as they were found; None where none was."""
        return self.confirmed / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class Accuracy:
    """As far as the principal sees the decisions: of all, by the type as found, by source."""

    team: Judged
    by_type: Mapping[str, Judged]
    by_source: Mapping[str, Judged]


def ratify(
    scope: Scope,
    decision_id: UUID,
    verdict: Verdict,
    *,
    reason: str = "",
    changes: Mapping[str, Any] | None = None,
) -> Ratification:
    """Keep the principal's word on a decision, in place of an earlier one of theirs.

    A rejected decision is reversed. An edit changes it first, which asks the embedding model: not
    to be called in a transaction. Raises Decision.DoesNotExist, NotYours where they are not its
    decider, Refused, and what `services.edit_memory` raises.
    """
    with acting_as(scope.team_id, scope.principal_id):
        found_as = _theirs(decision_id).decision_type
    if verdict == Verdict.EDIT:
        services.edit_memory(scope, decision_id, changes or {})
    with acting_as(scope.team_id, scope.principal_id):
        lineage.lock()
        earlier = _word(decision_id)
        if earlier and earlier.verdict == verdict != Verdict.EDIT:
            raise Refused("You have said so already.")
        if earlier:
            _take_back(earlier)
        return _keep(decision_id, verdict, reason, earlier.decision_type if earlier else found_as)


def withdraw(decision_id: UUID) -> None:
    """Take back the principal's word; what a rejection reversed stands again, unless others
    rejected it too. An edit stays. Raises Decision.DoesNotExist, and Refused where there is none.
    """
    lineage.lock()
    Decision.objects.get(id=decision_id)
    word = _word(decision_id)
    if word is None:
        raise Refused("You have not said anything of it.")
    _take_back(word)
    audit.record("decision.ratification_withdrawn", subject=str(decision_id))


def awaiting() -> QuerySet[Memory]:
    """Decisions in force of which the principal is the decider and has said nothing yet."""
    principal = current().principal_id
    said = Ratification.objects.filter(by_principal=principal, undone_at=None).values("memory_id")
    rows = Memory.objects.filter(id__in=_decided_by(principal), archived_at=None)
    own_words = Q(source=MANUAL_SOURCE, owner_id=principal)
    return (
        rows.filter(superseded_by=None).exclude(status=Status.REVERSED)
        .exclude(visibility=Visibility.SECRET).exclude(own_words | Q(id__in=said))
        .defer("search", "sealed_context", "fingerprint")
    )  # fmt: skip


def words_on(decision_id: UUID) -> list[Ratification]:
    """What its deciders say of it, oldest first."""
    rows = Ratification.objects.filter(memory_id=decision_id, undone_at=None)
    return list(rows.order_by("at", "id"))


def accuracy() -> Accuracy:
    """How often what was found is right, by those who should know. One statement."""
    team, by_type, by_source = Judged(), dict[str, Judged](), dict[str, Judged]()
    with connection.cursor() as cursor:
        cursor.execute(_ACCURACY, {"team": current_team_id()})
        for decision_type, source, *counts in cursor.fetchall():
            if decision_type is not None:
                by_type[decision_type] = Judged(*counts)
            elif source is not None:
                by_source[source] = Judged(*counts)
            else:
                team = Judged(*counts)
    return Accuracy(team, dict(sorted(by_type.items())), dict(sorted(by_source.items())))


def _theirs(decision_id: UUID) -> Decision:
    decision = Decision.objects.get(id=decision_id)
    mine = Memory.objects.filter(id=decision_id, id__in=_decided_by(current().principal_id))
    if not mine.exists():
        raise NotYours("Only who made the decision confirms, edits or rejects it as such.")
    return decision


def _decided_by(principal: UUID) -> RawSQL:
    address = User.objects.filter(id=principal).values_list("email", flat=True).first() or ""
    team = current_team_id()
    return RawSQL(_DECIDED_BY, (team, team, team, address))  # noqa: S611  (a constant)


def _word(decision_id: UUID) -> Ratification | None:
    mine = Ratification.objects.filter(
        memory_id=decision_id, by_principal=current().principal_id, undone_at=None
    )
    return mine.select_for_update().first()


def _keep(decision_id: UUID, verdict: Verdict, reason: str, found_as: str) -> Ratification:
    decision = Decision.objects.get(id=decision_id)
    rejects = verdict == Verdict.REJECT and decision.status != Status.REVERSED
    if rejects:
        services.reverse_decision(decision_id, reason=reason or "Rejected by who decided it.")
    word: Ratification = Ratification.objects.create(
        memory_id=decision_id, verdict=verdict, by_principal=current().principal_id,
        reason=reason, decision_type=found_as, reversed_it=rejects,
        visibility=decision.visibility, owner_id=decision.owner_id,
        audience_id=decision.audience_id,
    )  # fmt: skip
    audit.record("decision.ratified", subject=str(decision_id), verdict=verdict)
    return word


def _take_back(word: Ratification) -> None:
    word.undone_at = timezone.now()
    word.save(update_fields=["undone_at"])
    if not word.reversed_it:
        return
    others = Ratification.objects.filter(
        memory_id=word.memory_id, verdict=Verdict.REJECT, undone_at=None
    )
    other = others.order_by("at", "id").first()
    if other:
        Ratification.objects.filter(id=other.id).update(reversed_it=True)
    elif Decision.objects.filter(id=word.memory_id, status=Status.REVERSED).exists():
        services.restore_decision(word.memory_id)
