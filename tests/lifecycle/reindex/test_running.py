"""Who starts a reindexing, which worker takes it, what a batch costs and what its status says."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decisions import reindex as index
from lifecycle.reindex import begin_for, go_on_with_next, reindex, work
from lifecycle.reindex_state import AlreadyReindexing
from momo.platform.accounts.services import NotAllowed, remove_member
from retrieval.active import index_status
from retrieval.models import Reindexing
from tests.lifecycle.reindex.indexed import NEW, OLD, models_of, remember, searched_with


def test_a_worker_goes_on_by_itself_a_turn_at_a_time(world, configure, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(4):
        remember(world, f"Decision {number}.")
    configure()
    begin_for(world.scope("owner"))
    go_on_with_next(lambda: False)
    assert searched_with(world) == OLD
    assert models_of(world).count(NEW) == 2
    for _ in range(20):
        go_on_with_next(lambda: False)
    assert models_of(world) == [NEW] * 4
    assert Reindexing.objects.get().finished_at
    go_on_with_next(lambda: True)  # nothing is due


def test_a_worker_with_other_settings_leaves_it_to_one_that_has_the_model(
    world, configure, settings
):
    remember(world, "One.")
    configure()
    begin_for(world.scope("owner"))
    configure("another-model")
    go_on_with_next(lambda: True)
    assert models_of(world) == [OLD]
    configure()
    go_on_with_next(lambda: True)
    assert models_of(world) == [NEW]


def test_a_batch_takes_a_fixed_number_of_statements(world, configure, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 20)
    for number in range(60):
        remember(world, f"Decision {number}.")
    configure()
    asked = []
    with CaptureQueriesContext(connection) as queries:
        reindex(world.scope("owner"), report=lambda done, total: asked.append(len(queries)))
    first, second, third = asked
    assert second - first == third - second <= 30


def test_two_at_a_time_are_refused(world, configure, monkeypatch):
    remember(world, "Postgres.")
    refused = []

    def again(done, total):
        Reindexing.objects.update(locked_until=timezone.now() + timedelta(seconds=1))
        with pytest.raises(AlreadyReindexing):
            work(world.team.id)
        refused.append(True)

    reindex(world.scope("owner"), anew=True, report=again)
    assert refused


def test_another_team_is_not_kept_waiting(world, configure):
    remember(world, "Postgres.")
    remember(world, "MySQL.", "stranger")
    begin_for(world.scope("owner"))
    Reindexing.objects.update(locked_until=timezone.now() + timedelta(minutes=1))
    assert reindex(world.scope("stranger"), anew=True).memories == 1


def test_members_may_not_start_it(world, configure):
    with pytest.raises(NotAllowed):
        reindex(world.scope("teammate"))


def test_who_began_it_may_leave(world, configure):
    remember(world, "One.")
    with world.acting_as("owner"):
        from momo.platform.accounts.services import change_role

        change_role(user_id=world.teammate.id, role="admin")
    begin_for(world.scope("teammate"), anew=True)
    with world.acting_as("owner"):
        remove_member(user_id=world.teammate.id)
    go_on_with_next(lambda: True)
    assert Reindexing.objects.get().parked_at
    assert reindex(world.scope("owner"), anew=True).memories == 1


def test_its_status_counts_what_the_reader_sees(world, configure):
    remember(world, "One.")
    remember(world, "Two.", "teammate", visibility="private")
    configure()
    with world.acting_as("owner"):
        status = index_status()
        assert (status.model, status.configured, status.state) == (OLD, NEW, "")
        assert (status.memories, status.indexed) == (1, 1)
    reindex(world.scope("owner"))
    with world.acting_as("owner"):
        status = index_status()
    assert (status.model, status.state, status.progress) == (NEW, "finished", 1.0)
    assert (status.memories, status.indexed, status.left_out) == (1, 1, False)
