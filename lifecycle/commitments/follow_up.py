"""Following up: what new messages say of commitments that are open.

Nobody sees every message, so this is done as somebody of each kind of readers. What a message says
counts for those who see both it and the commitment: a private one closes nothing in others' eyes.
"""

import json
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone

from connectors.models import SourceItem
from decisions.pipeline.work import open_field
from decisions.providers import providers
from decisions.reindex import Holder
from lifecycle.commitments import tuning
from lifecycle.commitments.asking import ModelJudge
from lifecycle.commitments.contract import Done, Judge, Pair
from lifecycle.commitments.models import CommitmentMark
from lifecycle.commitments.people import names_of, names_of_person
from lifecycle.commitments.rules import DOING_WORDS, RulesJudge, mentions_doing
from lifecycle.commitments.standing import COMMITMENT, IS_OPEN, last_word
from lifecycle.reindex import holders
from lifecycle.scheduling import claims
from lifecycle.scheduling.claims import Taken
from lifecycle.scheduling.models import Job, Schedule
from momo.platform.ai import BudgetExceeded, ProviderError, metering
from momo.platform.tenancy.context import NotAMember, Scope, acting_as, current_team_id
from momo.platform.tenancy.models import holder_of
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault.envelope import SealError
from retrieval.active import active_model

log = logging.getLogger(__name__)

_FIRST = UUID(int=0)
_TIME_BITS = 80  # of a UUIDv7, below the 48 of its milliseconds
SeenBy = tuple[str, UUID | None, UUID | None]

# Commitments that are open, and messages said after them, of which one is new: in their thread, or
# elsewhere by their owner, with a word of being done, and near in meaning. A message is the
# observation of its item. What all see is judged once, whoever else sees more. The parts are
# MATERIALIZED: the planner expects few rows of them, and would look for the pairs anew for each.
_PAIRS = f"""
WITH owed AS MATERIALIZED (
    SELECT m.id, m.title, m.quote, m.owner_name, m.people, m.visibility, m.owner_id, m.audience_id,
        m.source, m.source_date, m.thread_key, m.source_item_id
    FROM decisions_memory m
    {last_word()}
    WHERE m.team_id = %(team)s AND {COMMITMENT} AND {IS_OPEN} AND word.by_principal IS NULL
      AND m.source_date >= %(oldest)s
    ORDER BY m.source_date DESC LIMIT %(commitments)s
), said AS MATERIALIZED (
    SELECT o.id, o.source, o.thread_key, o.visibility, o.source_date, o.source_item_id, e.embedding,
        lower(i.author->>'name') AS author
    FROM decisions_memory o
    JOIN connectors_sourceitem i ON i.team_id = %(team)s AND i.id = o.source_item_id
    JOIN decisions_memoryembedding e ON e.team_id = %(team)s AND e.memory_id = o.id
        AND e.model = %(model)s AND e.chunk = 0
    WHERE o.team_id = %(team)s AND o.kind = 'observation' AND o.source_date >= %(oldest)s
      AND (o.id > %(since)s OR (SELECT bool_or(owed.id > %(since)s) FROM owed))
      AND o.search @@ to_tsquery('english', %(words)s)
    ORDER BY o.source_date DESC LIMIT %(messages)s
), pairs AS MATERIALIZED (
    SELECT m.id, o.source_item_id, o.source_date, true AS same_thread, 0.0::float AS similarity
    FROM owed m JOIN decisions_memory o ON o.team_id = %(team)s AND o.thread_key = m.thread_key
    WHERE m.thread_key <> '' AND o.source = m.source AND o.kind = 'observation'
      AND o.source_item_id IS DISTINCT FROM m.source_item_id AND o.source_date > m.source_date
      AND (o.id > %(since)s OR m.id > %(since)s)
      AND (m.visibility = 'shared' AND o.visibility = 'shared') = %(shared)s
    UNION ALL
    SELECT m.id, o.source_item_id, o.source_date, false, 1 - (e.embedding <=> o.embedding)
    FROM owed m
    JOIN decisions_memoryembedding e ON e.team_id = %(team)s AND e.memory_id = m.id
        AND e.model = %(model)s AND e.chunk = 0
    JOIN said o ON o.source_date > m.source_date
      AND (o.thread_key <> m.thread_key OR o.thread_key = '' OR o.source <> m.source)
    WHERE o.source_item_id IS DISTINCT FROM m.source_item_id
      AND (o.id > %(since)s OR m.id > %(since)s)
      AND (m.visibility = 'shared' AND o.visibility = 'shared') = %(shared)s
      AND (o.author = lower(m.owner_name) OR starts_with(o.author, lower(m.owner_name) || ' '))
      AND 1 - (e.embedding <=> o.embedding) >= %(similar)s
)
SELECT m.*, p.source_item_id AS item_id, p.same_thread, p.similarity
FROM pairs p JOIN owed m ON m.id = p.id
WHERE p.source_item_id IS NOT NULL
ORDER BY p.source_date DESC, p.source_item_id, m.id LIMIT %(limit)s
"""  # noqa: S608  (constants)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair to be judged, and who would see what is found: those who see both."""

    pair: Pair
    seen_by: SeenBy
    item_hash: bytes


