"""An app outside Slack's Marketplace: one request a minute, fifteen messages each."""

from collections import defaultdict
from dataclasses import dataclass, field

import pytest

from connectors.live.errors import RateLimited
from connectors.slack.connector import slack
from connectors.slack.walk import Position
from tests.connectors.slack.conftest import texts, whole_poll

LIMITED = ("conversations.history", "conversations.replies")
UNLISTED = {"MOMO_APP_SLACK_TIER": "unlisted"}


@dataclass
class WindowLimiter:
    """Counts by the test's clock, for all processes together."""

    clock: object
    asked: dict = field(default_factory=lambda: defaultdict(list))
    paused: dict = field(default_factory=dict)

    def acquire(self, name, *, times, seconds):
        recent = [at for at in self.asked[name] if at > self.clock() - seconds]
        if len(recent) >= times:
            raise RateLimited(recent[0] + seconds - self.clock())
        self.asked[name] = [*recent, self.clock()]

    def pause(self, name, seconds):
        self.paused[name] = seconds


@pytest.fixture
def limiter(clock):
    return WindowLimiter(clock)


@pytest.fixture
def trickle(fake, new_session, limiter):
    """A session in a new process, at a workspace that keeps its limits."""
    fake.unlisted = True
    fake.enforced = dict.fromkeys(LIMITED, 1)

    def make():
        session = new_session(settings=UNLISTED)
        session.limiter = limiter
        return session

    return make


def test_history_trickles_in_without_ever_asking_too_often(fake, trickle, limiter, clock):
    for number in range(100):
        fake.do_message(f"message {number}", name=f"m{number}", days_ago=50 - number / 10)
    for number in range(10):
        fake.do_reply(f"m{number}", f"reply {number}", days_ago=1)
    began, found, cursor = clock.at, [], None
    while True:
        try:
            page = slack.backfill(trickle(), cursor)
        except RateLimited as limited:
            clock.at += limited.retry_after
            continue
        found += texts(page)
        cursor = page.cursor
        if cursor is None:
            break
    assert len(found) == len(set(found)) == 110
    assert limiter.paused == {}
    # 7 pages of history and 10 threads, a minute each; threads wait while history is read.
    assert clock.at - began <= 17 * 60
    limits = {form["limit"] for method, form in fake.calls if method in LIMITED}
    assert limits == {"15"}


def test_looking_for_changes_takes_a_tenth_of_the_requests(fake, trickle, clock):
    for number in range(9):
        fake.do_channel(f"room{number}", momo=True)
    cursor = slack.poll(trickle(), None).cursor
    clock.at += 3600
    page, asked = slack.poll(trickle(), cursor), 0
    while page.more:
        clock.at += 60
        page = slack.poll(trickle(), page.cursor)
        asked += 1
    assert asked == 6
    clock.at += 3600
    assert len(Position.of(page.cursor["at"]).queue) == 4
    page = slack.poll(trickle(), page.cursor)
    assert page.more


def test_a_gap_of_many_pages_is_closed_even_so(fake, trickle, clock):
    cursor = slack.poll(trickle(), None).cursor
    for _ in range(40):
        clock.at += 60
        fake.do_message("said while Momo was away")
    fake.do_message("long ago", days_ago=5)
    page, found = slack.poll(trickle(), cursor), []
    while page.more:
        clock.at += 60
        page = slack.poll(trickle(), page.cursor)
        found += texts(page)
    assert len(found) == 40
    assert page.cursor["at"] is None


def test_a_fast_app_looks_at_all_recent_threads_in_one_go(fake, new_session, clock):
    session = new_session()
    cursor = slack.poll(session, None).cursor
    for number in range(8):
        fake.do_channel(f"room{number}", momo=True)
    clock.at += 3600
    pages = whole_poll(session, cursor)
    assert pages[-1].cursor["at"] is None
    assert {form["limit"] for method, form in fake.calls if method in LIMITED} == {"200"}
