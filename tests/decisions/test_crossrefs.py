"""Cross-references: what is linked, how far, for whom, and in whatever order it came."""

import random
from collections import defaultdict
from datetime import timedelta

import numpy as np
import pytest
from django.db import DatabaseError, connection
from pgvector import HalfVector

from decisions import crossrefs, lineage
from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import WHEN

MODEL = "measured"
DAY = timedelta(days=1)


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


def anywhere(dice: random.Random) -> np.ndarray:
    """A unit vector among few directions, so that all are more or less alike."""
    vector = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)
    vector[:4] = [dice.gauss(0.4, 1) for _ in range(4)]
    return vector / np.linalg.norm(vector)


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    """Of the vectors as they are stored, in half precision."""
    a, b = (np.float64(np.float16(vector)) for vector in (one, other))
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


@pytest.fixture(autouse=True)
def measured(request, monkeypatch):
    """Links are made of this file's own vectors, unless a test is about the product's."""
    if "committed_world" in request.fixturenames:
        return

    class Models:
        embeddings = Halved()

    monkeypatch.setattr(crossrefs, "providers", Models)


@pytest.fixture
def remember(world):
    """Store a memory with its vector, unlinked; each is a day newer than the one before."""
    from decisions.models import Memory, MemoryEmbedding

    stored = 0

    def store(title, cosine=1.0, *, who="owner", kind="decision", day=None, vector=None, **fields):
        nonlocal stored
        stored += 1
        when = WHEN + DAY * (stored if day is None else day)
        with world.acting_as(who) as scope:
            fields.setdefault("owner_id", scope.principal_id)
            memory = Memory.objects.create(
                title=title, kind=kind, source_date=when, valid_from=when, first_seen_at=when,
                last_seen_at=when, **fields,
            )  # fmt: skip
            MemoryEmbedding.objects.create(
                team_id=scope.team_id, memory_id=memory.id, model=MODEL,
                visibility=memory.visibility, owner_id=memory.owner_id,
                audience_id=memory.audience_id,
                embedding=HalfVector(at(cosine) if vector is None else vector),
            )  # fmt: skip
        return memory

    return store


def links_of(world, who):
    """(source, target) of the links that somebody sees, the strongest first."""
    from decisions.models import Edge, Memory

    with world.acting_as(who):
        title = dict(Memory.objects.values_list("id", "title"))
        edges = Edge.objects.filter(kind="SIMILAR").order_by("-weight")
        return [(title[e.src_memory_id], title[e.dst_memory_id]) for e in edges]


@pytest.fixture
def link(world):
    """Refresh as one of the people; the links that `seen_by` sees."""

    def refresh(*memories, who="owner", seen_by=None):
        with world.acting_as(who):
            crossrefs.refresh([m.id for m in memories])
        return links_of(world, seen_by or who)

    return refresh


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


def test_a_shared_memorys_links_are_the_same_whoever_is_at_work(remember, link):
    remember("Shared", 0.8)
    for number in range(6):
        remember(f"Private {number}", 0.95, who="private_owner", visibility="private")
    a = remember("A")
    for who in ("owner", "private_owner"):
        assert link(a, who=who, seen_by="owner") == [("A", "Shared")]


def test_a_private_memorys_links_are_its_owners_alone(world, remember, link):
    a = remember("A")
    mine = remember("Mine", who="private_owner", visibility="private")
    also = remember("Also mine", 0.9, who="private_owner", visibility="private")
    remember("Somebody else's", who="teammate", visibility="private")
    b = remember("B", 0.1)
    links = link(mine, also, a, b, who="private_owner")
    assert set(links) == {("Mine", "A"), ("Also mine", "A"), ("Also mine", "Mine")}
    assert links_of(world, "teammate") == [("Somebody else's", "A")]
    for who in ("owner", "stranger"):
        assert links_of(world, who) == []


def test_a_private_memory_is_linked_to_what_somebody_else_stores_later(world, remember, link):
    mine = remember("Mine", who="private_owner", visibility="private", day=50)
    link(mine, who="private_owner")
    assert link(remember("A"), who="owner") == []
    assert links_of(world, "private_owner") == [("Mine", "A")]