def follow_up_due(now: datetime, go_on: Callable[[], bool] = lambda: True) -> None:
    """Follow up the teams in which something is new. Not to be called in a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT momo_schedule_commitments(%s)", [now])
    for schedule_id in claims.due(Job.COMMITMENTS, now):
        if not go_on():
            return
        with suppress(Taken), claims.held(schedule_id, now) as mine:
            _follow_up(mine, now)


def follow_up(scope: Scope, *, since: UUID = _FIRST) -> int:
    """Judge what is new since a memory's id, all there is without one. Returns how many messages
    were found to close a commitment. Raises ProviderError and NotAMember."""
    models = providers()
    judge: Judge = ModelJudge(models.chat) if models.chat else RulesJudge()
    return sum(_for_holder(each, judge, since) for each in holders(scope))


def _follow_up(mine: Schedule, now: datetime) -> None:
    scope = Scope(mine.team_id, mine.principal_id)
    since = _id_at(now)
    try:
        with metering.charged_to(scope):
            follow_up(scope, since=mine.cursor or _FIRST)
    except BudgetExceeded as error:
        claims.put_off(mine, now, str(error), wait=tuning.BUDGET_LOOK)
    except ProviderError as error:
        claims.put_off(mine, now, str(error))
    except NotAMember:
        claims.give_up(mine, "Whoever it was done for has left the team.", slot_at=None)
    else:
        claims.finish(mine, now, slot_at=None, cursor=since)


def _id_at(now: datetime) -> UUID:
    """The first id that a memory could have got a little before this moment."""
    moment = int((now - tuning.LOOK_BACK).timestamp() * 1000)
    return UUID(int=moment << _TIME_BITS)


def _for_holder(holder: Holder, judge: Judge, since: UUID) -> int:
    scope = holder.scope
    try:
        with acting_as(scope.team_id, scope.principal_id):
            candidates = _candidates(holder, since)
    except NotAMember:  # has left since they were listed
        return 0
    closed = 0
    for at in range(0, len(candidates), tuning.KEPT_AT_ONCE):
        part = candidates[at : at + tuning.KEPT_AT_ONCE]
        found = judge.judge([each.pair for each in part]).done
        with acting_as(scope.team_id, scope.principal_id):
            closed += _keep(found, part)
    return closed


def _candidates(holder: Holder, since: UUID) -> list[Candidate]:
    """What is to be judged of what this kind of readers sees, and no other."""
    rows = _rows(since, shared=holder.visibility == Visibility.SHARED)
    known = SourceItem.objects.filter(id__in={row["item_id"] for row in rows}, deleted_at=None)
    items = {item.id: item for item in known.defer("sealed_raw", "sealed_extraction")}
    texts = {item_id: _text(item) for item_id, item in items.items()}
    found = []
    for row in rows:
        item = items.get(row["item_id"])
        if item is None or not mentions_doing(texts[item.id]):
            continue
        seen_by = _seen_by_both(row, item)
        if seen_by and _is_of(holder, seen_by):
            pair = _pair(row, item, texts[item.id])
            found.append(Candidate(pair, seen_by, bytes(item.content_hash)))
    return _with_what_they_owe(found)


def _is_of(holder: Holder, seen_by: SeenBy) -> bool:
    visibility, owner_id, audience_id = seen_by
    who = {Visibility.RESTRICTED: audience_id, Visibility.PRIVATE: owner_id}
    return visibility == holder.visibility and who.get(Visibility(visibility)) == holder.id


def _rows(since: UUID, *, shared: bool) -> list[dict[str, Any]]:
    given: dict[str, Any] = {
        "team": current_team_id(), "since": since, "shared": shared, "model": active_model(),
        "oldest": timezone.now() - tuning.FOLLOWED_FOR, "words": DOING_WORDS,
        "similar": tuning.SIMILARITY, "commitments": tuning.COMMITMENTS,
        "messages": tuning.MESSAGES, "limit": tuning.PAIRS,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, given)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _text(item: SourceItem) -> str:
    """Empty where its key is gone."""
    with suppress(SealError):
        return open_field(item, "sealed_text").decode()
    return ""


def _pair(row: dict[str, Any], item: SourceItem, text: str) -> Pair:
    return Pair(
        memory_id=row["id"], item_id=item.id, promised=f"{row['title']}\n{row['quote']}",
        owner=_owner(row["owner_name"], json.loads(row["people"])), message=text,
        author=names_of_person(item.author), same_thread=row["same_thread"],
        similarity=row["similarity"],
    )  # fmt: skip


def _owner(name: str, people: Sequence[dict[str, str]]) -> frozenset[str]:
    """What the owner is called, with what is known of them among its people; without an owner
    whoever said so."""
    called = names_of(name)
    for person in people:
        known = names_of_person(person)
        if (called and called & known) or (not called and person.get("role") == "author"):
            return called | known
    return called


def _seen_by_both(row: dict[str, Any], item: SourceItem) -> SeenBy | None:
    """Who sees the commitment and the message. None where that is no one kind of readers, and for
    what is secret."""
    commitment: SeenBy = (row["visibility"], row["owner_id"], row["audience_id"])
    message: SeenBy = (item.visibility, item.owner_id, item.audience_id)
    if Visibility.SECRET in (commitment[0], message[0]):
        return None
    if message[0] == Visibility.SHARED:
        return commitment
    if commitment[0] == Visibility.SHARED or message[0] == Visibility.PRIVATE:
        return message
    if commitment[0] == Visibility.PRIVATE or commitment[2] == message[2]:
        return commitment
    return None


def _with_what_they_owe(candidates: Sequence[Candidate]) -> list[Candidate]:
    """A bare "done" is about the one thing that its author owes in the thread, if it is one."""
    pairs = [each.pair for each in candidates]
    owed = Counter((p.item_id, p.owner) for p in pairs if p.same_thread)
    return [
        replace(each, pair=replace(pair, owes=max(1, owed[pair.item_id, pair.owner])))
        for each, pair in zip(candidates, pairs, strict=True)
    ]


def _keep(found: Sequence[Done], candidates: Sequence[Candidate]) -> int:
    by_pair = {(each.pair.memory_id, each.pair.item_id): each for each in candidates}
    items = {each.pair.item_id for each in candidates}
    said = dict(SourceItem.objects.filter(id__in=items).values_list("id", "occurred_at"))
    known = by_pair.keys() & {(done.memory_id, done.item_id) for done in found}
    marks = [
        _mark(done, by_pair[done.memory_id, done.item_id], said[done.item_id])
        for done in found
        if (done.memory_id, done.item_id) in known and done.item_id in said
    ]
    CommitmentMark.objects.bulk_create(
        marks, update_conflicts=True, unique_fields=["team_id", "memory_id", "item_id", "holder"],
        update_fields=["quote", "item_hash", "by_rule", "at"],
    )  # fmt: skip
    return len(marks)


def _mark(done: Done, candidate: Candidate, at: datetime) -> CommitmentMark:
    visibility, owner_id, audience_id = candidate.seen_by
    return CommitmentMark(
        memory_id=done.memory_id, closed=True, at=at, by_rule=done.rule, item_id=done.item_id,
        item_hash=candidate.item_hash, quote=done.quote, visibility=visibility,
        owner_id=owner_id, audience_id=audience_id,
        holder=holder_of(visibility, owner_id, audience_id),
    )  # fmt: skip
