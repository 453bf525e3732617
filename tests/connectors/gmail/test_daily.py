"""What changes from day to day: new mail within its budget, everything else at once."""

import json
from datetime import timedelta

import pytest

from connectors.gmail.connector import gmail
from connectors.gmail.fake.mailbox import Mail
from connectors.live.contract import Incoming, Task
from connectors.live.errors import Unavailable
from tests.connectors.gmail.conftest import Clock, Reader


def day_of(connected: Reader, clock: Clock) -> int:
    """Poll at midnight, at noon and before midnight, and go on to the next day; how many mails
    came on it."""
    before = len(connected.mails)
    midnight = clock().replace(hour=0)
    for hours in (0, 12, 23):
        clock.time = midnight + timedelta(hours=hours)
        connected.poll()
    clock.time = midnight + timedelta(days=1)
    return len(connected.mails) - before


def test_a_new_mail_is_taken_with_all_that_it_says(connected: Reader, clock: Clock) -> None:
    mail_id = connected.fake.do_mail(
        "We go with Postgres.", subject="Storage", labels=["Board"], name="choice"
    )
    connected.poll()
    mail = connected.mails[mail_id]
    assert mail.title == "Storage"
    assert mail.author
    assert mail.author.email == "tom@partner.example"
    assert [(p.email, p.role) for p in mail.participants] == [("ada@team.example", "to")]
    assert mail.url == f"https://mail.google.com/mail/u/?authuser=ada%40team.example#all/{mail_id}"
    assert (mail.thread_key, mail.container) == (mail_id, "ada@team.example")
    assert mail.tags == ("board",)
    assert mail.as_of == clock()


def test_a_reply_is_in_the_thread_of_what_it_answers(connected: Reader) -> None:
    first = connected.fake.do_mail("Postgres or MySQL?", name="question")
    answer = connected.fake.do_reply("question", "Postgres.")
    connected.poll()
    assert connected.mails[answer].thread_key == connected.mails[first].thread_key
    assert "sent" in connected.mails[answer].tags


def test_an_answer_goes_to_whoever_wrote(connected: Reader) -> None:
    connected.fake.shown_name = "Ada Ortiz"
    connected.fake.do_mail("The price?", by="Tessa Cole <tessa@north.example>", name="price")
    answer = connected.fake.do_reply("price", "Ten.")
    connected.poll()
    mail = connected.mails[answer]
    assert mail.author is not None
    assert mail.author.name == "Ada Ortiz"
    assert [person.email for person in mail.participants] == ["tessa@north.example"]


def test_what_came_before_the_connection_and_is_neither_sent_nor_starred_stays_there(
    reader: Reader,
) -> None:
    reader.fake.do_mail("Old news.", days_ago=1)
    reader.poll()
    reader.backfill()
    reader.poll()
    assert reader.mails == {}


@pytest.mark.parametrize("label", ["DRAFT", "SPAM", "TRASH", "CHAT"])
def test_drafts_spam_trash_and_chats_are_never_taken(connected: Reader, label: str) -> None:
    connected.fake.do_mail("Not this.", labels=[label])
    connected.poll()
    assert connected.kept == {}


def test_a_mail_that_goes_to_the_trash_is_deleted_and_comes_back_from_it(
    connected: Reader, clock: Clock
) -> None:
    mail_id = connected.fake.do_mail("We go with Postgres.", name="choice")
    connected.poll()
    clock.advance(minutes=5)
    connected.fake.do_trash("choice")
    connected.poll()
    assert connected.mails == {}
    clock.advance(minutes=5)
    connected.fake.do_untrash("choice")
    connected.poll()
    assert b"We go with Postgres." in connected.mails[mail_id].raw


def test_a_sent_mail_of_the_onboarding_comes_back_from_the_trash_too(
    reader: Reader, clock: Clock
) -> None:
    mail_id = reader.fake.do_mail("Agreed.", by="me", days_ago=30)
    reader.poll()
    reader.backfill()
    reader.fake.do_trash(mail_id)
    clock.advance(minutes=5)
    reader.poll()
    reader.fake.do_untrash(mail_id)
    clock.advance(minutes=5)
    reader.poll()
    assert list(reader.mails) == [mail_id]


