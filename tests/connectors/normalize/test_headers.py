"""The headers that a mailbox connector reads."""

from datetime import UTC, datetime

import pytest

from connectors.contract import Person
from connectors.normalize import MailHeaders, read_mail


def test_reads_who_wrote_when_and_what_it_answers() -> None:
    found = read_mail(
        b"Message-ID: <3@mail.example>\r\nIn-Reply-To: <2@mail.example>\r\n"
        b"References: <1@mail.example>\r\n\t<2@mail.example>\r\n"
        b"From: Ada Byron <ada@mail.example>\r\n"
        b'To: "Ray, Bob" <bob@mail.example>, eve@mail.example\r\nCc: Dan <dan@mail.example>\r\n'
        b"Subject: Plan\r\n B\r\nDate: Mon, 5 Jan 2026 10:00:00 +0200\r\n"
        b"List-Id: The plan <plan.lists.mail.example>\r\n\r\nBody\r\n"
    )
    assert found == MailHeaders(
        message_id="3@mail.example",
        in_reply_to="2@mail.example",
        references=("1@mail.example", "2@mail.example"),
        subject="Plan B",
        date=datetime(2026, 1, 5, 8, tzinfo=UTC),
        author=Person(name="Ada Byron", email="ada@mail.example"),
        to=(
            Person(name="Ray, Bob", email="bob@mail.example", role="to"),
            Person(email="eve@mail.example", role="to"),
        ),
        cc=(Person(name="Dan", email="dan@mail.example", role="cc"),),
        list_id="plan.lists.mail.example",
    )


@pytest.mark.parametrize(
    ("value", "subject"),
    [
        (b"=?utf-8?q?Caf=C3=A9?= =?utf-8?b?IG9wZW4=?=", "Café open"),
        (b"=?utf-8?q?Caf=E9?=", "Café"),
        (b"=?nonsense?q?Caf=C3=A9?=", "Café"),
        (b"=?gb2312?b?vva2qA==?=", "决定"),
        (b"=?utf-8?b?!?= broken", "broken"),
        (b"=?utf-8?b?a?= x", "=?utf-8?b?a?= x"),
        ("Café".encode(), "Café"),
        ("Café".encode("latin-1"), "Café"),
        (b"a\x00b \xe2\x80\xaec", "ab c"),
    ],
)
def test_subjects_are_decoded_whatever_their_charset(value: bytes, subject: str) -> None:
    assert read_mail(b"Subject: " + value + b"\n\n").subject == subject


@pytest.mark.parametrize(
    ("value", "date"),
    [
        (b"Mon, 5 Jan 2026 10:00:00 -0000", datetime(2026, 1, 5, 10, tzinfo=UTC)),
        (b"2026-01-05T10:00:00+01:00", datetime(2026, 1, 5, 9, tzinfo=UTC)),
        (b"Mon, 5 Jan 2026 10:00:00 +0000 (GMT)", datetime(2026, 1, 5, 10, tzinfo=UTC)),
        (b"tomorrow", None),
        (b"Mon, 45 Jan 2026 10:00:00 +0000", None),
        (b"0001-01-01T00:00:00+23:59", None),
        (b"", None),
    ],
)
def test_dates_are_in_utc_or_none(value: bytes, date: datetime | None) -> None:
    assert read_mail(b"From: a@mail.example\nDate: " + value + b"\n\n").date == date


@pytest.mark.parametrize(
    ("value", "author"),
    [
        (b"=?utf-8?q?Byron=2C_Ada?= <ada@mail.example>", Person("Byron, Ada", "ada@mail.example")),
        (b"ada@mail.example (Ada)", Person("Ada", "ada@mail.example")),
        (b"Ada <<ada@mail.example>", Person("Ada", "ada@mail.example")),
        (b"ada@mail.example <ada@mail.example>", Person("", "ada@mail.example")),
        (b"Ada", Person("Ada")),
        (b"undisclosed-recipients:;", None),
        (b"(" * 300 + b"ada@mail.example", Person("", "ada@mail.example")),
        (b"", None),
    ],
)
def test_authors_are_found_in_broken_addresses(value: bytes, author: Person | None) -> None:
    assert read_mail(b"Subject: x\nFrom: " + value + b"\n\n").author == author


def test_the_first_of_repeated_headers_counts_and_recipients_add_up() -> None:
    found = read_mail(b"Subject: a\nSubject: b\nTo: x@m.example\nTo: y@m.example, X@m.example\n\n")
    assert found.subject == "a"
    assert [person.email for person in found.to] == ["x@m.example", "y@m.example"]


def test_a_broken_line_between_headers_is_passed_over() -> None:
    found = read_mail(b"From a mailbox\nFrom: a@m.example\nwhat is this\nSubject: Plan\n\nBody")
    assert found.subject == "Plan"


def test_a_body_without_headers_has_none() -> None:
    assert read_mail(b"One: here is what I have.\n\nSubject: no") == MailHeaders()
