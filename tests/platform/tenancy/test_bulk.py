"""Bulk writing: every value arrives as it was given, in the current team alone."""

from datetime import UTC, datetime

import pytest
from django.db import DataError
from pgvector import HalfVector

from decisions.models import Entity, Memory, MemoryEmbedding
from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.bulk import insert_rows, on_conflict_update, update_rows
from momo.platform.tenancy.context import NoTenant
from momo.platform.tenancy.ids import uuid7
from momo.platform.tenancy.models import NOBODY

NOW = datetime(2026, 3, 1, 9, 30, 15, 123456, tzinfo=UTC)
ODD = ["", "NULL", 'a "quoted" one', "back\\slash", "{brace}, comma", "ünï ☃\nline", "o'clock"]
COLUMNS = (
    "id", "type", "name", "key", "holder", "visibility", "owner_id", "audience_id", "aliases",
    "handles", "emails", "description", "created_at",
)  # fmt: skip


def entity(key: str = "k", name: str = "Name", aliases: list[str] | None = None) -> tuple:
    return (
        uuid7(), "concept", name, key, NOBODY, "shared", None, None, aliases or [], [], [], "", NOW,
    )  # fmt: skip


def test_texts_and_lists_of_texts_arrive_as_they_were_given(world):
    with world.acting_as("owner"):
        rows = [entity(f"k{number}", text, ODD) for number, text in enumerate(ODD)]
        assert insert_rows(Entity, COLUMNS, rows) == len(ODD)
        stored = Entity.objects.order_by("key")
        assert [each.name for each in stored] == ODD
        assert all(each.aliases == ODD for each in stored)
        assert all(each.created_at == NOW for each in stored)


def test_objects_bytes_numbers_and_nothing_arrive_as_they_were_given(world):
    names = (
        "id", "visibility", "kind", "title", "summary", "rationale", "quote", "quote_start",
        "decision_type", "confidence", "status", "options", "people", "owner_name", "replaces",
        "importance", "tags", "source", "source_date", "source_url", "thread_key", "fingerprint",
        "extractor", "valid_from", "occurrence_count", "first_seen_at", "last_seen_at",
        "created_at", "updated_at", "heavy",
    )  # fmt: skip
    options = [{"option": 'a "b" \\', "chosen": True, "n": [1, None]}]
    rows = [
        (uuid7(), "shared", "decision", "t", "", "", "", start, "", "", "", options, [], "", "",
         0.25, [], "file", NOW, "", "", fingerprint, "", NOW, 1, NOW, NOW, NOW, NOW, "Running")
        for start, fingerprint in ((None, None), (3, b"\x00\xff'\\"))
    ]  # fmt: skip
    with world.acting_as("owner"):
        insert_rows(Memory, names, rows, computed={"search": "to_tsvector('english', given.heavy)"})
        first, second = Memory.objects.order_by("id")
        assert (first.quote_start, first.fingerprint) == (None, None)
        assert (second.quote_start, bytes(second.fingerprint)) == (3, b"\x00\xff'\\")
        assert first.options == options
        assert first.importance == 0.25
        assert first.search == "'run':1"


def test_vectors_arrive_as_they_were_given(world):
    vector = HalfVector([0.5, -1.0] + [0.0] * (EMBEDDING_DIMENSIONS - 2))
    with world.acting_as("owner"):
        memory = Memory.objects.create(
            kind="fact", title="t", source_date=NOW, valid_from=NOW, first_seen_at=NOW,
            last_seen_at=NOW,
        )  # fmt: skip
        row = (memory.id, "m", 0, "shared", None, None, vector)
        names = (
            "memory_id",
            "model",
            "chunk",
            "visibility",
            "owner_id",
            "audience_id",
            "embedding",
        )
        for model in ("m", "n"):
            insert_rows(MemoryEmbedding, names, [(row[0], model, *row[2:])])
        assert [e.embedding for e in MemoryEmbedding.objects.all()] == [vector.to_list()] * 2


def test_a_text_that_is_too_long_is_refused_and_not_cut_off(world):
    with pytest.raises(DataError), world.acting_as("owner"):
        insert_rows(Entity, COLUMNS, [entity("k" * 501)])


def test_a_row_that_is_there_is_left_alone_or_updated_as_asked(world):
    with world.acting_as("owner"):
        insert_rows(Entity, COLUMNS, [entity("k", "First")])
        assert insert_rows(Entity, COLUMNS, [entity("k", "Second"), entity("l")]) == 1
        assert Entity.objects.get(key="k").name == "First"
        conflict = on_conflict_update(("team_id", "holder", "type", "key"), ("name",))
        assert insert_rows(Entity, COLUMNS, [entity("k", "Third")], conflict=conflict) == 1
        assert Entity.objects.get(key="k").name == "Third"


def test_updates_reach_the_rows_named_and_no_other_teams(world):
    row = entity("k", "Before", ["a"])
    for who in ("owner", "stranger"):
        with world.acting_as(who):
            insert_rows(Entity, COLUMNS, [row])  # the same id in both teams
    with world.acting_as("owner"):
        assert update_rows(Entity, ("id", "name", "aliases"), [(row[0], "After", ["b", '"'])]) == 1
        assert update_rows(Entity, ("id", "name"), [(uuid7(), "Nobody")]) == 0
        assert Entity.objects.get().aliases == ["b", '"']
    with world.acting_as("stranger"):
        assert Entity.objects.get().name == "Before"


def test_no_rows_are_no_statement_and_no_team_is_an_error(world):
    with world.acting_as("owner"):
        assert insert_rows(Entity, COLUMNS, []) == 0
        assert update_rows(Entity, ("id", "name"), []) == 0
    with pytest.raises(NoTenant):
        insert_rows(Entity, COLUMNS, [entity()])
