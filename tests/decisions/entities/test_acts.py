"""What people say of entities is remembered, wins, and can be taken back."""

import pytest

from connectors.contract import Audience, Person, Visibility
from decisions import entities
from decisions.entities import acts, reading
from decisions.entities.forgetting import forget
from decisions.models import Edge, EdgeKind, Entity, EntityName, EntityVerdict, Memory
from decisions.refusals import Refused
from momo.platform.audit.models import AuditEvent
from momo.platform.tenancy.models import NOBODY
from tests.decisions.entities.naming import names_by_entity, person, thing
from tests.decisions.entities.test_resolve import HOME, TEXT, WORK, entities_seen, name_all
from tests.decisions.pipeline.feeding import note, take_in

ADA, BEA = Person("Ada Ashworth", WORK), Person("Bea Bell", "bea@harbor.example")


def of(email):
    return EntityName.objects.filter(emails__contains=[email]).latest("created_at").entity_id


def all_there_is():
    return (
        entities_seen(),
        names_by_entity(),
        sorted(map(str, Edge.objects.values_list("src", "dst", "kind", "role", "visibility"))),
    )


@pytest.fixture
def two(world):
    """Two people, each with a memory, and a memory that names both."""
    take_in(world, "owner", note("one", TEXT, author=ADA))
    take_in(world, "owner", note("two", TEXT, author=BEA))
    both = note("three", TEXT, author=ADA, participants=(BEA,))
    take_in(world, "owner", both)
    return world


def test_merging_moves_names_and_edges_and_undoing_moves_them_back(two):
    with two.acting_as("owner"):
        before = all_there_is()
        involved = Edge.objects.filter(kind=EdgeKind.INVOLVES).count()
        id_ = acts.merge(of(WORK), of(BEA.email))
        merged = Entity.objects.get(type="person")
        assert merged.id == id_
        assert set(merged.aliases) == {"ada ashworth", "bea bell"}
        assert set(merged.emails) == {WORK, BEA.email}
        edges = Edge.objects.filter(kind=EdgeKind.INVOLVES)
        assert set(edges.values_list("dst_entity_id", flat=True)) == {id_}
        assert edges.count() == Memory.objects.count() < involved
        acts.undo(EntityVerdict.objects.get(by_principal=two.owner.id).act)
        assert all_there_is() == before


def test_a_merge_is_re_applied_when_names_come_again_and_new_ones_are_known(two):
    with two.acting_as("owner"):
        acts.merge(of(WORK), of(BEA.email))
    take_in(two, "owner", note("four", TEXT, author=Person("Bea B.", BEA.email, "bb")))
    take_in(two, "owner", note("five", TEXT, author=Person(handle="bb")))
    with two.acting_as("teammate"):
        ada = Entity.objects.get(type="person")
        assert ada.handles == ["bb"]


def test_a_split_wins_over_the_rules_whatever_comes_later(world):
    name_all(world, "owner", [person("Ada Ashworth", WORK), person("Ada Ashworth", HOME)])
    with world.acting_as("owner"):
        entity = Entity.objects.get()
        home = EntityName.objects.get(key=HOME)
        acts.split(entity.id, [home.id])
        assert names_by_entity() == {frozenset({WORK}), frozenset({HOME})}
    name_all(world, "teammate", [person("Ada Ashworth", WORK, "aash"), person("Ada A.", HOME)])
    with world.acting_as("owner"):
        assert names_by_entity() == {frozenset({WORK}), frozenset({HOME})}
        assert not reading.suggestions().exists()


def test_the_last_word_counts_and_undoing_it_lets_the_one_before_stand_again(two):
    with two.acting_as("owner"):
        merged = acts.merge(of(WORK), of(BEA.email))
        bea = EntityName.objects.get(key=BEA.email)
        acts.split(merged, [bea.id])
        assert of(WORK) != of(BEA.email)
        split = EntityVerdict.objects.get(verdict="different").act
        acts.undo(split)
        assert of(WORK) == of(BEA.email)
        acts.undo(split)  # again: nothing
        acts.undo(EntityVerdict.objects.get(verdict="same").act)
        assert of(WORK) != of(BEA.email)


