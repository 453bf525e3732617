"""Where one mail of a mailbox ends and the next begins."""

import io

import pytest

from connectors.mbox.split import split_mails

FIRST = b"From anna@example.com Mon Jan  1 09:00:00 2024\nSubject: One\n\nHello\n\n"
SECOND = b"From ben@example.com Mon Jan  1 10:00:00 2024\nSubject: Two\n\nHello\n"


def bodies(mailbox: bytes, limit: int = 1 << 20) -> list[bytes]:
    return [piece.raw for piece in split_mails(io.BytesIO(mailbox), limit)]


class Dripping:
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = io.BytesIO(data)
        self._size = size

    def read(self, size: int, /) -> bytes:
        return self._data.read(min(size, self._size))


def test_mails_are_split_at_their_from_lines():
    assert [raw.split(b"\n")[0] for raw in bodies(FIRST + SECOND)] == [
        b"Subject: One",
        b"Subject: Two",
    ]


def test_windows_line_ends_split_the_same():
    assert len(bodies((FIRST + SECOND).replace(b"\n", b"\r\n"))) == 2


def test_a_missing_blank_line_before_a_dated_from_line_does_not_join_two_mails():
    assert len(bodies(FIRST.rstrip(b"\n") + b"\n" + SECOND)) == 2


@pytest.mark.parametrize(
    "line",
    [
        b"From what I hear, Monday is best.",
        b"From Anna, on Mon Jan 1 2024",
        b"From 10:30 to 12:00 in 2024",
        b"From then on\nNote: nothing changed",
    ],
)
def test_a_body_line_that_begins_with_from_stays_in_its_mail(line):
    mailbox = FIRST + line + b"\n\n" + SECOND
    assert len(bodies(mailbox)) == 2


@pytest.mark.parametrize(
    ("quoted", "meant"), [(b">From here", b"From here"), (b">>From here", b">From here")]
)
def test_quoted_from_lines_are_unquoted_by_one(quoted, meant):
    assert b"\n" + meant + b"\n" in bodies(FIRST + quoted + b"\n")[0]


def test_an_undated_from_line_with_an_address_alone_starts_a_mail():
    assert len(bodies(FIRST + b"From ben@example.com\nSubject: Two\n\nHi\n")) == 2


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 64])
def test_the_size_of_reads_changes_nothing(size):
    mailbox = (FIRST + b"From here on\n\n" + SECOND + b"\n") * 3
    assert list(split_mails(Dripping(mailbox, size))) == list(split_mails(io.BytesIO(mailbox)))


def test_a_mail_over_the_limit_is_let_go_and_the_next_one_read():
    large = b"From x@example.com Mon Jan  1 09:30:00 2024\nSubject: L\n\n" + b"x" * 3000 + b"\n\n"
    pieces = list(split_mails(io.BytesIO(FIRST + large + SECOND), limit=2000))
    assert [piece.too_large for piece in pieces] == [False, True, False]
    assert pieces[1].raw == b""
