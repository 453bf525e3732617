"""What is stored, edited, hidden or deleted while an index is made is not lost or undone."""

from decisions import reindex as index
from decisions.models import Memory, MemoryEmbedding
from decisions.services import edit_memory
from lifecycle import reindex as lifecycle
from lifecycle.reindex import reindex
from tests.lifecycle.reindex.indexed import NEW, OLD, models_of, remember


def test_a_memory_that_turns_secret_meanwhile_is_left_out(world, configure, monkeypatch):
    memory = remember(world, "Postgres.")
    read = index._read

    def then_hidden(holder, ids):
        found = read(holder, ids)
        with world.acting_as("owner"):
            Memory.objects.filter(id=memory).update(visibility="secret", search=None)
            MemoryEmbedding.objects.all().delete()
        return found

    monkeypatch.setattr(index, "_read", then_hidden)
    reindex(world.scope("owner"), anew=True)
    assert models_of(world) == []


def test_what_comes_meanwhile_is_found_under_both_models(world, configure, server, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 1)
    monkeypatch.setattr(lifecycle, "CATCH_UP_SECONDS", 0.0)
    for number in range(3):
        remember(world, f"Decision {number}.")
    configure()
    late = []

    def comes(done, total):
        if not late:
            late.append(remember(world, "A late one."))
        elif len(late) == 1:
            with world.acting_as("owner"):
                found = MemoryEmbedding.objects.filter(memory_id=late[0])
                late.append(sorted(found.values_list("model", flat=True)))

    reindex(world.scope("owner"), report=comes)
    assert late[1] == [NEW, OLD]
    assert models_of(world) == [NEW] * 4


def test_what_a_process_with_the_old_settings_stores_is_caught_before_the_change(
    world, configure, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 1)
    for number in range(2):
        remember(world, f"Decision {number}.")
    configure()

    def comes(done, total):
        if done == 2:
            with world.acting_as("owner"):
                memory = Memory.objects.order_by("id").last()
                memory.pk = (world.team.id, index.uuid7())
                memory.id = memory.pk[1]
                memory.save(force_insert=True)

    reindex(world.scope("owner"), report=comes)
    assert models_of(world) == [NEW] * 3


def test_an_edit_while_a_vector_is_made_wins(world, configure, monkeypatch):
    memory = remember(world, "Postgres.")
    embed, edits = index._embed, []

    def slowly(scope, models, read):
        if not edits:
            edits.append(edit_memory(world.scope("owner"), memory, {"title": "MySQL."}))
        return embed(scope, models, read)

    configure()
    monkeypatch.setattr(index, "_embed", slowly)
    reindex(world.scope("owner"))
    take = remember(world, "MySQL.", "stranger")
    with world.acting_as("stranger"):
        expected = MemoryEmbedding.objects.get(memory_id=take).embedding
    with world.acting_as("owner"):
        assert MemoryEmbedding.objects.get(memory_id=memory).embedding == expected
        assert "mysql" in Memory.objects.get(id=memory).search


def test_a_memory_deleted_meanwhile_stays_gone(world, configure, monkeypatch):
    memory = remember(world, "Postgres.")
    embed = index._embed

    def slowly(*given):
        with world.acting_as("owner"):
            Memory.objects.filter(id=memory).delete()
        return embed(*given)

    monkeypatch.setattr(index, "_embed", slowly)
    assert reindex(world.scope("owner"), anew=True).memories == 0
    assert models_of(world) == []
