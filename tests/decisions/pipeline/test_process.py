"""Process: what becomes of jobs whose claim is lost, whose item is poison, whose model is away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from connectors.models import PipelineJob, Queue, SourceItem
from decisions.models import Memory
from decisions.pipeline.claims import MAX_ATTEMPTS, claim
from decisions.pipeline.drain import drain
from decisions.pipeline.process import process
from momo.platform.ai import ProviderError, QuotaExceeded
from momo.platform.tenancy.ids import uuid7
from tests.decisions.pipeline.feeding import (
    ToldExtractor,
    fails_on,
    fetch,
    item_named,
    make_due,
    memories_of,
    note,
    take_in,
)

POSTGRES = "We decided to use Postgres instead of MySQL."


def test_a_claim_that_was_lost_meanwhile_writes_nothing(world, use_extractor):
    thief = uuid7()
    use_extractor(ToldExtractor(before=lambda _: PipelineJob.objects.update(claim=thief)))
    fetch(world, "owner", note("plan", POSTGRES))
    process(claim(Queue.BACKFILL))
    with world.acting_as("owner"):
        assert not Memory.objects.exists()
        assert item_named("plan").processed_at is None
    job = PipelineJob.objects.get()
    assert (job.claim, job.parked_at, job.error) == (thief, None, "")


def test_an_edit_that_arrives_during_the_work_wins(world, use_extractor):
    edits = [note("plan", "Approved, please go ahead with the release.")]

    def edit(_) -> None:
        if edits:
            fetch(world, "owner", edits.pop())

    use_extractor(ToldExtractor(before=edit, costly=False))
    take_in(world, "owner", note("plan", POSTGRES))
    with world.acting_as("owner"):
        assert set(memories_of("plan")) == {"", "Approved, please go ahead with the release."}
    assert not PipelineJob.objects.exists()


def test_of_a_batch_only_the_job_whose_claim_was_lost_is_left_out(world, use_extractor):
    def steal(_) -> None:
        with world.acting_as("owner"):
            lost = item_named("two").id
        PipelineJob.objects.filter(item_id=lost).update(claim=uuid7())

    use_extractor(ToldExtractor(before=steal))
    fetch(world, "owner", note("one", POSTGRES), note("two", POSTGRES))
    process(claim(Queue.BACKFILL))
    with world.acting_as("owner"):
        assert memories_of("one")
        assert not memories_of("two")


def test_a_poisoned_item_parks_alone_after_its_attempts_and_its_batch_goes_through(
    world, use_extractor, caplog
):
    error = KeyError("poison: what the item says")
    use_extractor(ToldExtractor(before=fails_on("poison", error), costly=False))
    take_in(world, "owner", *(note(name, POSTGRES) for name in ("one", "two")),
            note("three", f"{POSTGRES} poison"))  # fmt: skip
    with world.acting_as("owner"):
        assert memories_of("one")
        assert memories_of("two")
    for _ in range(MAX_ATTEMPTS):
        make_due()
        drain(Queue.BACKFILL)
    job = PipelineJob.objects.get()
    assert job.parked_at
    assert job.attempts == MAX_ATTEMPTS
    assert job.error.startswith("KeyError in ")
    with world.acting_as("owner"):
        assert not memories_of("three")
        assert job.item_id == item_named("three").id
    assert "what the item says" not in caplog.text + job.error


def test_an_item_whose_seal_is_broken_parks_alone(world):
    fetch(world, "owner", note("one", POSTGRES), note("two", POSTGRES))
    with world.acting_as("owner"):
        other = item_named("one").sealed_raw
        SourceItem.objects.filter(external_id="two").update(sealed_raw=other)
    drain(Queue.BACKFILL)
    job = PipelineJob.objects.get()
    assert job.parked_at
    assert "does not open here" in job.error
    with world.acting_as("owner"):
        assert memories_of("one")
        assert job.item_id == item_named("two").id


def test_a_model_that_is_away_is_asked_again_when_it_said(world, use_extractor):
    busy = ProviderError("Busy.", retryable=True, retry_after=300.0)
    use_extractor(ToldExtractor(before=fails_on("Postgres", busy)))
    started = timezone.now()
    take_in(world, "owner", note("one", POSTGRES), note("two", POSTGRES))
    for job in PipelineJob.objects.all():
        assert job.parked_at is None
        assert job.claim is None
        assert job.error == "Busy."
        assert job.due_at >= started + timedelta(seconds=300)
    use_extractor(ToldExtractor())
    make_due()
    drain(Queue.BACKFILL)
    assert not PipelineJob.objects.exists()


@pytest.mark.parametrize(
    "error",
    [
        ProviderError("Wrong key: set MOMO_AI_API_KEY.", retryable=False),
        QuotaExceeded("Used up: raise MOMO_MONTHLY_TOKENS.", retryable=False),
    ],
)
def test_what_waiting_does_not_mend_parks_with_its_reason(world, use_extractor, error):
    use_extractor(ToldExtractor(before=fails_on("Postgres", error)))
    take_in(world, "owner", note("one", POSTGRES), note("two", POSTGRES))
    jobs = PipelineJob.objects.all()
    assert {(bool(job.parked_at), job.claim, job.error) for job in jobs} == {
        (True, None, str(error))
    }


def test_an_item_that_is_gone_leaves_no_job(world):
    fetch(world, "owner", note("one", POSTGRES), note("two", POSTGRES))
    with world.acting_as("owner"):
        SourceItem.objects.filter(external_id="one").delete()
    drain(Queue.BACKFILL)
    assert not PipelineJob.objects.exists()
    with world.acting_as("owner"):
        assert memories_of("two")
