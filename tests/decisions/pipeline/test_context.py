"""A message is found by what was said around it, and that is never stale."""

from datetime import timedelta

import pytest

from connectors.contract import Visibility
from decisions.models import Memory, MemoryEmbedding
from tests.decisions.pipeline.feeding import WHEN, item_named, note, take_in


def said(name, text, minute, **fields):
    given = {"kind": "message", "title": "", "thread_key": "t", **fields}
    return note(name, text, occurred_at=WHEN + timedelta(minutes=minute), **given)


def words_of(name):
    """The index entry of a message: its lexemes by weight."""
    from django.db import connection

    memory = Memory.objects.get(source_item_id=item_named(name).id, kind="observation")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT lexeme, weights FROM unnest((SELECT search FROM decisions_memory"
            " WHERE team_id = %s AND id = %s))",
            [memory.team_id, memory.id],
        )
        return {(lexeme, weight) for lexeme, weights in cursor.fetchall() for weight in weights}


def vector_of(name):
    memory = Memory.objects.get(source_item_id=item_named(name).id, kind="observation")
    return MemoryEmbedding.objects.get(memory_id=memory.id).embedding


@pytest.fixture
def told(world):
    def tell(*records, who="owner", **connector):
        take_in(world, who, *records, **connector)

    return tell


def test_a_message_is_indexed_with_those_around_it(world, told):
    told(*(said(word, word, n) for n, word in enumerate(("apple", "birch", "cedar", "maple"))))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A"), ("birch", "B"), ("appl", "C"), ("mapl", "D")}


def test_a_late_reply_reaches_its_neighbours(world, told):
    told(said("apple", "apple", 0), said("cedar", "cedar", 9))
    with world.acting_as("owner"):
        before = vector_of("cedar")
    told(said("birch", "birch", 5))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A"), ("birch", "B"), ("appl", "C")}
        assert words_of("apple") == {("appl", "A"), ("birch", "D"), ("cedar", "D")}
        assert vector_of("cedar") != before


def test_an_edit_reaches_its_neighbours(world, told):
    told(said("apple", "apple", 0), said("cedar", "cedar", 1))
    told(said("apple", "birch", 0), said("cedar", "cedar", 1))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A"), ("birch", "B")}


def test_a_deleted_message_leaves_nothing_with_its_neighbours(world, told):
    told(said("apple", "apple", 0), said("cedar", "cedar", 1))
    told(said("apple", "apple", 0, deleted=True))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A")}


def test_the_order_of_arrival_makes_no_difference(world, told):
    names = ["apple", "birch", "cedar", "maple", "olive"]
    told(*(said(name, name, n) for n, name in enumerate(names)))
    with world.acting_as("owner"):
        at_once = {name: (words_of(name), vector_of(name)) for name in names}
    for n, name in reversed(list(enumerate(names))):
        told(said(f"{name}2", name, n, thread_key="u"))
    with world.acting_as("owner"):
        assert {name: (words_of(f"{name}2"), vector_of(f"{name}2")) for name in names} == at_once


def test_nobody_finds_a_message_by_words_they_may_not_read(world, told):
    told(said("apple", "apple", 0, visibility=Visibility.PRIVATE), said("cedar", "cedar", 1))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A")}


def test_messages_of_other_threads_lend_nothing(world, told):
    told(said("apple", "apple", 0), said("cedar", "cedar", 1, thread_key="u"))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A")}


def test_a_long_message_lends_nothing(world, told):
    told(said("apple", " ".join(f"word{n}" for n in range(300)), 0), said("cedar", "cedar", 1))
    with world.acting_as("owner"):
        assert words_of("cedar") == {("cedar", "A")}
