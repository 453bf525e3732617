"""Store: what a batch leaves behind, the first time, the second time and after an edit."""

from dataclasses import replace

from django.utils import timezone

from connectors.contract import Audience, Declared, Person, Visibility
from connectors.models import PipelineJob, Queue, SourceItem
from connectors.services import Storing, enqueue
from decisions.models import Decision, Edge, EdgeKind, Entity, Kind, Memory, MemoryEmbedding
from decisions.pipeline.claims import claim
from decisions.pipeline.drain import drain
from decisions.pipeline.process import process
from tests.decisions.pipeline.feeding import (
    ADA,
    FailingOnce,
    HashedEmbeddings,
    ToldExtractor,
    all_that_is_known,
    fetch,
    item_named,
    make_due,
    memories_of,
    note,
    take_in,
)

POSTGRES = "We decided to use Postgres instead of MySQL."
FRIDAY = "I will write the migration by Friday."
BOTH = f"{POSTGRES}\n\nSome more words about the weather.\n\n{FRIDAY}"


def work_again(world, who: str = "owner") -> None:
    with world.acting_as(who) as scope:
        items = [item.id for item in SourceItem.objects.all()]
        enqueue(Storing(None, scope, Queue.BACKFILL), items)  # type: ignore[arg-type]
    drain(Queue.BACKFILL)


def test_an_item_becomes_an_observation_and_its_decisions_with_vectors_index_and_edges(world):
    take_in(world, "owner", note("plan", BOTH, thread_key="t1", participants=(Person(name="Bo"),)))
    with world.acting_as("owner"):
        found = memories_of("plan")
        assert set(found) == {"", POSTGRES, FRIDAY}
        assert found[""].kind == Kind.OBSERVATION
        assert MemoryEmbedding.objects.count() == 3
        assert all("'postgr'" in memory.search for memory in found.values())
        decided = found[POSTGRES]
        kinds = set(Edge.objects.filter(src=decided.id).values_list("kind", flat=True))
        assert {EdgeKind.INVOLVES, EdgeKind.SAME_THREAD, EdgeKind.EXTRACTED_FROM} <= kinds
        assert item_named("plan").processed_at
        assert not PipelineJob.objects.exists()


def test_the_stored_vector_is_the_one_the_model_gave(world):
    take_in(world, "owner", note("plan", BOTH))
    with world.acting_as("owner"):
        memory = memories_of("plan")[""]
        stored = MemoryEmbedding.objects.get(memory_id=memory.id)
    wanted = HashedEmbeddings().embed([f"Plan\n{BOTH}"])[0]
    assert stored.embedding == wanted.tolist()


def test_working_on_the_same_items_twice_changes_nothing(world):
    take_in(
        world, "owner", note("plan", BOTH), note("other", POSTGRES), default_visibility="private"
    )
    with world.acting_as("owner"):
        before = all_that_is_known()
    work_again(world)
    with world.acting_as("owner"):
        assert all_that_is_known() == before


def test_processing_a_batch_that_is_done_changes_nothing(world):
    fetch(world, "owner", note("plan", BOTH))
    batch = claim(Queue.BACKFILL)
    process(batch)
    with world.acting_as("owner"):
        before = all_that_is_known()
    process(batch)
    with world.acting_as("owner"):
        assert all_that_is_known() == before


def test_an_edit_updates_memories_in_place_adds_new_ones_and_removes_those_found_no_more(world):
    take_in(world, "owner", note("plan", BOTH))
    with world.acting_as("owner"):
        before = memories_of("plan")
    approved = "Approved, please go ahead with the release."
    take_in(world, "owner", note("plan", f"{approved}\n\n{POSTGRES}"))
    with world.acting_as("owner"):
        after = memories_of("plan")
        assert set(after) == {"", POSTGRES, approved}
        assert after[""].id == before[""].id
        assert after[POSTGRES].id == before[POSTGRES].id
        assert after[POSTGRES].quote_start > before[POSTGRES].quote_start
        assert not MemoryEmbedding.objects.filter(memory_id=before[FRIDAY].id).exists()
        assert not Edge.objects.filter(src=before[FRIDAY].id).exists()


def test_an_edit_replaces_vectors_and_edges(world):
    take_in(world, "owner", note("plan", BOTH))
    take_in(world, "owner", note("plan", POSTGRES, author=Person(name="Bo Brandt")))
    with world.acting_as("owner"):
        memory = memories_of("plan")[""]
        stored = MemoryEmbedding.objects.get(memory_id=memory.id)
        assert stored.embedding == HashedEmbeddings().embed([f"Plan\n{POSTGRES}"])[0].tolist()
        involved = Edge.objects.filter(src=memory.id, kind=EdgeKind.INVOLVES)
        names = Entity.objects.filter(id__in=involved.values("dst")).values_list("name", flat=True)
        assert list(names) == ["Bo Brandt"]


def test_what_a_person_edited_survives_extraction_whether_it_is_found_again_or_not(world):
    take_in(world, "owner", note("plan", BOTH))
    with world.acting_as("owner"):
        for memory in Decision.objects.all():
            memory.title, memory.edited_at = f"Mine: {memory.title}", timezone.now()
            memory.save()
        before = {m.quote: (m.id, m.title) for m in Decision.objects.all()}
    take_in(world, "owner", note("plan", f"{POSTGRES}\n\nNothing else, and written otherwise."))
    with world.acting_as("owner"):
        after = {m.quote: (m.id, m.title) for m in Decision.objects.all()}
        assert after == before
        assert MemoryEmbedding.objects.filter(memory_id=after[FRIDAY][0]).exists()


