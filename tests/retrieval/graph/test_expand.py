"""Walking the graph: paths, decay, bounds, and who may walk where."""

from uuid import UUID

import pytest

from retrieval import tuning
from retrieval.landing.meaning import Meaning

PEOPLE = ("owner", "teammate", "private_owner")
NOTHING = Meaning()


@pytest.fixture
def relate(world):
    """An edge between two memories, seen as `who` and visibility say."""
    from decisions.models import Edge

    def draw(a, b, kind="SIMILAR", *, who="owner", visibility="shared", weight=1.0, **fields):
        with world.acting_as(who) as scope:
            Edge.objects.create(
                kind=kind, src_memory_id=a.id, dst_memory_id=b.id, weight=weight,
                visibility=visibility, owner_id=scope.principal_id, **fields,
            )  # fmt: skip

    return draw


@pytest.fixture
def expand(world):
    """Expand from memories (score 1, unless given) as one of the people: titles to paths."""
    from retrieval.graph.expand import GraphMode
    from retrieval.graph.expand import expand as walk

    def go(seeds, who="owner", mode=GraphMode.HOPS, meaning=NOTHING, **filters):
        from retrieval.filters import Filters

        scores = seeds if isinstance(seeds, dict) else {m.id: 1.0 for m in seeds}
        with world.acting_as(who):
            found = walk(scores, meaning, mode, filters=Filters(**filters))
        assert set(found.scores) == set(found.paths)
        return {path.nodes[-1].name: (found.scores[id_], path) for id_, path in found.paths.items()}

    return go


def test_a_hop_leaves_nine_tenths_and_two_are_followed(remember, relate, expand):
    assert (tuning.HOP_DECAY, tuning.HOPS) == (0.9, 2)
    a, b, c, d = (remember(title) for title in "ABCD")
    relate(a, b)
    relate(b, c)
    relate(c, d)
    found = {title: (score, path.hops) for title, (score, path) in expand([a]).items()}
    assert found == {
        "B": (pytest.approx(0.9), 1), "C": (pytest.approx(0.81), 2),
    }  # fmt: skip


def test_relations_are_followed_both_ways_and_weigh(remember, relate, expand):
    a, b, c = (remember(title) for title in "ABC")
    relate(b, a, weight=0.5)
    relate(b, c, "SUPERSEDES")
    found = expand({a.id: 0.8})
    assert found["B"][0] == pytest.approx(0.8 * 0.9 * 0.5)
    assert found["C"][0] == pytest.approx(0.8 * 0.9 * 0.5 * 0.9)


def test_what_one_person_decided_is_reached_by_way_of_them(remember, expand):
    a = remember("Chose Postgres", by="Jane Doe")
    remember("Chose Redis", by="Jane Doe")
    (score, path), = expand([a]).values()  # fmt: skip
    assert score == pytest.approx(0.81)
    assert [node.name for node in path.nodes] == ["Chose Postgres", "Jane Doe", "Chose Redis"]
    assert path.text == 'via Jane Doe, who decided "Chose Postgres"'


def test_the_best_path_is_told_and_among_equals_that_by_the_rarer_thing(remember, relate, expand):
    a = remember("A", by="Jane Doe", about="Billing")
    b = remember("B", by="Jane Doe", about="Billing")
    remember("C", by="Jane Doe")
    assert expand([a])["B"][1].text == 'via Billing, which "A" is about'
    relate(a, b)
    assert expand([a])["B"][1].text == 'similar to "A"'


@pytest.mark.parametrize(
    ("kind", "forwards", "backwards"),
    [("SUPERSEDES", "replaced by", "replaces"), ("COMPACTS", "summed up in", "sums up")],
)
def test_a_path_says_which_way_it_goes(kind, forwards, backwards, remember, relate, expand):
    newer, older = remember("New"), remember("Old")
    relate(newer, older, kind)
    assert expand([newer])["Old"][1].text == f'{forwards} "New"'
    assert expand([older])["New"][1].text == f'{backwards} "Old"'


