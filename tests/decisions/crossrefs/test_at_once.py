"""Several who store and edit at a time, with the product's own vectors."""

from collections import defaultdict

from decisions import crossrefs
from tests.decisions.crossrefs.measured import links_of


def test_those_who_store_and_edit_at_a_time_link_to_each_other(committed_world):
    """Each stored while others are, unseen by them: whoever comes later links both."""
    from threading import Barrier, Thread

    from django.db import connections

    from decisions.editing.drafts import Draft
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
    from decisions.editing.drafts import Draft
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
