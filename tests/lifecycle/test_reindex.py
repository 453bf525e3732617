"""Reindexing: nothing is lost, everyone's memories are reached, a change of model is seamless."""

import numpy as np
import pytest

from decisions import reindex as index
from decisions.models import Memory, MemoryEmbedding
from lifecycle.reindex import reindex
from momo.platform.ai import ProviderError
from retrieval.active import active_model
from tests.retrieval.conftest import remember as _remember

OLD, NEW = "wordllama-256", "new-model"
remember = _remember


class Model:
    """Another model, which may go down after some requests."""

    model = NEW

    def __init__(self, requests=1_000):
        self.left = requests

    def embed(self, texts):
        from momo.platform.ai import AIConfig
        from momo.platform.ai.selection import embeddings

        if self.left == 0:
            raise ProviderError("It is down.")
        self.left -= 1
        return embeddings(AIConfig()).embed(texts)[:, ::-1]

    def calibrate(self, cosine):
        return cosine


@pytest.fixture
def configured(monkeypatch):
    """Make another embedding model the configured one."""
    import retrieval.active
    from decisions.providers import providers

    def use(model):
        from dataclasses import replace

        import lifecycle.reindex

        changed = replace(providers(), embeddings=model)
        for module in (lifecycle.reindex, retrieval.active):
            monkeypatch.setattr(module, "providers", lambda: changed)

    return use


def models_of(world, who="owner"):
    with world.acting_as(who):
        return sorted(MemoryEmbedding.objects.values_list("model", flat=True))


def searched_with(world):
    with world.acting_as("owner"):
        return active_model()


def test_what_lacks_an_entry_gets_one_and_the_rest_stays(world, remember):
    kept, lost = remember("We host on AWS."), remember("Postgres it is.")
    with world.acting_as("owner"):
        before = MemoryEmbedding.objects.get(memory_id=lost.id).embedding
        MemoryEmbedding.objects.filter(memory_id=lost.id).delete()
        Memory.objects.filter(id=lost.id).update(search=None)
    assert reindex(world.scope("owner")).memories == 1
    with world.acting_as("owner"):
        assert MemoryEmbedding.objects.filter(memory_id=kept.id).count() == 1
        assert Memory.objects.get(id=lost.id).search is not None
        after = MemoryEmbedding.objects.get(memory_id=lost.id).embedding
    assert np.dot(after, before) > 0.8  # its summary, rationale and quote are empty here


def test_all_memories_are_made_anew_when_asked(world, remember):
    remember("One."), remember("Two.", visibility="private", who="teammate")
    assert reindex(world.scope("owner"), everything=True).memories >= 2
    assert models_of(world, "teammate") == [OLD, OLD]


def test_a_secret_is_in_no_index(world, remember):
    secret = remember("The code is 1234.", visibility="secret")
    reindex(world.scope("owner"), everything=True)
    with world.acting_as("owner"):
        assert not MemoryEmbedding.objects.filter(memory_id=secret.id).exists()
        assert Memory.objects.get(id=secret.id).search is None


def test_a_change_of_model_reaches_everyones_memories(world, remember, configured):
    remember("Shared."), remember("Mine.", visibility="private", who="private_owner")
    configured(Model())
    done = reindex(world.scope("owner"))
    assert (done.before, done.model) == (OLD, NEW)
    assert models_of(world, "private_owner") == [NEW, NEW]
    assert models_of(world) == [NEW]
    assert searched_with(world) == NEW


def test_until_the_new_model_is_complete_searches_use_the_old(
    world, remember, configured, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(5):
        remember(f"Decision {number}.")
    configured(Model(requests=1))
    with pytest.raises(ProviderError):
        reindex(world.scope("owner"))
    assert searched_with(world) == OLD
    assert models_of(world) == [NEW] * 2 + [OLD] * 5
    configured(Model())
    assert reindex(world.scope("owner")).memories == 3  # it goes on where it was
    assert models_of(world) == [NEW] * 5
    assert searched_with(world) == NEW


def test_what_was_stored_during_a_change_is_in_both(world, remember, configured, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(3):
        remember(f"Decision {number}.")
    configured(Model(requests=1))
    with pytest.raises(ProviderError):
        reindex(world.scope("owner"))
    late = remember("A late one.")
    with world.acting_as("owner"):  # as the pipeline stores it, with the configured model alone
        MemoryEmbedding.objects.filter(memory_id=late.id).update(model=NEW)
    configured(Model(requests=0))
    with pytest.raises(ProviderError):
        reindex(world.scope("owner"))
    with world.acting_as("owner"):
        found = MemoryEmbedding.objects.filter(memory_id=late.id)
        assert sorted(found.values_list("model", flat=True)) == [NEW, OLD]


def test_a_memory_changed_while_its_vector_was_made_keeps_the_newer(world, remember):
    memory = remember("Postgres.")
    scope = world.scope("owner")

    class Slow(Model):
        def embed(self, texts):
            with world.acting_as("owner"):
                changed = Memory.objects.get(id=memory.id)
                changed.title = "MySQL."
                changed.save()
            return super().embed(texts)

    index.fill(scope, Slow(), everything=True, report=lambda _: None)
    assert models_of(world) == [OLD]


def test_progress_counts_what_the_principal_sees(world, remember):
    remember("One."), remember("Two.", visibility="private", who="teammate")
    with world.acting_as("owner"):
        assert index.progress(OLD) == index.Progress(OLD, 1, 1)
        assert index.progress(NEW) == index.Progress(NEW, 1, 0)
