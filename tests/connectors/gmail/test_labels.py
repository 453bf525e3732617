"""Choosing labels: a mail that has one of them is collected."""

from connectors.gmail.connector import gmail
from tests.connectors.gmail.conftest import Clock, Reader


def choose(reader: Reader, *names: str) -> None:
    ids = {choice.name: choice.id for choice in gmail.choices(reader.session)}
    reader.session.chosen = frozenset(ids[name] for name in names)


def test_sent_starred_inbox_and_what_people_made_can_be_chosen(reader: Reader) -> None:
    reader.fake.box.label("Board")
    offered = [(choice.name, choice.kind) for choice in gmail.choices(reader.session)]
    assert offered == [(name, "label") for name in ("Sent", "Starred", "Inbox", "Board")]


def test_of_what_is_there_the_chosen_labels_alone_are_taken(reader: Reader) -> None:
    board = reader.fake.do_mail("Of the board.", by="me", labels=["Board"])
    reader.fake.do_mail("Of something else.", by="me")
    choose(reader, "Board")
    reader.backfill()
    assert list(reader.mails) == [board]


def test_of_what_is_new_too(connected: Reader) -> None:
    connected.fake.box.label("Board")
    choose(connected, "Board", "Starred")
    board = connected.fake.do_mail("Of the board.", labels=["Board"])
    star = connected.fake.do_mail("A star.", labels=["STARRED"])
    connected.fake.do_mail("Of something else.")
    connected.poll()
    assert set(connected.mails) == {board, star}


def test_a_chosen_label_brings_in_a_mail_of_any_age(connected: Reader) -> None:
    connected.fake.box.label("Board")
    choose(connected, "Board")
    mail_id = connected.fake.do_mail("The contract.", days_ago=400)
    connected.poll()
    assert connected.mails == {}
    connected.fake.do_label(mail_id, "Board")
    connected.poll()
    assert connected.mails[mail_id].tags == ("board",)


def test_what_is_not_chosen_takes_nothing_of_the_day(connected: Reader, clock: Clock) -> None:
    connected.fake.box.label("Board")
    choose(connected, "Board")
    for number in range(120):
        connected.fake.do_mail(f"Mail {number}.")
    connected.fake.do_expire_history()
    connected.poll()
    board = [connected.fake.do_mail("Of the board.", labels=["Board"]) for _ in range(60)]
    connected.poll()
    assert set(connected.mails) == set(board)
