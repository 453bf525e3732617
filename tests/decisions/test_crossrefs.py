"""Cross-references: what is linked, how far, and for whom."""

import numpy as np
import pytest
from pgvector import HalfVector

from decisions import crossrefs
from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import WHEN

MODEL = "measured"


class Halved:
    """An embedding model whose calibrated similarity is half the cosine."""

    model = MODEL

    def embed(self, texts):
        raise AssertionError("links are made from stored vectors")

    def calibrate(self, cosine):
        return max(0.0, cosine / 2)


def at(cosine: float) -> np.ndarray:
    """A unit vector of this cosine to the first axis."""
    vector = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)
    vector[:2] = cosine, (1 - cosine**2) ** 0.5
    return vector


@pytest.fixture
def remember(world):
    from decisions.models import Memory, MemoryEmbedding

    def store(title, cosine=1.0, *, who="owner", kind="decision", **fields):
        with world.acting_as(who) as scope:
            fields.setdefault("owner_id", scope.principal_id)
            memory = Memory.objects.create(
                title=title, kind=kind, source_date=WHEN, valid_from=WHEN, first_seen_at=WHEN,
                last_seen_at=WHEN, **fields,
            )  # fmt: skip
            MemoryEmbedding.objects.create(
                team_id=scope.team_id, memory_id=memory.id, model=MODEL,
                visibility=memory.visibility, owner_id=memory.owner_id,
                audience_id=memory.audience_id, embedding=HalfVector(at(cosine)),
            )  # fmt: skip
        return memory

    return store


@pytest.fixture
def link(world):
    """Refresh as one of the people; (source, target) of the links that each of `seen_by` sees."""
    from decisions.models import Edge, Memory

    def refresh(*memories, who="owner", seen_by=None):
        with world.acting_as(who):
            crossrefs.refresh([m.id for m in memories], embeddings=Halved())
        with world.acting_as(seen_by or who):
            title = dict(Memory.objects.values_list("id", "title"))
            edges = Edge.objects.filter(kind="SIMILAR").order_by("-weight")
            return [(title[e.src_memory_id], title[e.dst_memory_id]) for e in edges]

    return refresh


def test_links_are_at_most_five_of_a_calibrated_similarity_of_three_tenths():
    assert (crossrefs.MIN_SIMILARITY, crossrefs.MAX_LINKS) == (0.3, 5)


def test_the_nearest_over_the_threshold_are_linked_with_their_similarity(world, remember, link):
    from decisions.models import Edge

    a = remember("A")
    remember("Near", 0.9)
    remember("Just", 0.61)
    remember("Under", 0.59)
    assert link(a) == [("A", "Near"), ("A", "Just")]
    with world.acting_as("owner"):
        assert Edge.objects.get(dst_memory_id__isnull=False, weight__gt=0.4).weight == (
            pytest.approx(0.45, abs=1e-3)
        )


def test_no_more_than_five_are_linked(remember, link):
    a = remember("A")
    for number in range(8):
        remember(str(number), 0.7 + number / 100)
    assert link(a) == [("A", str(number)) for number in (7, 6, 5, 4, 3)]


def test_doing_it_again_changes_nothing_and_follows_what_changed(world, remember, link):
    from decisions.models import Memory

    a, b = remember("A"), remember("B", 0.9)
    assert link(a, b) == link(a, b)
    with world.acting_as("owner"):
        Memory.objects.filter(id=b.id).update(archived_at=WHEN)
    assert link(a) == [("B", "A")]


def test_messages_are_not_linked(remember, link):
    a, message = remember("A"), remember("Message", kind="observation")
    remember("Fact", 0.9, kind="fact")
    assert link(a, message) == [("A", "Fact")]


def test_two_decisions_of_one_message_are_not_linked(world, remember, link):
    from tests.api import belongings

    item = belongings(world, "owner", Visibility.SHARED)["item"]
    a = remember("A", source_item_id=item)
    remember("B", source_item_id=item)
    assert link(a) == []


def test_a_shared_memorys_links_are_the_same_whoever_is_at_work(remember, link):
    a = remember("A")
    remember("Shared", 0.8)
    for number in range(6):
        remember(f"Private {number}", 0.95, who="private_owner", visibility="private")
    for who in ("owner", "private_owner"):
        assert link(a, who=who, seen_by="owner") == [("A", "Shared")]


