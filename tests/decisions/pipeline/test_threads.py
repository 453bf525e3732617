"""What an extractor is shown of a conversation."""

from datetime import timedelta

import pytest

from connectors.contract import Visibility
from connectors.models import Queue, SourceItem
from decisions.models import Memory
from decisions.pipeline.drain import drain
from decisions.pipeline.threads import LOOK_BACK, threads_of
from decisions.pipeline.work import Work
from tests.decisions.pipeline.feeding import WHEN, fetch, note

PROPOSAL = "I propose we acquire Nimbus for two million."
ANSWER = "Agreed, let's do it."


def said(number, text, **fields):
    at = WHEN + timedelta(minutes=number)
    return note(f"m{number:02}", text, thread_key="t", occurred_at=at, **fields)


def shown(world, who, external_id):
    with world.acting_as(who):
        item = SourceItem.objects.get(external_id=external_id)
        (thread,) = threads_of([Work(item, "fresh")])
        return [message.text for message in thread.messages]


def test_the_messages_before_it_oldest_first(world):
    fetch(world, "owner", said(1, "one"), said(2, "two"), said(3, "three"), said(4, "four"))
    assert shown(world, "owner", "m03") == ["one", "two", "fresh"]


def test_no_more_than_the_last_few(world):
    fetch(world, "owner", *[said(n, f"message {n}") for n in range(LOOK_BACK + 6)])
    assert len(shown(world, "owner", f"m{LOOK_BACK + 5:02}")) == LOOK_BACK + 1


def test_the_same_whether_or_not_those_have_had_their_turn(world):
    fetch(world, "owner", said(1, "one"), said(2, "two"), said(3, "three"))
    before = shown(world, "owner", "m03")
    drain(Queue.BACKFILL)
    assert shown(world, "owner", "m03") == before


@pytest.mark.parametrize(
    ("context", "fresh", "seen"),
    [
        ("shared", "shared", True),
        ("shared", "private", True),
        ("private", "private", True),
        ("private", "shared", False),
        ("secret", "private", False),
        ("secret", "shared", False),
    ],
)
def test_only_what_all_its_readers_may_see(world, context, fresh, seen):
    fetch(
        world,
        "owner",
        said(1, PROPOSAL, visibility=Visibility(context)),
        said(2, ANSWER, visibility=Visibility(fresh)),
    )
    assert (PROPOSAL in shown(world, "owner", "m02")) is seen


def test_a_secret_does_not_come_out_in_the_answer_to_it(world):
    fetch(
        world,
        "owner",
        said(1, PROPOSAL, visibility=Visibility.SECRET),
        said(2, ANSWER, visibility=Visibility.PRIVATE),
    )
    drain(Queue.BACKFILL)
    with world.acting_as("owner"):
        open_ones = Memory.objects.exclude(visibility="secret")
        assert not any("Nimbus" in m.title + m.summary + m.quote for m in open_ones)
