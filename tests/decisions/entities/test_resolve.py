"""What is stored of who and what is named: the same in any order, and no more than one may see."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.contract import Person, Visibility
from decisions import entities
from decisions.entities import Target
from decisions.models import Edge, EdgeKind, Entity, EntityName, EntityVerdict, Memory
from tests.decisions.entities.naming import entities_seen, names_by_entity, person, thing
from tests.decisions.pipeline.feeding import note, take_in

TEXT = "We decided to use Postgres instead of MySQL."
WORK = "ada.ashworth@lighthouse.example"
HOME = "ada.ashworth@gmail.com"

PEOPLE = (
    Person("Ada Ashworth", WORK), Person("Ada Ashworth", HOME), Person("Ada Ashworth"),
    Person("Ada Ashworth", handle="aash"), Person("", "ada.ashworth+x@lighthouse.example"),
    Person("Ben Bell", "ben@lighthouse.example"), Person("Ben Bell", "ben@harbor.example"),
    Person("Ben Bell"), Person("Bell, Ben", handle="bb"), Person("Cleo"),
    Person("Cleo", "c@x.example"),
)  # fmt: skip


def name_all(world, who, specs, *, one_by_one=True):
    """As pipeline batches do: written, and resolved after that."""
    for part in [[spec] for spec in specs] if one_by_one else [specs]:
        with world.acting_as(who):
            entities.ensure_entities(part)
        with world.acting_as(who):
            entities.resolve_stale()


def specs_of(people):
    return [person(each.name, each.email, each.handle) for each in people]


def test_a_person_by_address_handle_name_and_mention_is_one_entity(world):
    name_all(world, "owner", specs_of(PEOPLE[:5]))
    with world.acting_as("owner"):
        ada = Entity.objects.get()
        assert (ada.name, ada.handles) == ("Ada Ashworth", ["aash"])
        assert set(ada.emails) == {WORK, HOME, "ada.ashworth+x@lighthouse.example"}
        assert EntityName.objects.count() == 5


@pytest.mark.django_db(transaction=False)
@settings(max_examples=15, deadline=None)
@given(order=st.permutations(PEOPLE), at_once=st.booleans())
def test_the_entities_are_the_same_in_whatever_order_names_come(order, at_once):
    from django.db import transaction

    from tests.conftest import make_world

    with transaction.atomic():
        world = make_world()
        name_all(world, "owner", specs_of(order), one_by_one=not at_once)
        with world.acting_as("owner"):
            found = (entities_seen(), names_by_entity())
        transaction.set_rollback(True)
    _same_as_before.setdefault("entities", found)
    assert found == _same_as_before["entities"]


_same_as_before: dict = {}


@pytest.mark.parametrize("order", list(permutations(("owner", "teammate", "private_owner"))))
def test_private_and_shared_items_end_in_the_same_entities_in_any_order(world, order):
    for who in order:
        visibility = Visibility.SHARED if who == "teammate" else Visibility.PRIVATE
        author = Person("Ada Ashworth", WORK)
        take_in(world, who, note(who, TEXT, author=author), default_visibility=visibility)
    for who in order:
        with world.acting_as(who):
            ada = Entity.objects.get(type="person")
            assert ada.visibility == Visibility.SHARED
            assert _who_is_involved() == {ada.id}


def _who_is_involved():
    edges = Edge.objects.filter(kind=EdgeKind.INVOLVES)
    return set(edges.values_list("dst_entity_id", flat=True))


def test_what_a_private_message_tells_of_somebody_is_not_shown_to_the_team(world):
    shared = note("ours", TEXT, author=Person("Ada Ashworth", WORK))
    take_in(world, "teammate", shared)
    told = note("mine", TEXT, author=Person("Ada Countess Ashworth", WORK, "countess"))
    take_in(world, "owner", told, default_visibility=Visibility.PRIVATE)
    mail = note("home", TEXT, author=Person("Ada Ashworth", HOME))
    take_in(world, "owner", mail, default_visibility=Visibility.PRIVATE)
    for who in ("teammate", "private_owner", "stranger"):
        with world.acting_as(who):
            seen = str(
                [list(t.objects.values()) for t in (Entity, EntityName, EntityVerdict, Edge)]
            )
            assert "ountess" not in seen
            assert HOME not in seen
    with world.acting_as("owner"):
        ada = Entity.objects.get(type="person", merged_into=None)
        told = Entity.objects.get(type="person", merged_into=ada.id)
        assert (ada.visibility, told.visibility) == (Visibility.SHARED, Visibility.PRIVATE)
        assert (told.aliases, told.emails, told.handles) == (
            ["ada countess ashworth"], [HOME], ["countess"],
        )  # fmt: skip
        assert _who_is_involved() == {ada.id}


def test_what_one_person_knows_joins_nothing_for_the_others(world):
    """A private mail with both handle and address does not make the team's two one."""
    name_all(world, "teammate", [person("", "x@momo.example"), person("", handle="aash")])
    mine = (Visibility.PRIVATE, world.owner.id, None)
    name_all(world, "owner", [person("Ada", "x@momo.example", "aash", seen_by=mine)])
    for who in ("teammate", "owner"):
        with world.acting_as(who):
            assert Entity.objects.filter(merged_into=None).count() == 2


