"""What an extractor is shown of a conversation."""

from datetime import UTC, date, datetime, timedelta

import pytest

from connectors.contract import Visibility
from connectors.models import Queue, SourceItem
from decisions.models import Memory
from decisions.pipeline.drain import drain
from decisions.pipeline.threads import LOOK_BACK, threads_of
from decisions.pipeline.work import Work
from momo.platform.tenancy.models import Team
from tests.decisions.pipeline.feeding import WHEN, fetch, note, take_in

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


@pytest.mark.parametrize(
    ("zone", "friday"), [("UTC", 13), ("Pacific/Auckland", 20), ("America/New_York", 13)]
)
def test_by_friday_is_counted_from_the_day_that_it_is_for_the_team(world, zone, friday):
    """At 22:00 UTC on a Thursday it is Friday in Auckland: "by Friday" is the next one."""
    with world.acting_as("owner"):
        Team.objects.update(timezone=zone)
    said = datetime(2026, 3, 12, 22, tzinfo=UTC)
    take_in(world, "owner", note("m", "I will send the report by Friday.", occurred_at=said))
    with world.acting_as("owner"):
        assert Memory.objects.get(due_on__isnull=False).due_on == date(2026, 3, friday)


@pytest.mark.parametrize(("day", "offset"), [(28, 1), (29, 2)])
def test_clocks_change_within_a_thread(world, day, offset):
    with world.acting_as("owner"):
        Team.objects.update(timezone="Europe/Berlin")
    noon = datetime(2026, 3, day, 12, tzinfo=UTC)
    fetch(world, "owner", note("m", "fresh", occurred_at=noon))
    with world.acting_as("owner"):
        (thread,) = threads_of([Work(SourceItem.objects.get(), "fresh")])
    (sent,) = [message.sent_at for message in thread.messages]
    assert sent == noon
    assert sent.utcoffset() == timedelta(hours=offset)


def test_where_all_is_noise_nothing_is_read(world, django_assert_num_queries):
    fetch(world, "owner", said(1, "one"))
    with world.acting_as("owner"):
        item = SourceItem.objects.get()
        item.noise = True
        with django_assert_num_queries(0):
            assert threads_of([Work(item, "one")]) == []
