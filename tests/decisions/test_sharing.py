"""Narrowing who sees memories that a person edited, with all that hangs on them."""

import pytest
from django.utils import timezone

from connectors.contract import Person
from decisions import services
from decisions.editing import sharing
from decisions.models import (
    Edge,
    Memory,
    MemoryEmbedding,
    MemoryRevision,
    Occurrence,
    Supersession,
)
from momo.platform.accounts.models import Audience, AudienceMember
from momo.platform.tenancy.visibility import Visibility
from tests.api import decision

_TABLES = (Edge, Supersession, MemoryEmbedding, Occurrence, MemoryRevision)


@pytest.fixture
def board(world):
    """An audience of the owner and `private_owner`."""
    with world.acting_as("owner"):
        audience = Audience.objects.create(source="slack", key="G1", name="board")
        for member in (world.owner, world.private_owner):
            AudienceMember.objects.create(
                audience_id=audience.id, email=member.email, principal_id=member.id
            )
    return audience


@pytest.fixture
def edited(world):
    """A shared decision with one of everything, which replaced an older one that the team sees."""
    ada = Person(name="Ada", email="ada@momo.example")
    old, new = decision(world, "owner", "Old"), decision(world, "owner", "New", people=(ada,))
    services.edit_memory(world.scope("teammate"), new, {"title": "Newer"})
    with world.acting_as("owner"):
        Occurrence.objects.create(memory_id=new, at=timezone.now(), snippet="again")
        services.supersede_decision(old, new)
    return old, new


def _narrow(world, memory_id, visibility, audience=None):
    with world.acting_as("owner"):
        sharing.narrow([memory_id], visibility, world.owner.id, audience and audience.id)


def _telling_of(world, who, memory_id):
    """The rows that someone sees of a memory, as (table, visibility, audience)."""
    ends = ("id", "memory_id", "src_memory_id", "new_id")
    with world.acting_as(who):
        rows = [row for table in (Memory, *_TABLES) for row in table.objects.all()]
    return [
        (type(row), row.visibility, row.audience_id)
        for row in rows
        if memory_id in {getattr(row, end, None) for end in ends}
    ]


def test_all_that_hangs_on_a_memory_goes_to_the_audience(world, edited, board):
    _, new = edited
    before = _telling_of(world, "teammate", new)
    assert {table for table, *_ in before} == {Memory, *_TABLES}
    _narrow(world, new, Visibility.RESTRICTED, board)
    seen = _telling_of(world, "private_owner", new)
    assert len(seen) == len(before)
    assert {row[1:] for row in seen} == {(Visibility.RESTRICTED, board.id)}
    assert _telling_of(world, "teammate", new) == []


def test_what_it_had_replaced_stands_again_for_those_who_lose_sight_of_it(world, edited, board):
    old, new = edited
    _narrow(world, new, Visibility.RESTRICTED, board)
    with world.acting_as("teammate"):
        memory = Memory.objects.get()
        assert (memory.id, memory.superseded_by, memory.invalid_at) == (old, None, None)


def test_a_memory_that_turns_secret_leaves_the_indexes(world, edited):
    _, new = edited
    _narrow(world, new, Visibility.SECRET)
    with world.acting_as("owner"):
        assert Memory.objects.get(id=new).search is None
        assert not MemoryEmbedding.objects.filter(memory_id=new).exists()
        assert Occurrence.objects.get().visibility == Visibility.SECRET


def test_what_is_narrower_already_stays_so(world, edited, board):
    old, new = edited
    with world.acting_as("owner"):
        services.undo_supersession(old)
    services.edit_memory(world.scope("owner"), new, {"visibility": Visibility.PRIVATE})
    _narrow(world, new, Visibility.RESTRICTED, board)
    assert {seen[1] for seen in _telling_of(world, "owner", new)} == {Visibility.PRIVATE}
    assert _telling_of(world, "private_owner", new) == []
