"""More of whatever a team has, for lists to be longer."""

import os
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.db import models
from django.utils import timezone

from connectors.contract import Person
from connectors.live import connecting
from connectors.live.contract import Connected
from connectors.models import PipelineJob, SourceItem
from decisions import entities
from decisions.entities import person_spec
from decisions.models import ExtractionTally, Ratification
from lifecycle.digests.models import DigestRun
from lifecycle.reconcile.models import Conflict
from momo.platform.accounts import services as accounts
from momo.platform.audit import services as audit
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.visibility import Visibility
from retrieval.conversations import asking
from retrieval.conversations import services as conversations
from retrieval.conversations.asking import Question
from retrieval.conversations.models import Conversation
from tests.api import decision
from tests.connectors.live.toy.connector import toy

More = Callable[[Any, Any, int], object]


def copies(model: Any, **which: Any) -> More:
    """More rows as one that is there; what must be unique gets a number."""

    def make(world: Any, things: Any, count: int) -> None:
        with world.acting_as("owner"):
            filters = {name: things[value] for name, value in which.items()}
            for number in range(count):
                row = model.objects.filter(**filters).order_by("id").first()
                _renumber(row, number)
                row.id, row._state.adding = uuid7(), True
                row.save(force_insert=True)

    return make


def _renumber(row: models.Model, number: int) -> None:
    constraints = [c for c in row._meta.constraints if isinstance(c, models.UniqueConstraint)]
    unique = {name for each in constraints for name in each.fields}
    for each in row._meta.concrete_fields:
        value = getattr(row, each.attname)
        if not (each.unique or each.name in unique) or each.name in ("id", "pk") or not value:
            continue
        if isinstance(each, models.CharField | models.TextField) and each.name != "kind":
            setattr(row, each.attname, f"{number}{str(uuid7())[-10:]}{value}"[: each.max_length])
        elif isinstance(each, models.BinaryField):
            setattr(row, each.attname, os.urandom(32))
        elif isinstance(each, models.DateField) and not isinstance(each, models.DateTimeField):
            setattr(row, each.attname, value - timedelta(days=number + 1))
        elif isinstance(each, models.IntegerField):
            setattr(row, each.attname, value + number + int(uuid7()) % 1_000_000)


def decisions(world: Any, things: Any, count: int, **fields: Any) -> None:
    for number in range(count):
        people = (Person(name=f"Ada {number}", email=f"ada{number}@momo.example"),)
        decision(world, "owner", f"Use database {uuid7()}", people=people, **fields)


def decisions_of_the_owner(world: Any, things: Any, count: int) -> None:
    """By the word of someone else."""
    people = (Person(name="Owner", email=world.owner.email, role="decider"),)
    for _ in range(count):
        decision(world, "teammate", f"Use {uuid7()}", people=people, visibility=Visibility.SHARED)


def judgements(world: Any, things: Any, count: int) -> None:
    with world.acting_as("owner"):
        for _ in range(count):
            Ratification.objects.create(
                memory_id=things["memory"], by_principal=uuid7(), verdict="confirm",
                at=timezone.now(), visibility=Visibility.SHARED, owner_id=world.owner.id,
            )  # fmt: skip


def tallies(world: Any, things: Any, count: int) -> None:
    with world.acting_as("owner"):
        for _ in range(count):
            day = timezone.now().date() - timedelta(days=ExtractionTally.objects.count())
            ExtractionTally.objects.create(day=day, extractor="rules", messages=1)


def commitments(world: Any, things: Any, count: int) -> None:
    due = timezone.now().date()
    decisions(world, things, count, decision_type="commitment", owner_name="Ada", due_on=due)


def conflicts(world: Any, things: Any, count: int) -> None:
    for number in range(count):
        older, newer = (decision(world, "owner", f"Use {number}{each}") for each in "ab")
        with world.acting_as("owner"):
            Conflict.objects.create(
                older_id=older, newer_id=newer, rule="opposite", visibility=Visibility.SHARED,
                owner_id=world.owner.id,
            )  # fmt: skip


def exchanges(name: str) -> More:
    def make(world: Any, things: Any, count: int) -> None:
        with world.acting_as("owner"):
            found = {"link": things["link"]} if name == "link" else {"id": things[name]}
            conversation = Conversation.objects.get(**found)
        for number in range(count):
            question = Question(f"Do we use Postgres, {number}?")
            *_, _ = asking.ask(world.scope("owner"), conversation.id, question)
        if name == "link":
            with world.acting_as("owner"):
                conversations.share(conversation.id)

    return make


def connections(world: Any, things: Any, count: int) -> None:
    with world.acting_as("owner"):
        for _ in range(count):
            account = Connected(f"account-{uuid7()}", f"Account {uuid7()}", {"token": "t"})
            connecting.connect(toy, account, Visibility.SHARED)


def members(world: Any, things: Any, count: int) -> None:
    for _ in range(count):
        email = f"{uuid7()}@momo.example"
        user = accounts.create_user(email=email, password="correct horse battery", name="Nia")
        with world.acting_as("owner"):
            token = accounts.invite(email=email)
        accounts.accept_invitation(user=user, token=token)


def teams(world: Any, things: Any, count: int) -> None:
    for number in range(count):
        accounts.create_team(owner=world.owner, name=f"Team {number} {uuid7()}")


def parked(world: Any, things: Any, count: int) -> None:
    with world.acting_as("owner"):
        for _ in range(count):
            item = SourceItem.objects.get(id=things["item"])
            item.id, item.external_id, item._state.adding = uuid7(), str(uuid7()), True
            item.save(force_insert=True)
            job = PipelineJob.objects.get(id=things["job"])
            job.id, job.item_id, job._state.adding = uuid7(), item.id, True
            job.save(force_insert=True)


def namesakes(world: Any, things: Any, count: int) -> None:
    """Pairs of people that may be one."""
    with world.acting_as("owner"):
        entities.lock()
        for number in range(count):
            people = [Person(f"Pia {uuid7()}", f"p{number}@{place}.example") for place in "ab"]
            people[1] = Person(people[0].name, people[1].email)
            specs = [person_spec(each, (Visibility.SHARED, None, None)) for each in people]
            for spec in specs:
                entities.ensure_entities([spec])
        entities.resolve_stale()


def audited(world: Any, things: Any, count: int) -> None:
    with world.acting_as("owner"):
        for _ in range(count):
            audit.record("memory.edited", subject=str(uuid7()))


def runs_of_digests(world: Any, things: Any, count: int) -> None:
    with world.acting_as("owner"):
        for _ in range(count):
            DigestRun.objects.create(
                subscription_id=things["subscription"], visibility=Visibility.SHARED,
                owner_id=world.owner.id, first_day=date(2026, 1, 1),
                last_day=date(2026, 1, 1) + timedelta(days=DigestRun.objects.count()),
            )  # fmt: skip
