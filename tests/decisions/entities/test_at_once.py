"""People and workers at the same entities at the same moment: nothing is lost, nobody deadlocks."""

from threading import Barrier, Thread

from django.db import connections

from connectors.contract import Person
from decisions import entities
from decisions.entities import acts
from decisions.models import Edge, EdgeKind, Entity, EntityName, Memory
from decisions.services import create_memory
from tests.decisions.entities.naming import names_by_entity, person
from tests.decisions.entities.test_resolve import PEOPLE, name_all, specs_of
from tests.decisions.pipeline.feeding import note, take_in

ROUNDS = 6
ADA, BEA, CLEO = (Person(name, f"{name.lower()}@momo.example") for name in ("Ada", "Bea", "Cleo"))


def at_once(*deeds):
    """Do all of these, starting together. Returns what they raised."""
    together, failed = Barrier(len(deeds)), []

    def do(deed):
        try:
            together.wait()
            deed()
        except Exception as error:  # noqa: BLE001  (whatever it is, the test fails by it)
            failed.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=do, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def of(one):
    return EntityName.objects.get(key=one.email).entity_id


def no_edge_is_lost():
    involved = Edge.objects.filter(kind=EdgeKind.INVOLVES).values("src_memory_id")
    assert not Memory.objects.exclude(id__in=involved).exists()
    ends = Edge.objects.filter(dst_entity_id__isnull=False).values("dst_entity_id")
    assert Entity.objects.filter(id__in=ends).count() == ends.distinct().count()


def test_two_merges_at_once_end_in_one_entity(committed_world):
    world = committed_world
    for n, each in enumerate((ADA, BEA, CLEO)):
        take_in(world, "owner", note(f"n{n}", "We decided to use Postgres.", author=each))

    def merging(who, one, other):
        def deed():
            with world.acting_as(who):
                acts.merge(of(one), of(other))

        return deed

    failed = at_once(
        merging("owner", ADA, BEA), merging("teammate", BEA, CLEO), merging("owner", CLEO, ADA)
    )
    assert not failed
    with world.acting_as("owner"):
        assert Entity.objects.filter(type="person").count() == 1
        no_edge_is_lost()


def test_merges_while_memories_come_lose_no_edge(committed_world):
    world = committed_world
    take_in(world, "owner", note("ada", "We decided to use Postgres.", author=ADA))
    take_in(world, "owner", note("bea", "We decided to use Redis.", author=BEA))

    def stating():
        from decisions.editing.drafts import Draft

        for n in range(ROUNDS):
            people = (ADA, BEA) if n % 2 else (BEA,)
            create_memory(world.scope("teammate"), Draft(title=f"Do {n}", people=people))

    def taking_in():
        for n in range(ROUNDS):
            text = f"We decided to use {n} servers."
            take_in(world, "owner", note(f"more{n}", text, author=BEA, participants=(ADA,)))

    def changing_their_mind():
        for _ in range(ROUNDS):
            with world.acting_as("private_owner"):
                merged = acts.merge(of(ADA), of(BEA))
            with world.acting_as("private_owner"):
                acts.split(merged, [EntityName.objects.get(key=BEA.email).id])
        with world.acting_as("private_owner"):
            acts.merge(of(ADA), of(BEA))

    assert not at_once(stating, taking_in, changing_their_mind)
    with world.acting_as("owner"):
        assert of(ADA) == of(BEA)
        no_edge_is_lost()


def test_workers_that_name_the_same_people_at_once_agree(committed_world):
    world = committed_world
    specs = specs_of(PEOPLE)

    def naming(who, some):
        def deed():
            for spec in some:
                with world.acting_as(who):
                    entities.ensure_entities([spec])
                with world.acting_as(who):
                    entities.resolve_stale()

        return deed

    failed = at_once(
        naming("owner", specs), naming("teammate", specs[::-1]), naming("private_owner", specs[::2])
    )
    assert not failed
    name_all(world, "owner", [person("Zed", "zed@momo.example")])
    with world.acting_as("owner"):
        found = names_by_entity()
        Entity.objects.all().delete()
    name_all(world, "owner", [*specs, person("Zed", "zed@momo.example")])
    with world.acting_as("owner"):
        assert names_by_entity() == found