def test_a_mail_deleted_for_good_is_deleted_though_it_was_never_in_the_trash(
    connected: Reader, clock: Clock
) -> None:
    mail_id = connected.fake.do_mail("We go with Postgres.")
    connected.poll()
    clock.advance(minutes=5)
    connected.fake.do_delete(mail_id)
    connected.poll()
    assert connected.kept[mail_id].deleted
    assert connected.kept[mail_id].as_of == clock()


def test_a_mail_marked_as_spam_is_deleted(connected: Reader, clock: Clock) -> None:
    mail_id = connected.fake.do_mail("Buy now.")
    connected.poll()
    clock.advance(minutes=5)
    connected.fake.do_label(mail_id, "SPAM")
    connected.poll()
    assert connected.mails == {}


def test_a_mail_that_comes_and_goes_between_two_polls_is_not_taken(connected: Reader) -> None:
    mail_id = connected.fake.do_mail("A slip of the pen.")
    connected.fake.do_delete(mail_id)
    connected.poll()
    assert connected.mails == {}


def test_drafts_that_are_deleted_while_writing_are_passed_over(connected: Reader) -> None:
    draft = connected.fake.do_mail("Dear all", labels=["DRAFT"])
    connected.fake.do_delete(draft)
    connected.poll()
    assert connected.kept == {}


def test_a_star_brings_in_a_mail_of_any_age(connected: Reader) -> None:
    fake = connected.fake
    mail_id = fake.do_mail("The contract.", days_ago=400)
    connected.poll()
    assert connected.mails == {}
    fake.do_star(mail_id)
    connected.poll()
    assert connected.mails[mail_id].tags == ("starred",)
    fake.do_unstar(mail_id)
    connected.poll()
    assert connected.mails[mail_id].tags == ("starred",)  # too old to be read for its star's sake


def test_a_star_taken_away_goes_from_the_tags(connected: Reader, clock: Clock) -> None:
    mail_id = connected.fake.do_mail("The contract.", labels=["STARRED"])
    connected.poll()
    clock.advance(minutes=5)
    connected.fake.do_unstar(mail_id)
    connected.poll()
    assert connected.mails[mail_id].tags == ()


def test_labels_that_say_nothing_of_it_do_not_bring_in_an_old_mail(connected: Reader) -> None:
    mail_id = connected.fake.do_mail("Old.", days_ago=30)
    connected.fake.do_label(mail_id, "Someday")
    connected.poll()
    assert connected.kept == {}


def test_100_mails_come_in_a_day_and_the_rest_on_the_next(connected: Reader, clock: Clock) -> None:
    clock.advance(hours=12)  # to midnight
    for number in range(250):
        connected.fake.do_mail(f"Mail {number}.")
    assert day_of(connected, clock) == 100
    assert day_of(connected, clock) == 100
    assert day_of(connected, clock) == 50
    assert connected.refusals == []


def test_sent_and_starred_mail_comes_first(connected: Reader) -> None:
    for number in range(150):
        connected.fake.do_mail(f"Mail {number}.")
    mine = {connected.fake.do_mail(f"Mine {number}.", by="me") for number in range(80)}
    starred = {connected.fake.do_mail(f"*{number}.", labels=["STARRED"]) for number in range(15)}
    connected.poll()
    assert len(connected.mails) == 100
    assert mine | starred <= set(connected.mails)


def test_a_busy_inbox_leaves_room_for_what_is_sent_later(connected: Reader, clock: Clock) -> None:
    clock.advance(hours=12, minutes=1)  # past midnight
    for number in range(300):
        connected.fake.do_mail(f"Mail {number}.")
    connected.poll()
    assert len(connected.mails) == 30
    clock.advance(hours=9)
    mail_id = connected.fake.do_mail("Agreed.", by="me")
    connected.poll()
    assert mail_id in connected.mails


def test_the_newest_of_what_waits_comes_first(connected: Reader, clock: Clock) -> None:
    clock.advance(hours=12)
    ids = [connected.fake.do_mail(f"Mail {number}.") for number in range(40)]
    connected.poll()
    assert set(connected.mails) == set(ids[10:])


def test_advertisements_wait_for_everything_else(connected: Reader, clock: Clock) -> None:
    clock.advance(hours=12)
    letters = [connected.fake.do_mail("A letter.") for _ in range(20)]
    for _ in range(20):
        connected.fake.do_mail("Sale!", labels=["CATEGORY_PROMOTIONS"])
    connected.poll()
    assert set(letters) < set(connected.mails)
    assert len(connected.mails) == 30