def test_a_secret_has_no_links(remember, link):
    secret = remember("Secret", visibility="secret")
    a = remember("A")
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
    remember("Same", 0.95, who="teammate", owner_id=None, **audiences[0])
    remember("Other", 0.99, who="teammate", owner_id=None, **audiences[1])
    one = remember("One", who="teammate", owner_id=None, **audiences[0])
    seen = link(one, shared, who="teammate")
    assert [each for each in seen if each[0] == "One"] == [("One", "Same"), ("One", "Shared")]
    assert links_of(world, "owner") == []


def test_only_the_team_of_the_context_can_be_linked(world):
    with pytest.raises(DatabaseError), world.acting_as("owner"), connection.cursor() as cursor:
        cursor.execute(
            "SELECT momo_link_similar(%s, '{}', false, true, 'm', '{}', 1, '{0,1}', 5, 60)",
            [world.other_team.id],
        )


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


class Crowd:
    """Memories that come, change and go in any order, and what the rule says of those there are."""

    PEOPLE = (("owner", "shared"), ("teammate", "shared"), ("teammate", "private"),
              ("private_owner", "private"))  # fmt: skip

    def __init__(self, world, remember, seed):
        self.world, self.remember = world, remember
        dice = random.Random(seed)
        self.there = {}
        self.plans = {
            f"{number}": {
                "day": dice.randrange(12), "vector": anywhere(dice), "fingerprint": bytes([number]),
                **dict(zip(("who", "visibility"), dice.choice(self.PEOPLE), strict=True)),
            }
            for number in range(30)
        }  # fmt: skip

    def come(self, titles, batch):
        """Each batch is linked by whoever stored its first, who may not see the others."""
        for start in range(0, len(titles), batch):
            part = titles[start : start + batch]
            self.there |= {t: self.remember(t, **self.plans[t]) for t in part}
            with self.world.acting_as(self.plans[part[0]]["who"]):
                crossrefs.refresh([self.there[t].id for t in part])

    def go(self, title):
        with self.world.acting_as(self.plans[title]["who"]):
            lineage.remove([self.there.pop(title).id])

    def change(self, title, vector, visibility):
        from decisions.models import Memory, MemoryEmbedding

        plan, id_ = self.plans[title], self.there[title].id
        plan |= {"vector": vector, "visibility": visibility}
        with self.world.acting_as(plan["who"]):
            Memory.objects.filter(id=id_).update(visibility=visibility)
            MemoryEmbedding.objects.filter(memory_id=id_).update(
                visibility=visibility, embedding=HalfVector(vector)
            )
            crossrefs.refresh([id_])

    def expected(self):
        return {(t, other) for t in self.there for other in self._nearest(t)}

    def _nearest(self, title):
        own = self.plans[title]
        cosines = {
            other: _cosine(own["vector"], plan["vector"])
            for other, plan in self.plans.items()
            if other in self.there and self._age(plan) < self._age(own) and self._seen(own, plan)
        }
        near = [t for t, cosine in cosines.items() if cosine / 2 >= crossrefs.LINK_SIMILARITY]
        return sorted(near, key=cosines.get, reverse=True)[: crossrefs.MAX_LINKS]

    @staticmethod
    def _age(plan):
        return plan["day"], plan["fingerprint"]

    @staticmethod
    def _seen(own, other):
        return other["visibility"] == "shared" or (
            (own["visibility"], own["who"]) == (other["visibility"], other["who"])
        )

    def links(self):
        return {
            link
            for who in ("owner", "teammate", "private_owner")
            for link in links_of(self.world, who)
        }


@pytest.mark.parametrize("seed", range(6))
def test_links_do_not_depend_on_the_order_in_which_memories_come(world, remember, seed):
    crowd = Crowd(world, remember, seed)
    titles = list(crowd.plans)
    random.Random(seed).shuffle(titles)
    crowd.come(titles, batch=1 + 4 * (seed % 3))
    assert crowd.links() == crowd.expected()


@pytest.mark.parametrize("seed", range(6))
def test_links_follow_whatever_changes_and_goes(world, remember, seed):
    crowd, dice = Crowd(world, remember, seed), random.Random(seed)
    titles = list(crowd.plans)
    crowd.come(titles[:20], batch=5)
    for _ in range(4):
        crowd.go(dice.choice(list(crowd.there)))
        crowd.change(
            dice.choice(list(crowd.there)), anywhere(dice), dice.choice(["shared", "private"])
        )
        assert crowd.links() == crowd.expected()
    crowd.come(titles[20:], batch=3)
    assert crowd.links() == crowd.expected()


