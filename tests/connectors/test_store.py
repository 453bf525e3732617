"""Items and their holders, and the order in which readings and workers lock."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from django.db import connection

from connectors.contract import Audience, Person, Visibility
from connectors.models import Integration, PipelineJob, Queue, SourceItem
from connectors.store import Storing, store
from momo.platform.tenancy.context import acting_as
from tests.connectors.listed import counts, record, take

PRIVATE, SHARED = Visibility.PRIVATE, Visibility.SHARED
HUSH = Audience("C9", "#hush", (Person(email="teammate@momo.example"),))


def living(world, who):
    with world.acting_as(who):
        return sorted(
            SourceItem.objects.filter(deleted_at=None).values_list("visibility", flat=True)
        )


def test_a_private_record_of_two_readers_is_two_items(world):
    take(world, "teammate", record(1, visibility=PRIVATE))
    assert counts(take(world, "owner", record(1, visibility=PRIVATE))) == (1, 0, 0)
    assert counts(take(world, "owner", record(1, visibility=PRIVATE))) == (0, 0, 1)
    assert counts(take(world, "teammate", record(1, visibility=PRIVATE))) == (0, 0, 1)
    assert living(world, "owner") == living(world, "teammate") == [PRIVATE]


def test_a_private_record_that_is_shared_later_is_one_shared_item(world):
    take(world, "owner", record(1, visibility=PRIVATE))
    for expected in ((1, 0, 0), (0, 0, 1)):
        assert counts(take(world, "owner", record(1))) == expected
        assert living(world, "owner") == living(world, "teammate") == [SHARED]


def test_a_shared_record_that_turns_private_is_taken_from_the_team(world):
    take(world, "owner", record(1, title="Secret plan"))
    PipelineJob.objects.all().delete()
    take(world, "owner", record(1, title="Secret plan", visibility=PRIVATE))
    assert (living(world, "owner"), living(world, "teammate")) == ([PRIVATE], [])
    with world.acting_as("teammate"):
        gone = SourceItem.objects.get()
        assert (gone.title, gone.sealed_raw, gone.author) == ("", None, None)
        job = PipelineJob.objects.get(item_id=gone.id)  # so that its memories go
    with acting_as(world.team.id, job.principal_id):
        assert SourceItem.objects.get().id == gone.id


def test_a_record_that_comes_back_is_an_item_again(world):
    for visibility in (SHARED, PRIVATE, SHARED, PRIVATE, SHARED):
        take(world, "owner", record(1, visibility=visibility))
        assert living(world, "owner") == [visibility]
        assert living(world, "teammate") == ([SHARED] if visibility == SHARED else [])


def test_nobody_takes_the_teams_item_by_calling_it_private(world):
    take(world, "teammate", record(1))
    take(world, "owner", record(1, visibility=PRIVATE))
    assert living(world, "teammate") == [SHARED]
    assert living(world, "owner") == [PRIVATE, SHARED]


def test_a_channel_that_is_closed_later_is_its_members_alone(world):
    take(world, "owner", record(1), kind="slack", source="slack")
    take(world, "owner", record(1, audience=HUSH), kind="slack", source="slack")
    assert (living(world, "teammate"), living(world, "owner")) == (["restricted"], [])
    take(world, "owner", record(1, visibility=PRIVATE), kind="slack", source="slack")
    assert (living(world, "teammate"), living(world, "owner")) == ([], [PRIVATE])
    take(world, "owner", record(1), kind="slack", source="slack")
    assert living(world, "teammate") == living(world, "owner") == [SHARED]


def test_two_readings_at_once_leave_no_wider_item_behind(world):
    take(world, "owner", record(1), kind="slack", source="slack")
    take(world, "owner", record(2, audience=HUSH), kind="slack", source="slack")
    with world.acting_as("teammate"):
        SourceItem.objects.filter(external_id="note-2").update(external_id="note-1")
    take(world, "owner", record(1, audience=HUSH), kind="slack", source="slack")
    assert (living(world, "teammate"), living(world, "owner")) == (["restricted"], [])


def test_a_secret_that_is_only_private_now_is_the_same_item(world):
    take(world, "owner", record(1, visibility=Visibility.SECRET))
    assert counts(take(world, "owner", record(1, visibility=PRIVATE))) == (0, 1, 0)
    assert living(world, "owner") == [PRIVATE]


def test_only_what_was_really_inserted_counts_as_added(world, monkeypatch):
    run = take(world, "owner", record(1))
    with world.acting_as("owner"):
        item = SourceItem.objects.get()
        integration = Integration.objects.get(id=run.integration_id)
    monkeypatch.setattr("connectors.store._known", lambda *_: {})  # another reading was faster
    storing = Storing(integration, world.scope("owner"), Queue.BACKFILL, common=True)
    assert store(storing, [record(1), record(2)]) == (1, 0, 1)
    with world.acting_as("owner"):
        ids = set(SourceItem.objects.values_list("id", flat=True))
        assert item.id in ids
    assert set(PipelineJob.objects.values_list("item_id", flat=True)) == ids


def test_a_reading_and_a_worker_on_one_item_wait_for_each_other_in_one_order(
    committed_world, monkeypatch
):
    world = committed_world
    monkeypatch.setattr("connectors.services.wake", lambda queue: None)
    take(world, "owner", record(1))
    job = PipelineJob.objects.get()
    holds_job = threading.Event()

    def work():
        """As a worker ends a stage: the job first, then its item."""
        with closing(connection), acting_as(world.team.id, job.principal_id):
            PipelineJob.objects.select_for_update().get(id=job.id)
            holds_job.set()
            time.sleep(0.3)  # the reading gets as far as it can
            return SourceItem.objects.filter(id=job.item_id).update(noise=True)

    with ThreadPoolExecutor(1) as pool:
        worker = pool.submit(work)
        assert holds_job.wait(5)
        assert counts(take(world, "owner", record(1, raw=b"edited"))) == (0, 1, 0)
        assert worker.result() == 1
