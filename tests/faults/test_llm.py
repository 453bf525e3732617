"""A model server that misbehaves: each fault ends in a retry, a repair or a parked job that says
why, without a word of what was asked, and nothing is lost."""

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from django.utils import timezone

from connectors.models import PipelineJob
from decisions.pipeline.claims import MAX_WAITS
from momo.platform.ai.fakes import Fault
from retrieval.answering.answer import ask
from tests.api import ROOT, session
from tests.faults.models import SAID, answer, decisions, found, jobs, take_in, work_on

SPOILED = [
    Fault.EMPTY, Fault.INVALID_JSON, Fault.SCHEMA_VIOLATION, Fault.CUT_LENGTH, Fault.NO_NUMBER,
    Fault.NESTED,
]  # fmt: skip
UNREADABLE = [Fault.HUGE, Fault.TRICKLE, Fault.HANG, Fault.NOT_AN_API, Fault.SERVER_ERROR]
REASONS = {
    Fault.HUGE: "without end", Fault.TRICKLE: "without end", Fault.HANG: "in time",
    Fault.NOT_AN_API: "check its URL", Fault.SERVER_ERROR: "HTTP 500",
    Fault.RATE_LIMIT: "limits requests",
}  # fmt: skip


@pytest.fixture(autouse=True)
def well_behaved(model):
    model.reply(answer(found()), schema="extract")


def says_nothing_of_what_was_asked(error: str) -> bool:
    return not any(word in error for word in ("Postgres", "bake-off", "MySQL", "unexpected"))


@pytest.mark.parametrize("fault", SPOILED)
def test_a_spoiled_answer_is_repaired(world, model, fault):
    model.fail(fault)
    take_in(world)
    assert len(decisions(world)) == 1
    assert jobs(world) == []
    assert "Answer again" in model.requests[-1].body["messages"][-1]["content"]


@pytest.mark.parametrize("fault", SPOILED)
def test_a_model_that_cannot_be_repaired_parks_its_work_with_the_reason(world, model, fault):
    model.fail(fault, times=1000)
    take_in(world)
    (job,) = jobs(world)
    assert job.parked_at is None
    assert "no valid answer for extract" in job.error
    work_on(times=MAX_WAITS)
    (job,) = jobs(world)
    assert job.parked_at is not None
    assert "gpt-4o-mini" in job.error
    assert says_nothing_of_what_was_asked(job.error)


def test_parked_work_goes_on_from_the_api_once_the_model_behaves(world, model):
    model.fail(Fault.UNAUTHORIZED)
    take_in(world)
    assert jobs(world)[0].parked_at is not None
    client = session(world, "owner")
    (parked,) = client.get(f"{ROOT}/pipeline/parked").json()["items"]
    assert "refused the API key" in parked["error"]
    again = client.post(f"{ROOT}/pipeline/parked/{parked['item_id']}/retry")
    assert again.json() == {"retried": 1}
    work_on()
    assert (len(decisions(world)), jobs(world)) == (1, [])


@pytest.mark.parametrize("fault", UNREADABLE)
def test_an_answer_that_never_ends_or_never_comes_is_given_up_and_tried_again(world, model, fault):
    model.fail(fault, times=1 if fault is Fault.NOT_AN_API else 2)  # one call's attempts
    began = time.monotonic()
    take_in(world)
    assert time.monotonic() - began < 8
    (job,) = jobs(world)
    assert (job.parked_at, job.attempts) == (None, 1)
    assert REASONS[fault] in job.error
    assert says_nothing_of_what_was_asked(job.error)
    work_on()
    assert (len(decisions(world)), jobs(world)) == (1, [])


def test_a_short_retry_after_is_waited_for(world, model):
    model.script.retry_after = "0.05"
    model.fail(Fault.RATE_LIMIT)
    take_in(world)
    assert (len(decisions(world)), len(model.requests)) == (1, 2)


@pytest.mark.parametrize("as_date", [False, True])
def test_in_a_storm_of_429_work_waits_as_long_as_the_server_says(world, model, as_date):
    until = datetime.now(UTC) + timedelta(seconds=300)
    model.script.retry_after = format_datetime(until, usegmt=True) if as_date else "300"
    model.fail(Fault.RATE_LIMIT, times=1000)
    take_in(world)
    (job,) = jobs(world)
    assert len(model.requests) == 1  # nobody hammers a server that asks for quiet
    assert job.due_at > timezone.now() + timedelta(seconds=290)
    assert REASONS[Fault.RATE_LIMIT] in job.error
    work_on(times=MAX_WAITS)
    (job,) = jobs(world)
    assert job.parked_at is not None


def test_a_server_that_keeps_failing_is_left_alone_for_a_while(world, model):
    model.fail(Fault.SERVER_ERROR, times=1000)
    take_in(world, *(f"{SAID} {number}" for number in range(3)))
    work_on(times=6)
    assert len(model.requests) <= 8
    assert all("left alone" in job.error for job in jobs(world))
    assert all(job.due_at > timezone.now() for job in jobs(world))


def test_work_of_others_goes_on_while_one_message_cannot_be_read(world, model):
    model.reply("no JSON at all", pattern="cursed")
    take_in(world, f"{SAID} It was cursed.", SAID)
    work_on(times=4)  # until a batch that fails is taken apart
    assert len(decisions(world)) == 1
    (job,) = jobs(world)
    assert "no valid answer" in job.error


@pytest.mark.parametrize("fault", [Fault.HUGE, Fault.TRICKLE, Fault.CUT_STREAM, Fault.HANG])
def test_an_answer_to_a_question_that_never_ends_gives_way_to_quotes(world, model, fault):
    take_in(world)
    model.fail(fault, times=2)
    began = time.monotonic()
    told = ask(world.scope("owner"), "Which database are we on, Postgres or MySQL?")
    assert time.monotonic() - began < 8
    assert told.provider == "extractive"
    assert told.citations


def test_no_transaction_is_open_while_a_model_is_asked(committed_world, model):
    """Seen from the server: while it thinks, its client's backend is idle, and not in anything."""
    from tests.faults.backends import in_transaction

    seen = []

    def look(body):
        seen.append(in_transaction())
        return answer(found())

    model.reply(look, schema="extract")
    take_in(committed_world)
    assert seen == [0]
    assert not PipelineJob.objects.filter(team_id=committed_world.team.id).exists()
