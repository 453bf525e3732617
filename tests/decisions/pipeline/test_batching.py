"""Backfills read in batches, against a server that speaks the wire format over real HTTP."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from connectors import progress
from connectors.contract import Visibility
from connectors.models import PipelineJob, PipelineTurn, Queue
from decisions.models import ExtractionTally, HeldBack, Memory
from decisions.pipeline import batching, held
from decisions.pipeline.drain import drain
from decisions.providers import providers as real_providers
from momo.platform.ai import budgets
from momo.platform.ai.batches import LABEL
from momo.platform.ai.budgets import Budget
from momo.platform.ai.config import AIConfig
from momo.platform.ai.fakes import FakeOpenAI, Fault
from momo.platform.ai.models import ModelBatch, ModelUsage
from momo.platform.ai.prices import Price
from tests.decisions.pipeline.feeding import fetch, make_due, note
from tests.faults.models import answer, decisions, found


@pytest.fixture
def model(settings, monkeypatch):
    from decisions.pipeline import process

    monkeypatch.setattr(process, "providers", real_providers)
    monkeypatch.setattr("decisions.pipeline.held.wake", lambda queue: None)
    settings.MOMO_BATCH_BACKFILLS = True
    with FakeOpenAI() as fake:
        settings.MOMO_AI = AIConfig(
            base_url=fake.base_url, embedding_model="wordllama-256", timeout=2.0, max_wait=0.05
        )
        fake.reply(chosen, schema="extract")
        yield fake


def chosen(body):
    """The choice that each message states, named in it."""
    text = body["messages"][-1]["content"]
    name = text.split("We go with ")[1].split(".")[0]
    return answer(found(quote=f"We go with {name}.", title=f"Chose {name}"))


def work_on():
    make_due()
    drain(Queue.BACKFILL)


def gather(world, *names):
    notes = [note(name.lower(), f"We go with {name}.") for name in names]
    fetch(world, "owner", *notes)
    work_on()


def time_passes():
    """As if all had waited for long enough."""
    HeldBack.objects.update(since=timezone.now() - timedelta(hours=1))
    ModelBatch.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def send():
    time_passes()
    return batching.send_gathered()


def look():
    time_passes()
    return batching.look_after()


def titles(world):
    return [each.title for each in decisions(world)]


def live(model):
    return [r for r in model.requests if r.path == "/v1/chat/completions"]


def test_a_backfill_is_gathered_sent_answered_and_applied(world, model):
    gather(world, "Kafka", "Redis")
    parked = list(PipelineJob.objects.all())
    assert [job.error for job in parked] == [batching.WAITS] * 2
    assert all(job.parked_at for job in parked)
    assert batching.send_gathered() == 0  # more may come
    assert send() == 1
    assert look() == 0  # it is at work
    assert titles(world) == []
    assert look() == 1
    work_on()
    assert titles(world) == ["Chose Kafka", "Chose Redis"]
    assert live(model) == []
    assert not PipelineJob.objects.exists()
    assert not ModelBatch.objects.exists()
    held.forget_done()
    assert not HeldBack.objects.exists()
    assert model.batches.files == {}  # nothing of what people wrote stays at the server


def test_it_sends_what_the_api_documents(world, model):
    gather(world, "Kafka")
    send()
    (upload,) = [r for r in model.requests if r.path == "/v1/files"]
    assert upload.headers["content-type"].startswith("multipart/form-data")
    (line,) = map(json.loads, next(iter(model.batches.files.values())).splitlines())
    assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
    assert line["body"]["response_format"]["json_schema"]["strict"] is True
    (batch,) = model.batches.batches.values()
    assert (batch["endpoint"], batch["completion_window"]) == ("/v1/chat/completions", "24h")
    assert batch["metadata"] == {LABEL: str(ModelBatch.objects.get().id)}


def test_a_batch_is_charged_once_and_at_its_own_price(world, model, settings):
    settings.MOMO_PRICES = {"gpt-4o-mini": Price(Decimal(2), Decimal(8), batch=Decimal("0.5"))}
    gather(world, "Kafka")
    send(), look(), look()
    work_on()
    with world.acting_as("owner"):
        used = ModelUsage.objects.get(purpose="extract")
    assert used.calls == 1
    assert used.cost == (used.input_tokens * 2 + used.output_tokens * 8) * Decimal("0.5") / 10**6


@pytest.mark.parametrize("outcome", ["completed", "expired", "cancelled"])
def test_what_a_batch_leaves_unanswered_is_asked_for_at_once(world, model, outcome):
    model.batches.outcome, model.batches.unanswered = outcome, {0}
    gather(world, "Kafka", "Redis")
    send(), look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka", "Chose Redis"]
    assert len(live(model)) == 1


def test_a_batch_that_failed_as_a_whole_is_asked_for_at_once(world, model):
    model.batches.outcome = "failed"
    gather(world, "Kafka", "Redis")
    send(), look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka", "Chose Redis"]
    assert len(live(model)) == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: "no JSON\n[]\n{}\nnull\n"
        '{"custom_id": 1, "response": {"status_code": 200}}',
        lambda text: text.replace("quote", "word"),
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"stop"', '"length"'),
    ],
)  # fmt: skip
def test_answers_that_cannot_be_used_are_asked_for_at_once(world, model, spoil):
    model.batches.spoil = spoil
    gather(world, "Kafka")
    send(), look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka"]
    assert len(live(model)) == 1


def test_a_server_without_batches_is_asked_at_once(world, model):
    gather(world, "Kafka")
    model.fail(Fault.TOO_LONG)  # any refusal of the upload
    assert send() == 1
    work_on()
    assert titles(world) == ["Chose Kafka"]


def test_what_a_person_has_tried_again_meanwhile_is_not_sent_twice(world, model, monkeypatch):
    monkeypatch.setattr("connectors.progress.wake", lambda queue: None)
    gather(world, "Kafka")
    send()
    assert progress.retry_parked(world.scope("owner")) == 1
    work_on()
    assert PipelineJob.objects.get().error == batching.WAITS
    assert send() == 0
    look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka"]
    assert live(model) == []


def test_a_batch_that_never_ends_is_given_up(world, model):
    model.batches.polls = 10**6
    gather(world, "Kafka")
    send(), look()
    ModelBatch.objects.update(created_at=timezone.now() - timedelta(days=2))
    look()
    work_on()
    assert titles(world) == ["Chose Kafka"]
    (batch,) = model.batches.batches.values()
    assert batch["status"] == "cancelled"
    assert model.batches.files == {}  # with what the messages say


def test_killed_once_all_is_applied_nothing_is_left_at_the_server(world, model, monkeypatch):
    ended = batching._end

    def die(*given, **how):
        raise KeyboardInterrupt

    gather(world, "Kafka")
    send(), look()
    monkeypatch.setattr(batching, "_end", die)
    killed(look)
    assert model.batches.files == {}
    monkeypatch.setattr(batching, "_end", ended)
    look()
    work_on()
    assert titles(world) == ["Chose Kafka"]
    assert not ModelBatch.objects.exists()


def test_an_edit_that_comes_while_a_batch_is_at_work_wins(world, model):
    gather(world, "Kafka", "Redis")
    send()
    fetch(world, "owner", note("kafka", "We go with Rabbit."))
    look(), look()
    work_on()
    assert titles(world) == ["Chose Redis"]
    send(), look(), look()
    work_on()
    assert titles(world) == ["Chose Rabbit", "Chose Redis"]


def test_killed_while_sending_the_batch_is_found_at_the_server_and_not_sent_again(
    world, model, monkeypatch
):
    gather(world, "Kafka")
    with monkeypatch.context() as patched:
        patched.setattr(batching, "LOOK_EVERY", _Killing())
        killed(send)
    assert ModelBatch.objects.get().remote_id == ""
    look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka"]
    assert len(model.batches.batches) == 1


def killed(act):
    with pytest.raises(KeyboardInterrupt):
        act()


class _Killing:
    """A span that nobody lives to add to a time."""

    def __radd__(self, other):
        raise KeyboardInterrupt


def test_killed_before_anything_was_sent_it_is_gathered_again(world, model, monkeypatch):
    def die(*_, **__):
        raise KeyboardInterrupt

    gather(world, "Kafka")
    with monkeypatch.context() as patched:
        patched.setattr(batching.OpenAIBatches, "send", die)
        killed(send)
    look()
    send(), look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka"]


def test_killed_while_applying_nothing_is_applied_or_charged_twice(world, model, monkeypatch):
    kept = batching._keep
    monkeypatch.setattr(batching, "APPLIED_AT_ONCE", 1)
    gather(world, "Kafka", "Redis")
    send(), look()

    def die_after(*given):
        kept(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(batching, "_keep", die_after)
        killed(look)
    assert ModelBatch.objects.get().state == ModelBatch.State.CHARGED
    look()
    work_on()
    assert titles(world) == ["Chose Kafka", "Chose Redis"]
    with world.acting_as("owner"):
        assert ModelUsage.objects.get(purpose="extract").calls == 1
        assert ExtractionTally.objects.get().messages == 2
        assert Memory.objects.filter(kind="observation").count() == 2


def test_what_happens_now_is_not_kept_waiting(world, model):
    fetch(world, "owner", note("kafka", "We go with Kafka."))
    PipelineJob.objects.update(queue=Queue.REALTIME)
    make_due()
    PipelineTurn.objects.update(queue=Queue.REALTIME)
    drain(Queue.REALTIME)
    assert titles(world) == ["Chose Kafka"]


def test_a_team_may_choose_otherwise(world, model, settings):
    settings.MOMO_BATCH_BACKFILLS = False
    gather(world, "Kafka")
    assert titles(world) == ["Chose Kafka"]
    with world.acting_as("owner"):
        budgets.choose_batches(True)
    gather(world, "Redis")
    assert titles(world) == ["Chose Kafka"]


def test_a_batch_over_the_budget_waits_for_it(world, model):
    gather(world, "Kafka")
    with world.acting_as("owner"):
        budgets.set_budget(Budget("day", tokens=0))
    send()
    assert "budget" in PipelineJob.objects.get().error
    assert model.batches.batches == {}
    with world.acting_as("owner"):
        budgets.set_budget(Budget("day"))
    assert held.release_within_budget() == 1
    work_on()
    send(), look(), look()
    work_on()
    assert titles(world) == ["Chose Kafka"]


def test_each_persons_mail_is_in_a_batch_of_its_own(world, model):
    fetch(
        world, "private_owner", note("kafka", "We go with Kafka."),
        default_visibility=Visibility.PRIVATE,
    )  # fmt: skip
    fetch(world, "teammate", note("redis", "We go with Redis."))
    for _ in range(2):
        work_on()
    assert send() == 2
    assert [len(each.splitlines()) for each in model.batches.files.values()] == [1, 1]
    look(), look()
    for _ in range(2):
        work_on()
    assert [each.title for each in decisions(world)] == ["Chose Redis"]
    assert {each.title for each in decisions(world, "private_owner")} == {
        "Chose Kafka", "Chose Redis",
    }  # fmt: skip


def test_a_batch_that_is_refused_leaves_no_file_at_the_server(world, model):
    gather(world, "Kafka")
    model.fail(None)  # the file is taken
    model.fail(Fault.UNAUTHORIZED)
    send()
    assert not ModelBatch.objects.exists()
    assert model.batches.files == {}


def test_an_answer_may_hold_what_elsewhere_ends_a_line(world, model):
    """U+2028 and U+0085 end lines for Python; JSON leaves them in its texts as they are."""
    model.batches.spoil = lambda text: text.replace("Chose Kafka", "Chose\u2028Kafka\u0085")
    gather(world, "Kafka")
    send(), look(), look()
    work_on()
    assert len(titles(world)) == 1
    assert live(model) == []
