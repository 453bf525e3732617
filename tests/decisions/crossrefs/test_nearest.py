"""Which memories are linked: the five nearest older ones that are alike enough."""

import pytest
from django.db import connection

from decisions import crossrefs
from decisions.histories import lineage
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.crossrefs.measured import links_of
from tests.decisions.pipeline.feeding import WHEN


def test_links_are_at_most_five_of_a_calibrated_similarity_of_three_tenths():
    assert (crossrefs.LINK_SIMILARITY, crossrefs.MAX_LINKS) == (0.3, 5)


def test_the_nearest_over_the_threshold_are_linked_with_their_similarity(world, remember, link):
    from decisions.models import Edge

    remember("Near", 0.9)
    remember("Just", 0.61)
    remember("Under", 0.59)
    a = remember("A")
    assert link(a) == [("A", "Near"), ("A", "Just")]
    with world.acting_as("owner"):
        weights = Edge.objects.filter(kind="SIMILAR").order_by("-weight")
        assert [e.weight for e in weights] == pytest.approx([0.45, 0.305], abs=1e-3)


@pytest.mark.parametrize("model", ["wordllama-256", "text-embedding-3-small"])
def test_a_similarity_in_the_database_is_the_models_own(world, model):
    from momo.platform.ai.calibration import calibration_for

    class Calibrated:
        calibrate = staticmethod(calibration_for(model))

    with world.acting_as("owner"), connection.cursor() as cursor:
        for cosine in (-0.2, 0.0, 0.101, 0.1499, 0.18, 0.33, 0.9999, 1.0):
            cursor.execute(
                "SELECT momo_similarity(%s, %s::float8[])", [cosine, crossrefs._curve(Calibrated)]
            )
            assert cursor.fetchone()[0] == pytest.approx(Calibrated.calibrate(cosine), abs=1e-6)
    assert Calibrated.calibrate(crossrefs._least_cosine(Calibrated)) == pytest.approx(0.3, abs=1e-4)


def test_no_more_than_five_older_ones_are_linked(remember, link):
    for number in range(8):
        remember(str(number), 0.7 + number / 100)
    a = remember("A")
    remember("Newer")
    assert link(a)[:5] == [("Newer", "A"), *(("A", str(number)) for number in (7, 6, 5, 4))]
    assert len(link(a)) == 6


def test_a_newer_one_gives_up_its_farthest_for_a_nearer_one(remember, link):
    newer = remember("Newer", day=100)
    for number in range(5):
        remember(str(number), 0.7 + number / 100)
    assert [target for _, target in link(newer)] == ["4", "3", "2", "1", "0"]
    seen = link(remember("Late", 0.725))
    assert [target for source, target in seen if source == "Newer"] == ["4", "3", "Late", "2", "1"]


def test_of_two_of_one_moment_the_links_do_not_depend_on_which_was_stored_first(remember, link):
    first = remember("First", day=1, fingerprint=b"b")
    second = remember("Second", day=1, fingerprint=b"a")
    assert link(first) == link(second) == [("First", "Second")]


def test_doing_it_again_changes_nothing(world, remember, link):
    from decisions.models import Edge

    a, b = remember("A"), remember("B", 0.9)
    link(a, b)
    with world.acting_as("owner"):
        before = list(Edge.objects.values())
    link(a, b)
    with world.acting_as("owner"):
        assert list(Edge.objects.values()) == before != []


def test_what_links_to_one_that_goes_links_to_its_next_nearest(world, remember, link):
    from decisions.models import Memory

    for number in range(7):
        remember(str(number), 0.9 + number / 100)
    a = remember("A")
    assert [target for _, target in link(a)] == ["6", "5", "4", "3", "2"]
    with world.acting_as("owner"):
        lineage.remove([Memory.objects.get(title="5").id])
    assert [target for _, target in links_of(world, "owner")] == ["6", "4", "3", "2", "1"]
    with world.acting_as("owner"):
        Memory.objects.filter(title="4").update(archived_at=WHEN)
        crossrefs.refresh([Memory.objects.get(title="4").id])
    assert [target for _, target in links_of(world, "owner")] == ["6", "3", "2", "1", "0"]


def test_what_the_model_has_no_vector_of_yet_keeps_its_links(world, remember, link):
    """While a team moves to another model: they are made anew once it has all vectors."""
    from decisions.models import Memory, MemoryEmbedding

    remember("Near", 0.9)
    gone, a = remember("Gone", 0.8), remember("A")
    link(a)
    with world.acting_as("owner"):
        MemoryEmbedding.objects.filter(memory_id=a.id).update(model="the old one")
        lineage.remove([gone.id])
        assert not Memory.objects.filter(id=gone.id).exists()
    assert links_of(world, "owner") == [("A", "Near")]


def test_messages_and_summaries_are_not_linked(remember, link):
    message = remember("Message", kind="observation")
    summary = remember("Summary", kind="summary")
    remember("Fact", 0.9, kind="fact")
    a = remember("A")
    assert link(a, message, summary) == [("A", "Fact")]


def test_two_decisions_of_one_message_are_not_linked(world, remember, link):
    from tests.api import belongings

    item = belongings(world, "owner", Visibility.SHARED)["item"]
    remember("B", source_item_id=item, kind="fact")
    a = remember("A", source_item_id=item, kind="action_item")
    assert link(a) == []


def test_any_number_of_memories_takes_one_statement(world, remember, django_assert_num_queries):
    memories = [remember(str(number), 0.9) for number in range(6)]
    with world.acting_as("owner"), django_assert_num_queries(1):
        crossrefs.refresh([m.id for m in memories])
    assert len(links_of(world, "owner")) == 1 + 2 + 3 + 4 + 5


def test_what_was_found_in_an_item_is_linked(world, remember, django_assert_num_queries):
    from tests.api import belongings, missing

    item = belongings(world, "owner", Visibility.SHARED)["item"]
    remember("Other", 0.9)
    remember("Message", source_item_id=item, kind="observation")
    remember("Found", source_item_id=item)
    with world.acting_as("owner"):
        crossrefs.refresh_found_in([item])
        with django_assert_num_queries(1):
            crossrefs.refresh_found_in([missing()])
    assert links_of(world, "owner") == [("Found", "Other")]


def test_nothing_to_link_is_no_work(django_assert_num_queries, world):
    with world.acting_as("owner"), django_assert_num_queries(0):
        crossrefs.refresh([])
        crossrefs.forget([])