def test_a_thread_is_told_by_what_was_said_in_it_not_by_its_key(world, remember, expand):
    from decisions.models import Edge, Entity
    from momo.platform.tenancy.models import NOBODY

    a, b = remember("A"), remember("B")
    with world.acting_as("owner"):
        key = "C08A8CDA01:1782393000.471419"
        thread = Entity.objects.create(type="thread", name=key, key=key.lower(), holder=NOBODY)
        for memory in (a, b):
            Edge.objects.create(src_memory_id=memory.id, dst_entity_id=thread.id, kind="ABOUT")
    assert expand([a])["B"][1].text == 'in the thread of "A"'


def test_a_seed_is_reached_from_another_seed(remember, relate, expand):
    a, b = remember("A"), remember("B")
    relate(a, b)
    assert set(expand([a, b])) == {"A", "B"}


def test_a_private_memory_is_reached_by_its_owner_alone(remember, relate, expand):
    a = remember("A")
    mine = remember("Mine", who="private_owner", visibility="private")
    relate(mine, a, who="private_owner", visibility="private")
    assert {who for who in PEOPLE if expand([a], who)} == {"private_owner"}
    assert expand([a], "stranger") == {}


def test_nobody_walks_through_what_they_cannot_see(remember, relate, expand):
    """Two shared memories hang together only by a private one, even over shared relations."""
    a, b = remember("A"), remember("B")
    hidden = remember("Hidden", who="private_owner", visibility="private")
    for end in (a, b):
        relate(hidden, end, who="private_owner", visibility="shared")
    assert set(expand([a], "private_owner")) == {"Hidden", "B"}
    for who in ("owner", "teammate"):
        assert expand([a], who) == {}


def test_nobody_walks_through_a_person_whom_they_cannot_see(world, remember, expand):
    from decisions.models import Edge, Entity

    a, b = remember("A"), remember("B")
    with world.acting_as("private_owner") as scope:
        mine = Entity.objects.create(
            type="person", name="Eve", key="eve", holder=scope.principal_id,
            visibility="private", owner_id=scope.principal_id,
        )  # fmt: skip
        for memory in (a, b):
            Edge.objects.create(src_memory_id=memory.id, dst_entity_id=mine.id, kind="INVOLVES")
    assert set(expand([a], "private_owner")) == {"B"}
    assert expand([a], "owner") == expand([a], "teammate") == {}


def test_restricted_relations_are_walked_by_the_audience_alone(world, remember, relate, expand):
    from momo.platform.accounts.models import Audience, AudienceMember

    with world.acting_as("owner"):
        audience = Audience.objects.create(source="slack", key="C1", name="board")
        AudienceMember.objects.create(
            audience_id=audience.id, email=world.teammate.email, principal_id=world.teammate.id
        )
    a = remember("A")
    seen_by = {"visibility": "restricted", "audience_id": audience.id}
    b = remember("Board", who="teammate", **seen_by)
    relate(a, b, who="teammate", **seen_by)
    assert {who for who in PEOPLE if expand([a], who)} == {"teammate"}
    assert expand([a], "stranger") == {}


def test_a_secret_is_never_reached_nor_walked_through(remember, relate, expand):
    a, b = remember("A"), remember("B")
    secret = remember("Secret", visibility="secret")
    relate(secret, a, visibility="secret")
    relate(secret, b)
    relate(a, secret)
    assert expand([a]) == {}


def test_only_what_passes_the_filters_is_reached(remember, relate, expand):
    a = remember("A")
    for title, fields in (
        ("Fact", {"kind": "fact"}), ("Reversed", {"status": "reversed"}),
        ("Later", {"age": 1}),
    ):  # fmt: skip
        relate(a, remember(title, **fields))
    from tests.retrieval.conftest import days_ago

    assert set(expand([a])) == {"Fact", "Later"}
    assert set(expand([a], kinds=("fact",))) == {"Fact"}
    assert set(expand([a], as_of=days_ago(50))) == {"Fact"}
    assert set(expand([a], include_reversed=True)) == {"Fact", "Later", "Reversed"}