def test_a_private_memorys_links_are_its_owners_alone(remember, link):
    a = remember("A")
    mine = remember("Mine", who="private_owner", visibility="private")
    also = remember("Also mine", 0.9, who="private_owner", visibility="private")
    remember("Somebody else's", who="teammate", visibility="private")
    links = link(mine, also, a, who="private_owner")
    assert set(links) == {
        ("Mine", "A"), ("Mine", "Also mine"), ("Also mine", "A"), ("Also mine", "Mine"),
    }  # fmt: skip
    for who in ("owner", "teammate", "stranger"):
        assert link(who=who) == []


def test_a_secret_has_no_links(remember, link):
    a = remember("A")
    secret = remember("Secret", visibility="secret")
    assert link(a, secret) == []


def test_restricted_memories_are_linked_within_their_audience(world, remember, link):
    from momo.platform.accounts.models import Audience, AudienceMember

    audiences = []
    with world.acting_as("owner"):
        for key in ("C1", "C2"):
            audience = Audience.objects.create(source="slack", key=key, name=key)
            AudienceMember.objects.create(
                audience_id=audience.id, email=world.teammate.email, principal_id=world.teammate.id
            )
            audiences.append({"visibility": "restricted", "audience_id": audience.id})
    shared = remember("Shared", 0.9)
    one = remember("One", who="teammate", owner_id=None, **audiences[0])
    remember("Same", 0.95, who="teammate", owner_id=None, **audiences[0])
    remember("Other", 0.99, who="teammate", owner_id=None, **audiences[1])
    assert link(one, shared, who="teammate") == [("One", "Same"), ("One", "Shared")]
    assert link(who="owner") == []


def test_any_number_of_memories_takes_the_same_few_statements(
    world, remember, django_assert_num_queries
):
    memories = [remember(str(number), 0.9) for number in range(6)]
    with world.acting_as("owner"), django_assert_num_queries(2):  # and one bulk insert
        assert crossrefs.refresh([m.id for m in memories], embeddings=Halved()) == 30


def test_what_was_found_in_an_item_is_linked(
    world, remember, link, monkeypatch, django_assert_num_queries
):
    from tests.api import belongings, missing

    class Models:
        embeddings = Halved()

    monkeypatch.setattr(crossrefs, "providers", Models)
    item = belongings(world, "owner", Visibility.SHARED)["item"]
    remember("Found", source_item_id=item)
    remember("Message", source_item_id=item, kind="observation")
    remember("Other", 0.9)
    with world.acting_as("owner"):
        assert crossrefs.refresh_found_in([item]) == 1
        with django_assert_num_queries(1):
            assert crossrefs.refresh_found_in([missing()]) == 0
    assert link() == [("Found", "Other")]


def test_nothing_to_link_is_no_work(django_assert_num_queries, world):
    with world.acting_as("owner"), django_assert_num_queries(0):
        assert crossrefs.refresh([]) == 0


class TestBackfill:
    @pytest.fixture
    def backfill(self, world, monkeypatch):
        """Link all there is, `after` what was done; the batches that were told of."""
        from decisions import backfill

        class Models:
            embeddings = Halved()

        monkeypatch.setattr(crossrefs, "providers", Models)
        monkeypatch.setattr(backfill, "BATCH", 2)

        def run(after=None, stop_after=None):
            batches = []

            def on_batch(*told):
                batches.append(told)
                if len(batches) == stop_after:
                    raise KeyboardInterrupt

            try:
                links = backfill.backfill(
                    world.scope("owner"), after=after or {}, on_batch=on_batch
                )
            except KeyboardInterrupt:
                return None, batches
            return links, batches

        return run

    def test_everybodys_memories_are_linked(self, remember, backfill, link):
        for number in range(3):
            remember(str(number))
        remember("Mine", who="private_owner", visibility="private")
        links, batches = backfill()
        assert links == 3 * 2 + 3
        assert [size for _, _, size in batches] == [2, 1, 1]
        assert len(link(who="private_owner")) == 9
        assert len(link(who="owner")) == 6

    def test_it_goes_on_where_it_was_interrupted(self, remember, backfill, link):
        for number in range(5):
            remember(str(number))
        _, told = backfill(stop_after=1)
        assert len(link()) == 2 * 4
        links, batches = backfill(after={principal: last for principal, last, _ in told})
        assert links == 3 * 4
        assert [size for _, _, size in batches] == [2, 1]
        assert len(link()) == 5 * 4
