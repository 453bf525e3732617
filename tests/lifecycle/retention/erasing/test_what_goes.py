"""An item, a thread, a person or a source is erased with all that hangs on it, for good."""

import pytest

from connectors.models import ErasedItem, Integration, PipelineJob, Queue, SourceItem, SyncRun
from decisions.models import Edge, Entity, Memory
from lifecycle.retention import batches, erasing
from lifecycle.retention.targets import NoTarget, Target
from momo.platform.audit.models import AuditEvent
from momo.platform.audit.services import first_broken_link
from momo.platform.tenancy.visibility import Visibility
from tests.decisions.pipeline.feeding import WHEN, item_named, note, take_in
from tests.lifecycle.retention.erasing.erasure import BEN, SAID, erase, item


def test_an_item_goes_with_all_that_hangs_on_it(world):
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to hire Zoe."))
    done = erase(world, item=item(world, "a").id)
    assert done.erased["items"] == 1
    assert done.erased["memories"] == 2
    assert done.erased["memory_embeddings"] == 2
    assert set(done.verified.values()) == {0}
    assert done.verified.keys() == done.erased.keys()
    with world.acting_as("owner"):
        assert not SourceItem.objects.filter(external_id="a").exists()
        assert {m.source_item_id for m in Memory.objects.all()} == {item_named("b").id}
        assert first_broken_link() is None
        event = AuditEvent.objects.get(action="items.erased")
    assert event.details["counts"]["items"] == 1
    assert "Postgres" not in str(event.details)


def test_counting_first_changes_nothing_and_says_the_same(world):
    take_in(world, "teammate", note("a", SAID))
    target = Target(item=item(world, "a").id)
    found = erasing.preview(world.scope("owner"), target)
    assert found.erased == erasing.preview(world.scope("owner"), target).erased
    assert found.erased == erasing.erase(world.scope("owner"), target).erased


def test_reading_the_source_again_does_not_bring_it_back(world):
    take_in(world, "teammate", note("a", SAID))
    erase(world, item=item(world, "a").id)
    take_in(world, "teammate", note("a", SAID), note("a", SAID + " Edited."), note("b", SAID))
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["b"]
        (mark,) = ErasedItem.objects.all()
    assert bytes(mark.digest) != b"a"
    assert len(mark.digest) == 32


def test_a_copy_of_one_persons_own_is_another_item(world):
    take_in(world, "teammate", note("a", SAID), default_visibility=Visibility.PRIVATE)
    take_in(world, "private_owner", note("a", SAID), default_visibility=Visibility.PRIVATE)
    mine = item(world, "a", "teammate").id
    erase(world, "teammate", item=mine)
    take_in(world, "teammate", note("a", SAID), default_visibility=Visibility.PRIVATE)
    with world.acting_as("teammate"):
        assert not SourceItem.objects.exists()
    assert item(world, "a", "private_owner")


def test_all_that_a_person_wrote_goes_whatever_the_case_of_the_address(world):
    take_in(
        world, "teammate", note("a", SAID, author=BEN), note("b", SAID + " So."),
        note("c", "We decided to wait.", author=BEN),
    )  # fmt: skip
    assert erase(world, person="ben@momo.example").erased["items"] == 2
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["b"]
        assert not Entity.objects.filter(emails__contains=["ben@momo.example"]).exists()


def test_a_thread_and_a_container_go_and_what_is_beside_them_stays(world):
    take_in(
        world, "teammate", note("a", SAID, thread_key="t", container="c"),
        note("b", "Fine.", thread_key="t", container="c"), note("d", SAID, container="c"),
        note("e", SAID),
    )  # fmt: skip
    source = item(world, "a").integration_id
    assert erase(world, integration=source, thread="t").erased["items"] == 2
    assert erase(world, integration=source, container="c").erased["items"] == 1
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["e"]


def test_a_whole_source_goes_with_its_runs_and_waiting_files(world, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    take_in(world, "teammate", note("a", SAID), note("b", "We decided to wait."))
    source = item(world, "a").integration_id
    with world.acting_as("owner"):
        run = SyncRun.objects.get()
    waiting = tmp_path / "uploads" / str(world.team.id) / str(run.id) / str(world.owner.id)
    waiting.mkdir(parents=True)
    (waiting / "notes.zip").write_bytes(b"text")
    done = erase(world, integration=source)
    assert (done.erased["integrations"], done.erased["uploads"]) == (1, 1)
    assert not waiting.exists()
    with world.acting_as("owner"):
        assert not Integration.objects.exists()
        assert not Memory.objects.exists()
    take_in(world, "teammate", note("a", SAID), note("c", "We decided to go."))
    with world.acting_as("owner"):
        assert [row.external_id for row in SourceItem.objects.all()] == ["c"]


def test_it_goes_on_where_it_was_broken_off(world, monkeypatch):
    monkeypatch.setattr(batches, "SIZE", 2)
    take_in(world, "teammate", *(note(f"n{i}", f"We decided to do {i}.") for i in range(5)))
    target = Target(integration=item(world, "n0").integration_id)
    first = erasing.erase(world.scope("owner"), target, go_on=lambda: False)
    assert (first.finished, first.erased["items"]) == (False, 2)
    second = erasing.erase(world.scope("owner"), target)
    assert (second.finished, second.erased["items"]) == (True, 3)
    with world.acting_as("owner"):
        assert not Memory.objects.exists()
        assert not Entity.objects.exists()
        assert not Edge.objects.exists()


def test_what_waits_in_the_pipeline_goes_too(world):
    take_in(world, "teammate", note("a", SAID))
    with world.acting_as("owner"):
        PipelineJob.objects.create(
            team_id=world.team.id, item_id=item_named("a").id, principal_id=world.owner.id,
            queue=Queue.REALTIME, due_at=WHEN, parked_at=WHEN, error="stuck",
        )  # fmt: skip
    assert erase(world, item=item(world, "a").id).erased["pipeline_jobs"] == 1


def test_everything_at_once_is_not_to_be_named_by_mistake(world):
    for named in ({}, {"thread": "t"}, {"container": "c"}):
        with pytest.raises(NoTarget):
            Target(**named)