def test_what_waits_is_bounded_and_what_is_left_out_is_told(
    connected: Reader, clock: Clock
) -> None:
    clock.advance(hours=12)
    for number in range(1_200):
        connected.fake.box.add(_plain(connected, number))
    connected.poll()
    assert len(json.dumps(connected.cursor)) < 25_000
    assert sum(int(r.reason.split()[0]) for r in connected.refusals) == 1_200 - 1_000
    assert all(refusal.skipped for refusal in connected.refusals)


def test_a_mail_deleted_while_it_waits_never_comes(connected: Reader, clock: Clock) -> None:
    clock.advance(hours=12)
    ids = [connected.fake.do_mail(f"Mail {number}.") for number in range(60)]
    connected.poll()
    (waiting, *_) = set(ids) - set(connected.mails)
    connected.fake.do_trash(waiting)
    assert day_of(connected, clock) == 29
    assert waiting not in connected.mails


def test_a_mail_that_gmail_cannot_hand_out_holds_up_nothing(
    connected: Reader, clock: Clock
) -> None:
    fake = connected.fake
    stuck, other = fake.do_mail("Stuck."), fake.do_mail("Not stuck.")
    fake.do_outage(status=500, times=20, path=f"messages/{stuck}")
    connected.poll()
    clock.advance(minutes=5)
    assert list(connected.mails) == [other]
    fake.do_trash(other)
    with pytest.raises(Unavailable):
        connected.poll()
    assert connected.mails == {}
    fake.faults.waiting.clear()
    connected.poll()
    assert list(connected.mails) == [stuck]


def test_every_call_may_be_made_again(connected: Reader) -> None:
    for number in range(70):
        connected.fake.do_mail(f"Mail {number}.", by="me")
    connected.fake.do_trash(connected.fake.do_mail("Gone."))
    cursor = json.loads(json.dumps(connected.cursor))
    first = gmail.poll(connected.session, cursor)
    assert gmail.poll(connected.session, cursor) == first
    assert cursor == connected.cursor
    assert first.more


def test_a_history_that_google_forgot_leaves_no_gap(connected: Reader, clock: Clock) -> None:
    fake = connected.fake
    trashed = fake.do_mail("To be thrown away.", by="me")
    connected.poll()
    clock.advance(days=20)
    new = [fake.do_mail(f"Mail {number}.", days_ago=number / 2) for number in range(30)]
    mine = fake.do_mail("Mine.", by="me", days_ago=10)
    fake.do_trash(trashed)
    fake.do_expire_history()
    connected.poll()
    restarts = [page.restart for page in connected.pages if page.restart is not None]
    assert len(restarts) == 1
    connected.backfill(restarts[0])
    assert {*new, mine} == set(connected.mails)
    assert connected.kept[trashed].deleted
    later = fake.do_mail("And on it goes.")
    connected.poll()
    assert later in connected.mails


def test_a_list_across_a_gap_that_google_forgot_begins_anew(
    connected: Reader, clock: Clock
) -> None:
    clock.advance(days=3)
    ids = [connected.fake.do_mail(f"Mail {number}.") for number in range(3)]
    connected.fake.do_expire_history()
    connected.cursor = gmail.poll(connected.session, connected.cursor).cursor
    assert connected.cursor
    connected.cursor = connected.cursor | {"gap": {**connected.cursor["gap"], "page": "nonsense"}}  # type: ignore[operator]
    connected.poll()
    assert set(connected.mails) == set(ids)


def test_a_gap_keeps_to_the_daily_budget(connected: Reader, clock: Clock) -> None:
    clock.advance(days=3, hours=12)
    for number in range(120):
        connected.fake.do_mail(f"Mail {number}.", days_ago=number / 50)
    connected.fake.do_expire_history()
    assert day_of(connected, clock) == 100
    assert day_of(connected, clock) == 20


def test_a_push_is_only_a_reason_to_poll(connected: Reader) -> None:
    incoming = Incoming("ada@team.example", "1", "mailbox changed", b"", connected.clock())
    page = gmail.receive(connected.session, incoming)
    assert page.then == {Task.POLL}
    assert page.readings == ()


def _plain(connected: Reader, number: int) -> Mail:
    at = int(connected.clock().timestamp() * 1000)
    mail_id = connected.fake.box.new_id()
    raw = f"Subject: {number}\r\n\r\nHello.".encode()
    return Mail(mail_id, mail_id, at, {"INBOX"}, lambda: raw)
