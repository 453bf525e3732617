"""Fetch: what a connector reads becomes source items and work, once each."""

from dataclasses import replace
from pathlib import Path

import pytest
from kombu.exceptions import OperationalError

from connectors.contract import Audience, Person, Refusal, UnreadableSource, Visibility
from connectors.models import Integration, PipelineJob, Queue, SourceItem, Stage, SyncRun
from connectors.services import KEPT_REFUSALS, ingest
from momo.platform.tenancy.context import acting_as
from tests.connectors.listed import Listed, counts, record, take


def test_every_record_becomes_an_item_and_a_job(world):
    run = take(world, "owner", record(1), record(2))
    assert (run.state, counts(run)) == ("done", (2, 0, 0))
    jobs = PipelineJob.objects.filter(team_id=world.team.id)
    assert {(job.stage, job.queue) for job in jobs} == {(Stage.NORMALIZE, Queue.BACKFILL)}
    with world.acting_as("teammate"):
        assert set(SourceItem.objects.values_list("id", flat=True)) == {j.item_id for j in jobs}


def test_reading_again_changes_nothing(world):
    take(world, "owner", record(1), record(2))
    PipelineJob.objects.all().delete()
    assert counts(take(world, "owner", record(1), record(2))) == (0, 0, 2)
    assert not PipelineJob.objects.exists()


def test_an_edit_updates_its_item_and_queues_it_again(world):
    take(world, "owner", record(1))
    PipelineJob.objects.all().delete()
    edited = record(1, raw=b"new text")
    assert counts(take(world, "owner", edited)) == (0, 1, 0)
    assert PipelineJob.objects.get().stage == Stage.NORMALIZE
    with world.acting_as("owner"):
        assert SourceItem.objects.count() == 1


def test_an_edit_takes_its_job_from_whoever_holds_it(world):
    take(world, "owner", record(1))
    PipelineJob.objects.update(claim=world.team.id, stage=Stage.LINK, attempts=3)
    take(world, "owner", record(1, title="Renamed"))
    job = PipelineJob.objects.get()
    assert (job.claim, job.stage, job.attempts) == (None, Stage.NORMALIZE, 0)


def test_the_same_record_twice_in_one_source_is_one_item(world):
    assert counts(take(world, "owner", record(1), record(1))) == (1, 0, 1)


def test_refusals_are_kept_with_their_place_and_reason_and_the_rest_goes_in(world):
    bad = Refusal("message 17", "has no text")
    run = take(world, "owner", record(1), bad, replace(bad, skipped=True), record(2))
    assert (run.added, run.refused, run.skipped) == (2, 1, 1)
    assert run.refusals[0] == {"locator": "message 17", "reason": "has no text", "skipped": False}


def test_refusals_beyond_the_kept_ones_are_counted(world):
    run = take(world, "owner", *[Refusal(f"line {n}", "bad") for n in range(KEPT_REFUSALS + 50)])
    assert (run.refused, len(run.refusals)) == (KEPT_REFUSALS + 50, KEPT_REFUSALS)


def test_an_unreadable_source_fails_its_run_with_the_reason(world):
    with pytest.raises(UnreadableSource):
        take(world, "owner", record(1), UnreadableSource("not a mailbox: choose another file"))
    with world.acting_as("owner"):
        run = SyncRun.objects.get()
        assert (run.state, run.error) == ("failed", "not a mailbox: choose another file")


def test_a_run_that_was_killed_shows_as_interrupted_once_the_next_begins(world):
    take(world, "owner", record(1))
    with world.acting_as("owner"):
        SyncRun.objects.update(state="running")
    take(world, "owner", record(1), record(2))
    with world.acting_as("owner"):
        assert sorted(SyncRun.objects.values_list("state", flat=True)) == ["done", "interrupted"]


def test_private_mail_is_its_owners_alone(world):
    take(world, "private_owner", record(1), kind="mbox", default_visibility=Visibility.PRIVATE)
    for who, count in {"private_owner": 1, "owner": 0, "teammate": 0, "stranger": 0}.items():
        with world.acting_as(who):
            assert SourceItem.objects.count() == count, who
            assert Integration.objects.count() == count, who
            assert SyncRun.objects.count() == count, who


def test_two_people_may_hold_the_same_mail_and_neither_learns_of_it(world):
    private = {"kind": "mbox", "default_visibility": Visibility.PRIVATE}
    assert counts(take(world, "private_owner", record(1), **private)) == (1, 0, 0)
    assert counts(take(world, "teammate", record(1), **private)) == (1, 0, 0)


def test_a_private_channel_is_for_its_members(world):
    hush = Audience("C9", "#hush", (Person(email="Teammate@momo.example"),))
    take(world, "owner", record(1), record(2, audience=hush), kind="slack", source="slack")
    for who, count in {"teammate": 2, "owner": 1, "private_owner": 1, "stranger": 0}.items():
        with world.acting_as(who):
            assert SourceItem.objects.count() == count, who


def test_two_folders_with_the_same_ids_are_two_sources(world):
    here = Listed([record(1)], ids_hold_by_place=True)
    for path in ("/one", "/two", "/two"):
        ingest(world.scope("owner"), here, Path(path))
    with world.acting_as("owner"):
        assert SourceItem.objects.count() == Integration.objects.count() == 2


@pytest.mark.parametrize("stated", [Visibility.PRIVATE, Visibility.SECRET])
def test_a_record_may_be_narrower_than_its_source(world, stated):
    take(world, "teammate", record(1), record(2, visibility=stated))
    for who, count in {"teammate": 2, "owner": 1, "stranger": 0}.items():
        with world.acting_as(who):
            assert SourceItem.objects.count() == count, who


def test_a_record_cannot_be_wider_than_its_source(world):
    hush = Audience("C9", "#hush", (Person(email="owner@momo.example"),))
    private = {"kind": "mbox", "default_visibility": Visibility.PRIVATE}
    readings = record(1, visibility=Visibility.SHARED), record(2, audience=hush)
    take(world, "teammate", *readings, **private)
    for who, count in {"teammate": 2, "owner": 0}.items():
        with world.acting_as(who):
            assert SourceItem.objects.count() == count, who


def test_restricted_items_are_worked_on_as_the_integrations_agent(world):
    hush = Audience("C9", "#hush", (Person(email="teammate@momo.example"),))
    take(world, "owner", record(1, audience=hush), kind="slack", source="slack")
    job = PipelineJob.objects.get()
    with acting_as(world.team.id, job.principal_id):
        assert SourceItem.objects.get().id == job.item_id


def test_raw_text_is_sealed(world):
    take(world, "owner", record(1, raw=b"the launch code is 0000"))
    with world.acting_as("owner"):
        assert b"launch code" not in bytes(SourceItem.objects.get().sealed_raw)


def test_without_redis_nothing_is_lost(world, monkeypatch, django_capture_on_commit_callbacks):
    def no_redis(*args, **kwargs):
        raise OperationalError("Redis is down")

    monkeypatch.setattr("connectors.wake.current_app.send_task", no_redis)
    with django_capture_on_commit_callbacks(execute=True):
        take(world, "owner", record(1))
    assert PipelineJob.objects.count() == 1


def test_a_batch_costs_the_same_queries_whatever_its_size(world, django_assert_max_num_queries):
    take(world, "owner", record(0))
    with django_assert_max_num_queries(50):
        take(world, "owner", *[record(n) for n in range(1, 150)])
