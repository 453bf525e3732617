"""People who change what holds at the same moment: all get an answer, and what holds is right."""

from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, Thread

import pytest
from django.db import DatabaseError, connections

from decisions import services
from decisions.histories import lineage
from decisions.histories.lineage import LineageError
from decisions.models import Memory
from decisions.refusals import Refused
from momo.platform.rest.etags import Stale
from tests.api import decision

ROUNDS = 15  # without one order of locks, most of these end in a deadlock


@pytest.fixture
def at_once(committed_world):
    """Do each as a person of their own, all starting together; what the database refused."""

    def run(*deeds: Callable[[], object]) -> list[DatabaseError]:
        together, failed = Barrier(len(deeds)), []

        def do(who, deed):
            try:
                together.wait()
                with suppress(Refused, Stale, LineageError, Memory.DoesNotExist):
                    deed(who)
            except DatabaseError as error:
                failed.append(error)
            finally:
                connections.close_all()

        people = ("owner", "teammate", "private_owner")
        threads = [Thread(target=do, args=(people[n % 3], deed)) for n, deed in enumerate(deeds)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return failed

    return run


@pytest.fixture
def deed(committed_world):
    """A service as what one person does, in a transaction of their own."""

    def made(service, *arguments, **keywords):
        def call(who):
            with committed_world.acting_as(who):
                service(*arguments, **keywords)

        return call

    return made


def three(world):
    return [decision(world, "owner", title) for title in ("Use A", "Use B", "Use C")]


def holding(world, *ids):
    with world.acting_as("owner"):
        rows = Memory.objects.filter(id__in=ids, superseded_by=None).exclude(status="reversed")
        return {ids.index(row.id) for row in rows}


def test_reversing_a_decision_while_another_is_said_to_replace_the_same(
    committed_world, at_once, deed
):
    a, b, c = three(committed_world)
    with committed_world.acting_as("owner"):
        services.supersede_decision(a, b)
    for number in range(ROUNDS):
        turn = services.restore_decision if number % 2 else services.reverse_decision
        assert not at_once(
            deed(turn, b),
            deed(services.supersede_decision, a, b),
            deed(services.supersede_decision, b, c),
            deed(services.undo_supersession, b),
        )


def test_editing_and_reversing_and_undoing_along_a_chain(committed_world, at_once, deed):
    world = committed_world
    a, b, c = three(world)
    with world.acting_as("owner"):
        services.supersede_decision(a, b)
        services.supersede_decision(b, c)
    for number in range(ROUNDS):
        status = ("decided", "reversed")[number % 2]
        assert not at_once(
            lambda who, status=status: services.edit_memory(
                world.scope(who), b, {"status": status}
            ),
            deed(services.reverse_decision, c),
            deed(services.restore_decision, c),
            deed(services.undo_supersession, a),
            deed(services.supersede_decision, a, b),
        )
    with world.acting_as("owner"):
        before = list(Memory.objects.order_by("id").values_list("superseded_by", "invalid_at"))
        lineage.settle(older=[a, b, c])
        after = list(Memory.objects.order_by("id").values_list("superseded_by", "invalid_at"))
    assert before == after


def test_deleting_the_newer_one_while_the_older_is_replaced_again(committed_world, at_once, deed):
    for _ in range(ROUNDS // 3):
        a, b, c = three(committed_world)
        with committed_world.acting_as("owner"):
            services.supersede_decision(a, b)
        assert not at_once(
            deed(services.delete_memory, b, is_admin=True),
            deed(services.supersede_decision, a, b),
            deed(services.reverse_decision, b),
        )
        assert holding(committed_world, a, b, c) == {0, 2}


def test_of_three_that_would_close_a_circle_together_one_is_refused(committed_world, at_once, deed):
    for _ in range(ROUNDS):
        a, b, c = three(committed_world)
        assert not at_once(
            deed(services.supersede_decision, a, b),
            deed(services.supersede_decision, b, c),
            deed(services.supersede_decision, c, a),
        )
        assert len(holding(committed_world, a, b, c)) == 1