def test_merging_what_is_one_already_changes_nothing(two):
    with two.acting_as("owner"):
        first, second = of(WORK), of(BEA.email)
        one = acts.merge(first, second)
        assert acts.merge(first, second) == one  # by the ids from before, too
        assert EntityVerdict.objects.filter(by_principal__isnull=False).count() == 1
        assert AuditEvent.objects.filter(action="entity.merged").count() == 1


def test_answering_a_suggestion_settles_it(world):
    other = "ada.ashworth@harbor.example"
    specs = [person("Ada Ashworth", WORK), person("Ada Ashworth", other)]
    name_all(world, "owner", specs)
    with world.acting_as("owner"):
        suggestion = EntityVerdict.objects.get().id
        acts.answer(suggestion, same=False)
        assert not reading.suggestions().exists()
        assert of(WORK) != of(other)
        acts.merge(of(WORK), of(other))
        assert of(WORK) == of(other)


def test_a_private_name_is_merged_for_its_owner_alone(two):
    mine = Person("", "secret.alias@x.example")
    take_in(two, "owner", note("mine", TEXT, author=mine), default_visibility=Visibility.PRIVATE)
    with two.acting_as("owner"):
        acts.merge(of(WORK), of(mine.email))
        ada = of(mine.email)
        assert ada == of(WORK)
        assert Edge.objects.filter(kind=EdgeKind.INVOLVES, dst_entity_id=ada).count() > 3
    with two.acting_as("teammate"):
        assert Entity.objects.get(id=ada).emails == [WORK]
        assert not EntityVerdict.objects.exists()
        with pytest.raises(EntityVerdict.DoesNotExist):
            acts.undo(EntityVerdict.objects.model().id)


def test_merging_shared_ones_takes_along_what_others_keep_private(two):
    """Who merges does not see the private memories that lead there; they lead there still."""
    mail = note("mine", TEXT, author=Person("Bea Bell", BEA.email, "beabell"))
    take_in(two, "private_owner", mail, default_visibility=Visibility.PRIVATE)
    with two.acting_as("private_owner"):
        bea = Entity.objects.get(merged_into__isnull=False)
        before = all_there_is()
    with two.acting_as("teammate"):
        ada = acts.merge(of(WORK), of(BEA.email))
        act = EntityVerdict.objects.get(by_principal=two.teammate.id).act
    with two.acting_as("private_owner"):
        own = Memory.objects.filter(visibility="private").values("id")
        edges = Edge.objects.filter(src_memory_id__in=own, kind=EdgeKind.INVOLVES)
        assert set(edges.values_list("dst_entity_id", flat=True)) == {ada}
        assert Entity.objects.get(id=bea.id).merged_into == ada
    with two.acting_as("teammate"):
        acts.undo(act)
    with two.acting_as("private_owner"):
        assert all_there_is() == before


def test_what_cannot_be_one_is_refused(two):
    name_all(two, "owner", [thing("Postgres 16")])
    mine = (Visibility.PRIVATE, two.owner.id, None)
    name_all(two, "owner", [person("Zoe", "zoe@x.example", seen_by=mine)])
    with two.acting_as("owner"):
        ada, postgres = of(WORK), Entity.objects.get(name="Postgres 16").id
        with pytest.raises(Refused):
            acts.merge(ada, postgres)
        with pytest.raises(Refused):
            acts.split(ada, [EntityName.objects.get(key=WORK).id])
        with pytest.raises(Refused):
            acts.split(ada, [])
        zoe = of("zoe@x.example")
    with two.acting_as("stranger"), pytest.raises(Entity.DoesNotExist):
        acts.merge(ada, postgres)
    with two.acting_as("teammate"), pytest.raises(Entity.DoesNotExist):
        acts.merge(ada, zoe)


