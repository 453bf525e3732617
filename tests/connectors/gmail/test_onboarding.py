"""Onboarding: up to 5,000 mails of the last 90 days, 70 % sent and 30 % starred."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.gmail.onboarding import shares
from connectors.live.contract import Cursor
from connectors.live.errors import CursorExpired, RateLimited, Unavailable
from tests.connectors.gmail.conftest import Clock, Reader, sign_in
from tests.connectors.live.sessions import CountingLimiter, make_session

DAY_MS = 86_400_000


def taken(reader: Reader, label: str) -> list[str]:
    return [key for key, record in reader.mails.items() if label in record.tags]


def newest(fake: FakeGmail, clock: Clock, count: int, label: str, *, apart: str = "") -> set[str]:
    """The ids that should be taken of a side, worked out from the mailbox itself."""
    oldest = clock().timestamp() * 1000 - 90 * DAY_MS
    side = [
        mail for mail in fake.box.mails.values()
        if label in mail.labels and apart not in mail.labels and mail.at >= oldest
    ]  # fmt: skip
    side.sort(key=lambda mail: mail.at, reverse=True)
    return {mail.id for mail in side[:count]}


@pytest.fixture
def onboarded(reader: Reader) -> Reader:
    reader.fake.fill(20_000, sent=9_000, starred=5_000, both=1_000, days=120)
    reader.backfill()
    return reader


def test_of_20_000_mails_the_newest_3_500_sent_and_1_500_starred_are_taken(
    onboarded: Reader, clock: Clock
) -> None:
    fake = onboarded.fake
    sent, starred = set(taken(onboarded, "sent")), set(taken(onboarded, "starred"))
    assert len(onboarded.mails) == 5_000
    assert sent == newest(fake, clock, 3_500, "SENT")
    assert starred - sent == newest(fake, clock, 1_500, "STARRED", apart="SENT")
    assert all(page.expected in (None, 5_000) for page in onboarded.pages)
    assert fake.largest_batch <= 50
    assert max(len(json.dumps(page.cursor)) for page in onboarded.pages) < 2_500


@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_what_one_side_does_not_need_the_other_takes(sent: int, starred: int) -> None:
    of_sent, of_starred = shares(sent, starred)
    assert of_sent + of_starred == min(5_000, sent + starred)
    assert of_sent >= min(sent, 3_500)
    assert of_starred >= min(starred, 1_500)


@pytest.mark.parametrize(
    ("sent", "starred", "of_sent", "of_starred"),
    [(120, 30, 120, 30), (0, 40, 0, 40), (40, 0, 40, 0)],
)
def test_a_small_mailbox_is_taken_whole(
    reader: Reader, sent: int, starred: int, of_sent: int, of_starred: int
) -> None:
    reader.fake.fill(300, sent=sent, starred=starred, days=80)
    reader.backfill()
    assert (len(taken(reader, "sent")), len(taken(reader, "starred"))) == (of_sent, of_starred)


def test_an_empty_mailbox_is_read_at_once(reader: Reader) -> None:
    reader.backfill()
    assert reader.mails == {}
    assert reader.pages[-1].expected == 0


def test_a_mail_that_is_sent_and_starred_counts_once(reader: Reader) -> None:
    reader.fake.fill(100, sent=20, starred=20, both=20, days=50)
    reader.backfill()
    assert len(reader.mails) == 20
    assert reader.pages[-1].expected == 20


def test_what_is_older_than_90_days_stays_where_it_is(reader: Reader) -> None:
    reader.fake.do_mail("Long ago.", by="me", days_ago=91)
    recent = reader.fake.do_mail("Lately.", by="me", days_ago=89)
    reader.backfill()
    assert list(reader.mails) == [recent]


def test_drafts_spam_trash_and_chats_are_never_taken(reader: Reader) -> None:
    for label in ("DRAFT", "SPAM", "TRASH", "CHAT"):
        reader.fake.do_mail("Not this.", by="me", labels=[label, "STARRED", "SENT"])
    reader.backfill()
    assert reader.mails == {}


def test_every_call_may_be_made_again(reader: Reader) -> None:
    """As after a SIGKILL: what the call brought is lost with its cursor, or stored with it."""
    reader.fake.fill(600, sent=200, starred=100, both=20, days=80)
    cursor: Cursor | None = None
    for _ in range(100):
        first = gmail.backfill(reader.session, cursor)
        again = reader.take(gmail.backfill(reader.session, cursor))
        assert again == first
        cursor = again.cursor
        if cursor is None:
            break
        cursor = json.loads(json.dumps(cursor))
    assert len(reader.mails) == 280


def test_mails_that_come_and_go_meanwhile_shift_nothing(reader: Reader) -> None:
    fake = reader.fake
    fake.fill(1_000, sent=400, starred=0, days=80)
    there = sorted((m for m in fake.box.mails.values() if "SENT" in m.labels), key=lambda m: -m.at)
    cursor: Cursor | None = None
    gone: set[str] = set()
    for number in range(100):
        page = reader.take(gmail.backfill(reader.session, cursor))
        cursor = page.cursor
        if cursor is None:
            break
        fake.do_mail("A new one.", by="me")
        victim = there[number * 17].id
        if victim in fake.box.mails and victim not in reader.kept:
            gone.add(victim)
            fake.box.delete(victim)
        elif victim in fake.box.mails:
            fake.box.delete(victim)
    assert {mail.id for mail in there} - set(reader.kept) == gone


def test_large_mails_are_read_in_bounded_pages(reader: Reader) -> None:
    for _ in range(6):
        mail_id = reader.fake.do_mail("With a film.", by="me")
        reader.fake.box.mails[mail_id].size = 20 * 1024**2
    reader.backfill()
    assert len(reader.mails) == 6
    assert max(len(page.readings) for page in reader.pages) == 1


def test_a_mail_that_is_too_large_is_refused_and_never_asked_for(reader: Reader) -> None:
    mail_id = reader.fake.do_mail("With a film.", by="me")
    reader.fake.box.mails[mail_id].size = 60 * 1024**2
    reader.backfill()
    (refusal,) = reader.refusals
    assert refusal.locator == f"mail {mail_id}"
    assert not any(b"format=raw" in call.body for call in reader.fake.requests)


def test_a_storm_of_429_changes_nothing_in_the_end(reader: Reader) -> None:
    reader.fake.fill(500, sent=150, starred=90, days=80)
    cursor: Cursor | None = None
    waits = 0
    for number in range(300):
        if number < 60:
            reader.fake.do_rate_limit(times=number % 2, retry_after=7)
            reader.fake.do_rate_limit(times=number % 7, path="messages/")
        try:
            page = reader.take(gmail.backfill(reader.session, cursor))
        except RateLimited as wait:
            waits += wait.retry_after in (7, 1)
            reader.session.limiter = CountingLimiter()
            continue
        reader.session.limiter = CountingLimiter()
        cursor = page.cursor
        if cursor is None:
            break
    assert waits > 10
    assert len(reader.mails) == 240


def test_where_google_asks_to_wait_all_workers_do(reader: Reader) -> None:
    reader.fake.do_rate_limit(retry_after=9)
    with pytest.raises(RateLimited):
        reader.backfill()
    assert reader.session.limiter.paused == {"batches": 9, "calls": 9}  # type: ignore[attr-defined]


def test_an_outage_is_told_as_one(reader: Reader) -> None:
    reader.fake.do_mail("Here.", by="me")
    reader.fake.do_outage(path="/batch")
    with pytest.raises(Unavailable):
        reader.backfill()
    reader.backfill()
    assert len(reader.mails) == 1


def test_a_mail_that_gmail_cannot_hand_out_holds_up_no_other(reader: Reader) -> None:
    reader.fake.fill(300, sent=200, starred=0, days=80)
    there = [mail.id for mail in reader.fake.box.mails.values() if "SENT" in mail.labels]
    reader.fake.do_outage(status=500, times=1_000, path=f"messages/{there[20]}")
    with pytest.raises(Unavailable):
        reader.backfill()
    assert set(reader.mails) == set(there) - {there[20]}
    assert not reader.refusals


def test_a_page_that_google_forgot_begins_it_anew(reader: Reader) -> None:
    reader.fake.fill(300, sent=200, starred=0, days=80)
    cursor: Cursor | None = None
    for _ in range(4):
        cursor = gmail.backfill(reader.session, cursor).cursor
    assert cursor
    with pytest.raises(CursorExpired):
        gmail.backfill(reader.session, {**cursor, "page": "nonsense", "ids": []})


def test_the_units_of_an_onboarding_are_counted(clock: Clock) -> None:
    with FakeGmail(clock=clock) as fake:
        fake.fill(1_000, sent=500, starred=0, days=80)
        told = sign_in(fake)
        session = make_session(gmail, fake.app_settings(), credentials=told.credentials, now=clock)
        Reader(fake, clock, session).backfill()
    counted = session.limiter.acquired  # type: ignore[attr-defined]
    assert counted.count("batches") == 20  # 10 of states, 10 of mails
    assert counted.count("calls") == 13
