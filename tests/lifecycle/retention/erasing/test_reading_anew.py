"""What was found with an erased item's help is read anew, as if it had never been there."""

from dataclasses import replace
from datetime import timedelta

import pytest

from connectors.contract import Person
from connectors.models import PipelineJob, Queue, SourceItem
from decisions.models import Entity, Memory, MemoryEmbedding
from decisions.pipeline import process
from decisions.pipeline.drain import drain
from tests.decisions.pipeline.feeding import WHEN, ToldExtractor, item_named, note, take_in
from tests.lifecycle.retention.erasing.erasure import BEN, decision_in, erase, item


def test_what_was_found_with_its_help_goes_and_its_messages_are_read_anew(world):
    proposal = note("a", "Shall we use Quokkadb for the search?", thread_key="t", title="")
    reply = note(
        "b", "Agreed, let's do that.", thread_key="t", title="", author=BEN,
        occurred_at=WHEN + timedelta(hours=1),
    )  # fmt: skip
    take_in(world, "teammate", proposal, reply)
    assert "Quokkadb" in decision_in(world, "b").title
    done = erase(world, item=item(world, "a").id)
    assert done.read_again == 1

    def nothing_of_it():
        with world.acting_as("owner"):
            return not any(
                "quokka" in f"{m.title}{m.summary}{m.search}".lower() for m in Memory.objects.all()
            )

    assert nothing_of_it()
    drain(Queue.REALTIME)
    assert nothing_of_it()
    with world.acting_as("owner"):
        assert Memory.objects.filter(source_item_id=item_named("b").id).exists()
        assert not PipelineJob.objects.exists()


def test_neighbors_in_a_thread_lose_its_words(world):
    texts = ("The quokka is ready.", "What shall we paint on the boat?")
    take_in(
        world, "teammate",
        *(note(f"n{i}", text, thread_key="t", title="", occurred_at=WHEN + timedelta(hours=i))
          for i, text in enumerate(texts)),
    )  # fmt: skip

    def search_of_second():
        with world.acting_as("owner"):
            return Memory.objects.get(source_item_id=item_named("n1").id).search

    assert "quokka" in search_of_second()
    erase(world, item=item(world, "n0").id)
    assert "quokka" not in search_of_second()


def known_by_item(world):
    """All that a team knows and by what it is found, by the item that it is of."""
    with world.acting_as("owner"):
        names = dict(SourceItem.objects.values_list("id", "external_id"))
        found = Memory.objects.order_by("title")
        vectors = dict(MemoryEmbedding.objects.values_list("memory_id", "embedding"))
        return [
            (names[m.source_item_id], m.kind, m.title, m.search, list(vectors[m.id])) for m in found
        ], sorted(Entity.objects.values_list("type", "name", "aliases", "emails"))


@pytest.mark.parametrize("gone", [0, 2, 3, 5])
def test_what_is_left_is_as_if_it_had_never_been_read(world, gone):
    notes = [
        note(f"n{number}", f"Word{number} is here. We decided to use Engine{number}.", title="",
             thread_key="t", occurred_at=WHEN + timedelta(hours=number),
             author=Person(name=f"Person {number % 2}", email=f"p{number % 4}@momo.example"))
        for number in range(6)
    ]  # fmt: skip
    take_in(world, "teammate", *notes)
    erase(world, item=item(world, f"n{gone}").id)
    drain(Queue.REALTIME)
    left = known_by_item(world)
    erase(world, integration=item(world, "n1").integration_id)
    others = [each for number, each in enumerate(notes) if number != gone]
    take_in(world, "teammate", *others, source="slack", kind="adr")
    assert left == known_by_item(world)


def test_what_a_worker_has_in_hand_meanwhile_is_read_again_without_it(world, models, monkeypatch):
    proposal = note("a", "Shall we use Quokkadb for the search?", thread_key="t", title="")
    reply = note(
        "b", "Agreed, let's do that.", thread_key="t", title="",
        occurred_at=WHEN + timedelta(hours=1),
    )  # fmt: skip
    take_in(world, "teammate", proposal)
    erased = []

    def erase_the_proposal(threads):
        if not erased:
            erased.append(erase(world, item=item(world, "a").id))

    told = ToldExtractor(erase_the_proposal)
    monkeypatch.setattr(process, "providers", lambda: replace(models, extractor=told))
    take_in(world, "teammate", reply)
    drain(Queue.REALTIME)
    assert (erased[0].read_again, told.calls) == (1, 2)
    with world.acting_as("owner"):
        assert not PipelineJob.objects.exists()
        assert not any("quokka" in f"{m.title}{m.search}".lower() for m in Memory.objects.all())
