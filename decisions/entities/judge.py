"""Judge: what no rule decides, by how near two names are in meaning, then by a chat model.

Outside any transaction, as models are asked. Each verdict is kept, so that no pair is asked about
twice; whoever is killed in between asks again.
"""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from numpy import dot

from decisions.entities.likeness import may_be_spelled_so
from decisions.entities.locks import lock
from decisions.entities.prompt import PURPOSE, VERSION, Pair, answers, prompt, schema
from decisions.entities.resolve import disturb, resolve_stale
from decisions.models import EntityName, EntityVerdict, Sameness
from momo.platform.ai import ChatProvider, EmbeddingProvider
from momo.platform.tenancy.context import Scope, acting_as

PAIRS_A_CALL = 40
ALIKE_IN_MEANING = 0.9  # calibrated likeness of two names of a thing that are one; see docs
_BY_RULES = ("alike", "mention", "same-name", "same-address", "same-handle")
_SEEN = "spelled-alike"  # the rule of what the embedding model left undecided

Judged = dict[UUID, tuple[Sameness, str, str]]


def judge(scope: Scope, *, embeddings: EmbeddingProvider, chat: ChatProvider | None) -> int:
    """Decide undecided pairs that the principal sees. Returns how many were decided.

    One embedding request, and one structured call for each kind of readers, for at most
    PAIRS_A_CALL pairs. Raises ProviderError; what is undecided then waits for the next time.
    """
    with acting_as(scope.team_id, scope.principal_id):
        waiting = _waiting(ask=chat is not None)
    if not waiting:
        return 0
    judged = _by_meaning(waiting, embeddings)
    left = [
        (row, pair)
        for row, pair in waiting
        if row.id not in judged or judged[row.id][0] == Sameness.UNDECIDED
    ]
    if chat and left:
        for part in _by_readers(left):
            judged |= _by_model(part, chat)
    with acting_as(scope.team_id, scope.principal_id):
        lock()
        return _keep(judged)


def _waiting(*, ask: bool) -> list[tuple[EntityVerdict, Pair]]:
    """The likeliest pairs that nobody judged: without a chat model, things spelled alike alone."""
    rules = (*_BY_RULES, _SEEN) if ask else ("alike",)
    rows = EntityVerdict.objects.filter(
        verdict=Sameness.UNDECIDED, by_principal=None, by_rule__in=rules
    ).order_by("-score", "id")[:PAIRS_A_CALL]
    ids = {end for row in rows for end in (row.a_id, row.b_id)}
    names = {name.id: name for name in EntityName.objects.filter(id__in=ids)}
    return [
        (row, (names[row.a_id], names[row.b_id]))
        for row in rows
        if row.a_id in names and row.b_id in names
    ]


def _by_meaning(
    waiting: Sequence[tuple[EntityVerdict, Pair]], embeddings: EmbeddingProvider
) -> Judged:
    """Things spelled nearly the same whose names mean the same to the embedding model.

    By itself it is no evidence: to such a model all of a kind are near each other.
    """
    alike = [(row, pair) for row, pair in waiting if row.by_rule == "alike"]
    judged: Judged = {row.id: (Sameness.UNDECIDED, _SEEN, row.reason) for row, _ in alike}
    near = [(row, forms) for row, pair in alike if (forms := _nearly_the_same(pair))]
    if not near:
        return judged
    vectors = embeddings.embed([form for _, forms in near for form in forms])
    for (row, _), one, other in zip(near, vectors[::2], vectors[1::2], strict=True):
        if embeddings.calibrate(float(dot(one, other))) >= ALIKE_IN_MEANING:
            reason = "Spelled alike, and near in meaning."
            judged[row.id] = (Sameness.SAME, f"embedding/{embeddings.model}", reason)
    return judged


def _nearly_the_same(pair: Pair) -> tuple[str, str] | None:
    forms = [[key[2:] for key in name.keys if key.startswith("t:")] for name in pair]
    found = ((a, b) for a in forms[0] for b in forms[1] if may_be_spelled_so(a, b))
    return next(found, None)


def _by_readers(
    waiting: Sequence[tuple[EntityVerdict, Pair]],
) -> list[list[tuple[EntityVerdict, Pair]]]:
    """A model that is shown what one person keeps private may tell of it in its reason for what
    the team shares: so they are asked about apart."""
    parts: dict[tuple[object, ...], list[tuple[EntityVerdict, Pair]]] = defaultdict(list)
    for row, pair in waiting:
        parts[row.visibility, row.owner_id, row.audience_id].append((row, pair))
    return list(parts.values())


def _by_model(waiting: Sequence[tuple[EntityVerdict, Pair]], chat: ChatProvider) -> Judged:
    pairs = [pair for _, pair in waiting]
    answer = chat.complete_json(prompt(pairs), schema=schema(), name=PURPOSE)
    found = answers(answer, len(pairs))
    rule = f"{chat.model}/{VERSION}"
    return {
        row.id: (found[number][0], rule, found[number][1])
        for number, (row, _) in enumerate(waiting, 1)
        if number in found
    }


def _keep(judged: Judged) -> int:
    """Write verdicts where the pair is undecided still, and bring the entities up to date."""
    decided = 0
    ends: set[UUID] = set()
    rows = EntityVerdict.objects.filter(Q(id__in=judged), verdict=Sameness.UNDECIDED)
    for row in rows.order_by("id"):
        row.verdict, row.by_rule, row.reason = judged[row.id]
        row.by_rule = row.by_rule[:80]
        row.save(update_fields=["verdict", "by_rule", "reason"])
        if row.verdict != Sameness.UNDECIDED:
            decided += 1
            ends |= {row.a_id, row.b_id}
    if ends:
        disturb(ends)
        resolve_stale()
    return decided