class TestRebuild:
    @pytest.fixture
    def rebuild(self, world, monkeypatch):
        """Link all there is, `after` what was done; the batches that were told of."""
        monkeypatch.setattr(crossrefs, "BATCH", 2)

        def run(after=None, stop_after=None):
            batches = []

            def on_batch(*told):
                batches.append(told)
                if len(batches) == stop_after:
                    raise KeyboardInterrupt

            try:
                links = crossrefs.rebuild(
                    world.scope("owner"), after=after or {}, on_batch=on_batch
                )
            except KeyboardInterrupt:
                return None, batches
            return links, batches

        return run

    def test_everybodys_memories_are_linked(self, world, remember, rebuild):
        for number in range(3):
            remember(str(number))
        remember("Mine", who="private_owner", visibility="private")
        links, batches = rebuild()
        assert links == 3  # what others keep private is not counted
        assert [size for _, _, size in batches] == [2, 1, 1]
        assert len(links_of(world, "private_owner")) == 6
        assert len(links_of(world, "owner")) == 3

    def test_it_goes_on_where_it_was_interrupted(self, world, remember, rebuild):
        for number in range(5):
            remember(str(number))
        _, told = rebuild(stop_after=1)
        assert len(links_of(world, "owner")) == 1
        links, batches = rebuild(after={principal: last for principal, last, _ in told})
        assert links == 10
        assert [size for _, _, size in batches] == [2, 1]
        assert len(links_of(world, "owner")) == 10

    @pytest.mark.parametrize("seed", range(3))
    def test_the_links_are_those_made_as_memories_came(self, world, remember, rebuild, seed):
        from decisions.models import Edge

        crowd = Crowd(world, remember, seed)
        crowd.come(list(crowd.plans), batch=4)
        as_they_came = crowd.links()
        rebuild()
        assert crowd.links() == as_they_came
        for who in ("owner", "teammate", "private_owner"):
            with world.acting_as(who):
                Edge.objects.all().delete()
        rebuild()
        assert crowd.links() == as_they_came == crowd.expected()


def test_those_who_store_and_edit_at_a_time_link_to_each_other(committed_world):
    """Each stored while others are, unseen by them: whoever comes later links both."""
    from threading import Barrier, Thread

    from django.db import connections

    from decisions.drafts import Draft
    from decisions.services import create_memory, edit_memory

    world, together = committed_world, Barrier(4)

    def store(number):
        together.wait()
        for round_ in range(5):
            stated = create_memory(world.scope("owner"), Draft(title=f"Postgres for {number}"))
            title = {"title": f"Postgres for {number} {round_}"}
            edit_memory(world.scope("owner"), stated, title)
        connections.close_all()

    workers = [Thread(target=store, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    as_they_came = set(links_of(world, "owner"))
    by_source = defaultdict(int)
    for source, _ in as_they_came:
        by_source[source] += 1
    crossrefs.rebuild(world.scope("owner"), after={}, on_batch=lambda *_: None)
    assert set(links_of(world, "owner")) == as_they_came
    assert sorted(by_source.values()) == [1, 2, 3, 4, *[5] * 15]


def test_a_new_name_may_come_with_what_is_stored_and_what_is_edited_at_a_time(committed_world):
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    from django.db import connections

    from connectors.contract import Person
    from decisions.drafts import Draft
    from decisions.models import Memory
    from decisions.services import create_memory, edit_memory

    world, together = committed_world, Barrier(2)
    scope = world.scope("owner")
    known = create_memory(scope, Draft(title="Chose Postgres"))

    def store(name):
        together.wait()
        create_memory(scope, Draft(title=f"Chose Redis with {name}", people=(Person(name=name),)))

    def edit(name):
        together.wait()
        people = [{"name": name, "email": "", "handle": "", "role": "decider"}]
        edit_memory(scope, known, {"people": people})

    def in_turn(work):
        for number in range(10):
            work(f"Person {number}")
        connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(in_turn, work) for work in (store, edit)]:
            done.result()  # neither was chosen as a deadlock's victim
    with world.acting_as("owner"):
        assert Memory.objects.count() == 1 + 10
        assert Memory.objects.get(id=known).people[0]["name"] == "Person 9"