def test_sharing_a_memory_does_not_tell_whom_its_owner_knows_somebody_to_be(two):
    alias = Person("Nightingale", "night@x.example")
    take_in(two, "owner", note("mine", TEXT, author=alias), default_visibility=Visibility.PRIVATE)
    with two.acting_as("owner"):
        acts.merge(of(WORK), of(alias.email))
        memory = Memory.objects.get(visibility="private", kind="decision")
        id_, people = memory.id, memory.people
    assert people
    from decisions.services import edit_memory

    edit_memory(two.scope("owner"), id_, {"visibility": "shared"})
    with two.acting_as("teammate"):
        edges = Edge.objects.filter(src_memory_id=id_, kind=EdgeKind.INVOLVES)
        named = Entity.objects.get(id=edges.get().dst_entity_id)
        assert named.emails == [alias.email]
        assert Entity.objects.get(emails__contains=[WORK]).emails == [WORK]


def test_what_nothing_names_any_more_is_forgotten(two):
    with two.acting_as("owner"):
        acts.merge(of(WORK), of(BEA.email))
        ada = of(WORK)
        Memory.objects.filter(thread_key__in=[], id__isnull=True).delete()
        items = Memory.objects.exclude(title__in=["One"]).values_list("id", flat=True)
        Memory.objects.filter(id__in=list(items)).delete()
        forget([ada])
        left = Entity.objects.filter(type="person")
        assert all(BEA.email not in entity.emails for entity in left)
        assert "Bea" not in str(list(EntityName.objects.values()) + list(Entity.objects.values()))
        lost = [(of(WORK), "ada ashworth")]
        forget([ada], lost, holders=[two.owner.id])  # only their own was lost, which is none
        assert "Ada Ashworth" in str(list(EntityName.objects.values()))
        forget([ada], lost, holders=[NOBODY])
        assert "Ada Ashworth" not in str(list(EntityName.objects.values()))


def test_a_split_tells_a_channel_nothing_of_what_somebody_in_it_keeps_private(two):
    channel = Audience(key="C1", name="C1", members=(Person(email=two.owner.email),))
    take_in(two, "owner", note("c", TEXT, author=ADA, audience=channel))
    take_in(two, "owner", note("mine", TEXT, author=ADA), default_visibility=Visibility.PRIVATE)
    with two.acting_as("owner"):
        mine = EntityName.objects.get(visibility="private", key=WORK)
        assert EntityName.objects.filter(entity_id=mine.entity_id).count() == 3
        acts.split(mine.entity_id, [mine.id])
        assert of(WORK) == EntityName.objects.get(id=mine.id).entity_id
        said = EntityVerdict.objects.filter(by_principal__isnull=False)
        assert {each.visibility for each in said} == {"private"}


def test_names_that_wait_from_before_are_resolved_with_the_next_of_the_team(two):
    name = Person("Ada Ashworth", HOME)
    take_in(two, "private_owner", note("p", TEXT, author=name),
            default_visibility=Visibility.PRIVATE)  # fmt: skip
    with two.acting_as("private_owner"):
        EntityName.objects.filter(visibility="private").update(stale=True, keys=[])
    take_in(two, "owner", note("four", TEXT, author=Person("Cy Crane", "cy@harbor.example")))
    with two.acting_as("private_owner"):
        own = EntityName.objects.get(visibility="private", type="person")
        assert own.keys
        assert not own.stale


def test_every_act_is_audited_without_a_name(two):
    with two.acting_as("owner"):
        merged = acts.merge(of(WORK), of(BEA.email))
        bea = EntityName.objects.get(key=BEA.email)
        acts.split(merged, [bea.id])
        acts.undo(EntityVerdict.objects.get(verdict="different").act)
        events = AuditEvent.objects.filter(action__startswith="entity.").order_by("number")
        assert [event.action for event in events] == [
            "entity.merged", "entity.split", "entity.undone",
        ]  # fmt: skip
        assert "bea" not in str([event.details for event in events]).lower()
        entities.resolve_stale()
