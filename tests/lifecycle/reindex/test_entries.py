"""What an index made anew holds: all that is known, as a fresh ingestion would have it."""

import pytest

from connectors.contract import Audience, Person, Visibility
from decisions.models import Memory, MemoryEmbedding, MemoryTerms, MessageVector
from decisions.services import edit_memory
from lifecycle import reindex as lifecycle
from lifecycle.reindex import reindex
from momo.platform.ai import ProviderError
from momo.platform.vault.envelope import SealError
from momo.platform.vault.models import DataKey
from tests.decisions.pipeline.feeding import take_in
from tests.lifecycle.reindex.indexed import (
    CONVERSATION,
    NEW,
    OLD,
    entries,
    models_of,
    remember,
    said,
    searched_with,
)


def test_an_index_made_anew_is_row_by_row_that_of_a_fresh_ingestion(world, configure):
    take_in(world, "owner", *reversed(CONVERSATION))
    with world.acting_as("owner"):
        edited = Memory.objects.get(kind="observation", title="Launch plan").id
        other = Memory.objects.get(kind="observation", title__startswith="Shall").id
    edit_memory(world.scope("owner"), edited, {"title": "Launch in March"})
    edit_memory(world.scope("owner"), other, {"tags": ["hosting"]})  # leaves its texts alone
    configure()
    take_in(world, "stranger", *CONVERSATION)
    with world.acting_as("stranger"):
        edited = Memory.objects.get(kind="observation", title="Launch plan").id
    edit_memory(world.scope("stranger"), edited, {"title": "Launch in March"})
    done = reindex(world.scope("owner"))
    assert (done.before, done.model, done.finished) == (OLD, NEW, True)
    fresh = entries(world, "stranger")
    assert len(fresh) >= len(CONVERSATION)
    assert entries(world, "owner") == fresh


def test_lost_and_spoilt_entries_come_back_as_they_were(world, configure):
    take_in(world, "owner", *CONVERSATION)
    before = entries(world, "owner")
    with world.acting_as("owner"):
        MemoryEmbedding.objects.filter(memory_id__in=list(_ids()[:2])).delete()
        MessageVector.objects.filter(memory_id__in=list(_ids()[2:5])).delete()
        Memory.objects.filter(id__in=list(_ids()[4:6])).update(search=None)
        MemoryTerms.objects.filter(memory_id__in=list(_ids()[5:7])).delete()
    assert reindex(world.scope("owner")).memories >= 4
    assert entries(world, "owner") == before
    with world.acting_as("owner"):
        MessageVector.objects.update(embedding=[0.5] * 1536)
        Memory.objects.update(search="'nonsense':1A", word_count=1, is_question=True)
        MemoryTerms.objects.update(terms=[1])
    assert reindex(world.scope("owner")).memories == 0  # nothing lacks
    assert reindex(world.scope("owner"), anew=True).memories == len(before)
    assert entries(world, "owner") == before


def _ids():
    return Memory.objects.order_by("id").values_list("id", flat=True)


def test_everyones_memories_are_reached_and_those_of_audiences(world, configure):
    leads = Audience("c1", "leads", (Person(email="teammate@momo.example"),))
    take_in(world, "owner", said("r", "We decided to hire Bob.", 0, audience=leads))
    take_in(
        world, "private_owner", said("p", "We decided on my own raise.", 0),
        default_visibility=Visibility.PRIVATE,
    )  # fmt: skip
    for who, visibility in (("owner", "shared"), ("teammate", "private")):
        remember(world, f"Of {who}", who, visibility=visibility)
    configure()
    reindex(world.scope("owner"))
    for who in ("owner", "teammate", "private_owner"):
        seen = models_of(world, who)
        assert seen
        assert set(seen) == {NEW}
    assert len(models_of(world, "teammate")) > len(models_of(world, "owner"))


def test_a_secret_is_in_no_index(world, configure):
    secret = remember(world, "The code is 1234.", visibility="secret")
    reindex(world.scope("owner"), anew=True)
    with world.acting_as("owner"):
        assert not MemoryEmbedding.objects.filter(memory_id=secret).exists()
        assert Memory.objects.get(id=secret).search is None


def test_one_text_that_the_model_refuses_keeps_no_other_from_it(world, configure, monkeypatch):
    for title in ("One.", "Forbidden.", "Two."):
        remember(world, title)
    configure()
    embed = lifecycle.provider_of

    class Choosy:
        model = NEW

        def embed(self, texts):
            if any("Forbidden" in text for text in texts):
                raise ProviderError("It does not take that.", retryable=False)
            return embed(OLD).embed(texts)

        def calibrate(self, cosine):
            return cosine

    monkeypatch.setattr(
        lifecycle, "provider_of", lambda model: Choosy() if model == NEW else embed(model)
    )
    done = reindex(world.scope("owner"))
    assert done.left_out
    assert models_of(world) == [NEW, NEW]
    assert searched_with(world) == NEW


def test_texts_whose_key_is_gone_keep_their_words(world, configure, monkeypatch):
    take_in(world, "owner", *CONVERSATION)
    words = {key: entry[0] for key, entry in entries(world, "owner").items()}

    def gone(item, name):
        raise SealError("The data key of this value is gone.")

    monkeypatch.setattr("decisions.entries.open_field", gone)
    configure()
    reindex(world.scope("owner"), anew=True)
    assert {key: entry[0] for key, entry in entries(world, "owner").items()} == words
    assert set(models_of(world)) == {NEW}


def test_a_missing_master_key_does_not_pass_for_texts_that_are_gone(
    world, configure, settings, monkeypatch
):
    from momo.platform.vault import services as vault
    from momo.platform.vault.envelope import MasterKeys
    from momo.platform.vault.keyring import Keyring

    take_in(world, "owner", *CONVERSATION)
    settings.MOMO_MASTER_KEYS = MasterKeys.parse(MasterKeys.generate("other"))
    monkeypatch.setattr(vault, "_keyring", Keyring(capacity=10))
    with pytest.raises(SealError, match="MOMO_MASTER_KEYS"):
        reindex(world.scope("owner"), anew=True)
    with world.acting_as("owner"):
        assert DataKey.objects.exists()