def test_a_deleted_item_takes_its_memories_along_and_what_they_replaced_stands_again(world):
    first = note("one", "Use MySQL.", declared=Declared(title="Use MySQL", quote="Use MySQL."))
    second = note(
        "two", "Use Postgres.",
        declared=Declared(title="Use Postgres", quote="Use Postgres.", supersedes=("one",)),
    )  # fmt: skip
    take_in(world, "owner", first, second)
    with world.acting_as("owner"):
        old, new = (
            Decision.objects.get(title="Use MySQL"),
            Decision.objects.get(title="Use Postgres"),
        )
        assert old.superseded_by == new.id
    take_in(world, "owner", replace(second, deleted=True))
    with world.acting_as("owner"):
        old = Decision.objects.get()
        assert (old.title, old.superseded_by, old.invalid_at) == ("Use MySQL", None, None)
        assert not Memory.objects.filter(source_item_id=item_named("two").id).exists()
    assert not PipelineJob.objects.exists()


def test_one_person_by_two_names_is_one_entity_that_knows_both(world):
    take_in(world, "owner", note("one", POSTGRES))
    take_in(world, "owner", note("two", FRIDAY, author=replace(ADA, name="A. Ashby")))
    with world.acting_as("owner"):
        ada = Entity.objects.get(type="person", emails__contains=["ada@momo.example"])
        assert set(ada.aliases) == {"ada ashby", "a. ashby"}


def test_names_with_quotes_braces_and_backslashes_are_kept(world):
    odd = Person(name='Ada "The {Byte}" \\ O\'Neil, NULL', email="odd@momo.example")
    take_in(world, "owner", note("plan", POSTGRES, author=odd, tags=('a,"b', "NULL", "")))
    with world.acting_as("owner"):
        entity = Entity.objects.get(emails__contains=["odd@momo.example"])
        assert entity.aliases == [odd.name.casefold()]
        assert item_named("plan").tags == ['a,"b', "NULL", ""]
        assert memories_of("plan")[POSTGRES].tags[:3] == ['a,"b', "NULL", ""]


def test_what_only_a_private_item_names_is_invisible_to_a_teammate(world):
    text = "We decided to use Project Heron instead of MySQL."
    take_in(world, "owner", note("plan", text), default_visibility=Visibility.PRIVATE)
    with world.acting_as("owner"):
        assert Memory.objects.exists()
        assert Entity.objects.filter(key="ada@momo.example").exists()
    with world.acting_as("teammate"):
        for table in (SourceItem, Memory, MemoryEmbedding, Entity, Edge):
            assert not table.objects.exists(), table.__name__


def test_private_items_join_a_shared_entity_whichever_comes_first(world):
    take_in(world, "owner", note("mine", POSTGRES), default_visibility=Visibility.PRIVATE)
    take_in(world, "teammate", note("ours", POSTGRES))
    take_in(world, "private_owner", note("theirs", POSTGRES), default_visibility=Visibility.PRIVATE)
    for who in ("teammate", "private_owner", "owner"):
        with world.acting_as(who):
            assert Entity.objects.filter(key="ada@momo.example").count() == 1


def test_a_restricted_item_is_for_the_members_of_its_channel_alone(world):
    members = tuple(Person(email=getattr(world, who).email) for who in ("owner", "teammate"))
    take_in(world, "owner", note("plan", POSTGRES, audience=Audience("c1", "leads", members)))
    for who, sees in (("owner", True), ("teammate", True), ("private_owner", False)):
        with world.acting_as(who):
            for table in (SourceItem, Memory, MemoryEmbedding, Entity, Edge):
                assert table.objects.exists() == sees, (who, table.__name__)
    with world.acting_as("stranger"):
        assert not Memory.objects.exists()


def test_a_secret_item_is_in_no_index(world):
    take_in(world, "owner", note("plan", POSTGRES), default_visibility=Visibility.SECRET)
    with world.acting_as("owner"):
        assert {memory.search for memory in Memory.objects.all()} == {None}
        assert not MemoryEmbedding.objects.exists()


def test_what_a_model_found_is_not_asked_for_again_when_embedding_fails(world, use_extractor):
    extractor, embeddings = ToldExtractor(), FailingOnce()
    use_extractor(extractor, embeddings)
    take_in(world, "owner", note("plan", POSTGRES))
    with world.acting_as("owner"):
        assert item_named("plan").sealed_extraction
    make_due()
    drain(Queue.BACKFILL)
    with world.acting_as("owner"):
        assert POSTGRES in memories_of("plan")
        assert item_named("plan").sealed_extraction is None
    assert extractor.calls == 1


def test_what_the_rules_found_is_never_written_down_but_as_memories(world, use_extractor):
    use_extractor(ToldExtractor(costly=False), FailingOnce())
    take_in(world, "owner", note("plan", POSTGRES))
    with world.acting_as("owner"):
        assert item_named("plan").sealed_extraction is None
    make_due()
    drain(Queue.BACKFILL)
    with world.acting_as("owner"):
        assert POSTGRES in memories_of("plan")