def test_edges_follow_to_what_their_names_become_and_back(world):
    take_in(world, "owner", note("one", TEXT, author=Person("Ben Bell")))
    take_in(world, "owner", note("two", TEXT, author=Person("Ben Bell", "ben@a.example")))
    with world.acting_as("owner"):
        assert len(_who_is_involved()) == 1
    take_in(world, "owner", note("three", TEXT, author=Person("Ben Bell", "ben@b.example")))
    with world.acting_as("owner"):  # now nobody can tell which of them the first was
        assert len(_who_is_involved()) == 3
        kept = Edge.objects.filter(kind=EdgeKind.INVOLVES).count()
        assert kept == Memory.objects.count()


def test_a_memory_that_names_one_person_twice_has_one_edge_with_both_roles(world):
    people = (Person("Ada Ashworth", HOME, role="to"), Person("Ada Ashworth", role="decider"))
    author = Person("Ada Ashworth", WORK, role="author")
    take_in(world, "owner", note("one", TEXT, author=author, participants=people))
    with world.acting_as("owner"):
        for edge in Edge.objects.filter(kind=EdgeKind.INVOLVES):
            assert edge.role == "author"
            assert sorted(edge.named.values()) == ["author", "decider", "to"]


def test_a_message_saying_so_is_evidence(world):
    take_in(world, "owner", note("one", TEXT, author=Person("Ada Ashworth", WORK)))
    take_in(world, "owner", note("two", TEXT, author=Person("", "sunflower@gmail.com")))
    take_in(world, "owner", note("three", TEXT, author=Person(handle="sunfl")))
    with world.acting_as("owner"):
        assert Entity.objects.filter(type="person").count() == 3
    said = f"{TEXT} By the way, my new address is sunflower@gmail.com. I'm @sunfl on GitHub."
    take_in(world, "owner", note("four", said, author=Person("Ada Ashworth", WORK)))
    with world.acting_as("owner"):
        ada = Entity.objects.get(type="person")
        assert set(ada.emails) == {WORK, "sunflower@gmail.com"}
        assert ada.handles == ["sunfl"]


def test_nobody_takes_over_another_person_by_claiming_their_address(world):
    boss = Person("Bea Boss", "bea.boss@lighthouse.example")
    take_in(world, "owner", note("one", TEXT, author=boss))
    claim = f"{TEXT} My new address is bea.boss@lighthouse.example."
    take_in(world, "owner", note("two", claim, author=Person("Mallory Moor", "m@moor.example")))
    with world.acting_as("owner"):
        assert names_by_entity() >= {frozenset({boss.email}), frozenset({"m@moor.example"})}
        assert EntityVerdict.objects.get().by_rule == "same-address"


def test_things_are_one_by_alias(world):
    name_all(world, "owner", [thing("Postgres"), thing("PostgreSQL"), thing("Redis")])
    with world.acting_as("owner"):
        assert {frozenset(e.aliases) | {e.name.casefold()} for e in Entity.objects.all()} == {
            frozenset({"postgres", "postgresql"}), frozenset({"redis"}),
        }  # fmt: skip


def test_resolving_again_changes_nothing(world):
    name_all(world, "owner", specs_of(PEOPLE))
    with world.acting_as("owner"):
        before = entities_seen(), names_by_entity(), EntityVerdict.objects.count()
        EntityName.objects.update(stale=True)
        entities.resolve_stale()
        assert (entities_seen(), names_by_entity(), EntityVerdict.objects.count()) == before


def test_who_was_killed_before_resolving_ends_the_same(world):
    with world.acting_as("owner"):
        entities.ensure_entities(specs_of(PEOPLE))
    name_all(world, "owner", [person("Zed", "zed@momo.example")])  # whoever comes next finishes it
    with world.acting_as("owner"):
        assert not EntityName.objects.filter(stale=True).exists()
        assert Entity.objects.filter(emails__contains=[WORK]).count() == 1
        assert frozenset({"cleo", "c@x.example"}) in names_by_entity()


def test_naming_what_is_known_costs_two_statements(world, django_assert_num_queries):
    specs = specs_of(PEOPLE)
    with world.acting_as("owner"):
        first = entities.ensure_entities(specs)
        with django_assert_num_queries(2):
            assert entities.ensure_entities(specs) == first
        assert {type(target) for target in first.values()} == {Target}


def test_a_stranger_has_entities_of_their_own(world):
    name_all(world, "owner", specs_of(PEOPLE))
    with world.acting_as("stranger"):
        assert not Entity.objects.exists()
        assert not EntityName.objects.exists()
        assert not EntityVerdict.objects.exists()
