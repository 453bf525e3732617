"""Killed, stopped or out of a model: searches use the old one, and it goes on where it was."""

import pytest
from django.utils import timezone

from decisions import reindex as index
from lifecycle import reindex as lifecycle
from lifecycle.reindex import go_on_with_next, reindex
from lifecycle.reindex_state import STOPPED, LostClaim
from momo.platform.ai import AIConfig, ProviderError
from momo.platform.ai.fakes import Fault
from retrieval.models import Reindexing
from retrieval.pipeline import search
from tests.lifecycle.reindex.indexed import NEW, OLD, models_of, remember, searched_with


def test_until_the_new_model_is_complete_searches_use_the_old(
    world, configure, server, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(5):
        remember(world, f"Decision {number}.")
    configure()
    assert searched_with(world) == OLD
    with pytest.raises(LostClaim):  # as if killed in its second batch
        _killed_after(1, monkeypatch, world)
    assert searched_with(world) == OLD
    assert models_of(world) == [NEW] * 2 + [OLD] * 5
    found = search(world.scope("owner"), "Decision 4")
    assert found.results
    assert not found.degraded
    Reindexing.objects.update(claim=None, locked_until=None)
    assert reindex(world.scope("owner")).memories == 5
    assert models_of(world) == [NEW] * 5
    assert searched_with(world) == NEW


def _killed_after(batches, monkeypatch, world, **options):
    """Lose the claim after so many batches: what they stored stays, nothing is noted any more."""
    left = [batches]

    def until(done, total):
        left[0] -= 1
        if not left[0]:
            Reindexing.objects.update(claim=None)

    reindex(world.scope("owner"), report=until, **options)


def test_a_run_that_was_killed_does_nothing_twice(world, configure, server, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 2)
    for number in range(7):
        remember(world, f"Decision {number}.")
    configure()
    with pytest.raises(LostClaim):
        _killed_after(2, monkeypatch, world, anew=True)
    run = Reindexing.objects.get()
    assert (run.done, run.total) == (4, 7)
    Reindexing.objects.update(locked_until=None)
    asked = len(server.requests)
    assert reindex(world.scope("owner"), anew=True).memories == 7
    texts = [text for request in server.requests[asked:] for text in request.body["input"]]
    assert sorted(texts)[-1].startswith("Decision 6")
    assert not any(text.startswith(("Decision 0", "Decision 1")) for text in texts)


def test_a_model_that_is_down_leaves_it_waiting_and_what_is_done_is_kept(
    world, configure, server, monkeypatch
):
    monkeypatch.setattr(index, "BATCH", 1)
    for title in ("One.", "Two."):
        remember(world, title)
    configure()

    def goes_down(done, total):
        server.fail(Fault.SERVER_ERROR, times=1)

    with pytest.raises(ProviderError):
        reindex(world.scope("owner"), report=goes_down)
    run = Reindexing.objects.get()
    assert (run.done, run.parked_at, run.attempts) == (1, None, 1)
    assert run.error
    assert run.due_at > timezone.now()
    assert reindex(world.scope("owner")).memories == 2


def test_a_key_that_is_refused_parks_it_until_someone_starts_it_again(world, configure, server):
    remember(world, "One.")
    configure()
    server.fail(Fault.UNAUTHORIZED, times=2)
    with pytest.raises(ProviderError):
        reindex(world.scope("owner"))
    go_on_with_next(lambda: True)
    assert Reindexing.objects.get().parked_at
    assert models_of(world) == [OLD]
    assert reindex(world.scope("owner")).memories == 1


def test_what_is_stopped_by_hand_waits_for_a_hand(world, configure):
    remember(world, "One.")

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reindex(world.scope("owner"), anew=True, report=stop)
    run = Reindexing.objects.get()
    assert run.error == STOPPED
    assert run.parked_at
    assert run.locked_until is None


def test_where_the_old_model_is_gone_searches_go_by_words_and_say_so(world, configure, settings):
    configure("first-model")
    remember(world, "We host on AWS.")
    assert searched_with(world) == "first-model"
    settings.MOMO_AI = AIConfig()  # the key was taken out
    assert searched_with(world) == "first-model"
    with pytest.raises(ProviderError, match="momo reindex"):
        lifecycle.provider_of("first-model").embed(["AWS"])
    reindex(world.scope("owner"))
    assert models_of(world) == [OLD]
    assert searched_with(world) == OLD


def test_a_model_changed_again_midway_takes_the_last(world, configure, monkeypatch):
    monkeypatch.setattr(index, "BATCH", 1)
    for number in range(3):
        remember(world, f"Decision {number}.")
    configure("second-model")
    with pytest.raises(LostClaim):
        _killed_after(1, monkeypatch, world)
    Reindexing.objects.update(claim=None, locked_until=None)
    configure("third-model")
    done = reindex(world.scope("owner"))
    assert (done.before, done.model) == (OLD, "third-model")
    assert models_of(world) == ["third-model"] * 3