def test_a_hub_is_followed_no_further_than_the_bound(world, remember, expand):
    from decisions.models import Edge, Entity, Memory
    from momo.platform.tenancy.bulk import insert_rows
    from momo.platform.tenancy.ids import uuid7
    from tests.retrieval.conftest import NOW

    a = remember("A", by="The Boss")
    with world.acting_as("owner"):
        boss = Entity.objects.get(name="The Boss").id
        ids = [uuid7() for _ in range(2_000)]
        when = {"source_date": NOW, "valid_from": NOW, "first_seen_at": NOW, "last_seen_at": NOW}
        Memory.objects.bulk_create(
            [Memory(id=i, kind="observation", title=f"M{i}", **when) for i in ids]
        )
        columns = (
            "id", "kind", "src_memory_id", "dst_entity_id", "role", "weight", "reason",
            "visibility", "created_at",
        )  # fmt: skip
        insert_rows(
            Edge, columns,
            [(uuid7(), "INVOLVES", i, boss, "author", 1.0, "", "shared", NOW) for i in ids],
        )  # fmt: skip
    assert len(expand([a])) == tuning.FAN_OUT


def test_it_takes_one_statement(world, remember, relate, django_assert_num_queries):
    from retrieval.graph.expand import expand

    a, b = remember("A", by="Jane"), remember("B", by="Jane")
    relate(a, b)
    with world.acting_as("owner"), django_assert_num_queries(1):
        assert expand({a.id: 1.0}, NOTHING).paths


def test_the_walk_may_be_off_and_may_start_nowhere(remember, relate, expand):
    from momo.platform.tenancy.ids import uuid7
    from retrieval.graph.expand import GraphMode

    a, b = remember("A"), remember("B")
    relate(a, b)
    assert expand([a], mode=GraphMode.OFF) == {}
    assert expand({}) == expand({uuid7(): 1.0}) == {}


@pytest.fixture
def meaning():
    from momo.platform.ai import AIConfig
    from momo.platform.ai.selection import embeddings

    model = embeddings(AIConfig())
    return lambda text: Meaning(model.model, model.embed([text])[0], model.calibrate)


def test_rank_and_meaning_score_what_is_connected(remember, expand, meaning):
    from retrieval.graph.expand import GraphMode

    a = remember("Chose Postgres as the database", by="Jane Doe")
    remember("Chose Redis as the cache database", by="Jane Doe")
    remember("Ordered new chairs", by="Jane Doe")
    found = expand([a], mode=GraphMode.SEM_PPR, meaning=meaning("Which database?"))
    scores = {title: score for title, (score, _) in found.items()}
    assert scores["Chose Redis as the cache database"] > scores["Ordered new chairs"]
    assert all(0 <= score <= 1 for score in scores.values())


def test_anchors_are_weighed_by_three_signals(world, remember, meaning):
    from retrieval.graph import anchor

    weights = (anchor.SEMANTIC_WEIGHT, anchor.MEMORY_WEIGHT, anchor.STRUCTURAL_WEIGHT)
    assert weights == (0.5, 0.3, 0.2)
    a = remember("Chose Postgres as the database", by="Jane Doe", about="Storage")
    b = remember("Ordered new chairs", by="Jane Doe", about="Office")
    with world.acting_as("owner"):
        found = anchor.anchors({a.id: 0.9, b.id: 0.1}, meaning("Which database?"))
    by_name = {each.name: each for each in found}
    assert sum(each.weight for each in found) == pytest.approx(1)
    assert by_name["Storage"].semantic > by_name["Office"].semantic
    assert by_name["Storage"].memory == pytest.approx(0.9)
    assert by_name["Jane Doe"].memory == pytest.approx(0.5)
    assert by_name["Jane Doe"].structural == 1 > by_name["Office"].structural
    raw = {
        each.name: 0.5 * each.semantic + 0.3 * each.memory + 0.2 * each.structural for each in found
    }
    for each in found:
        assert each.weight == pytest.approx(raw[each.name] / sum(raw.values()))


def test_anchors_that_one_cannot_see_do_not_count(world, remember):
    from decisions.models import Edge, Entity
    from retrieval.graph.anchor import anchors

    a = remember("A")
    with world.acting_as("private_owner") as scope:
        own = {"visibility": "private", "owner_id": scope.principal_id}
        entity = Entity.objects.create(
            type="project", name="Secret plan", key="secret plan", holder=scope.principal_id, **own
        )
        Edge.objects.create(src_memory_id=a.id, dst_entity_id=entity.id, kind="MENTIONS", **own)
    counts = {}
    for who in PEOPLE:
        with world.acting_as(who):
            counts[who] = len(anchors({a.id: 1.0}, NOTHING))
    assert counts == {"owner": 0, "teammate": 0, "private_owner": 1}
    assert isinstance(entity.id, UUID)
