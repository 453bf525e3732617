"""What a person would expect to be left of real mails, file by file."""

from pathlib import Path

import pytest

from connectors.contract import MediaType
from connectors.normalize import normalize

# The file: how what is kept begins and ends, what is in between, and the kinds of what went.
EXPECTED: dict[str, tuple[str, str, tuple[str, ...], set[str]]] = {
    "correct_sig": ("this is an email", "-- signature.", (), {"signature"}),
    "email_1_1": ("Hi folks", "the Java HTTP API.", (), {"signature", "list_footer"}),
    "email_1_2": (
        "Hi,",
        'delete them all individually."',
        ("You can list the keys", '        String bucket = "my_bucket";', "}\n", "See also"),
        {"quote", "list_footer"},
    ),
    "email_1_3": ("Oh thanks.", "would be great.", (), {"quote", "signature", "list_footer"}),
    "email_1_4": ("Awesome!", "problem with it.", (), {"quote"}),
    "email_1_5": ("One: Here's", "for a while.", ("- And another one", "\n\nTwo:\n"), set()),
    "email_1_6": ("I get proper", "rendering as well.", (), {"quote", "phone_footer"}),
    "email_1_7": (":+1:", ":+1:", (), {"quote"}),
    "email_1_8": ("I will reply under this one", "and under this.", (), {"quote", "signature"}),
    "email_2_1": ("Outlook with a reply", "with a reply", (), {"quote"}),
    "email_2_2": ("Outlook with", "reply directly above line", (), {"quote"}),
    "email_2_3": ("Outlook with", "headers using unusual format", (), {"quote"}),
    "email_BlackBerry": ("Here is another email", "email", (), {"phone_footer"}),
    "email_bullets": (
        "test 2",
        "- and another",
        ("   - how about bullets",),
        {"quote", "signature"},
    ),
    "email_gmail": ("This is a test", "to a github message.", (), {"quote"}),
    "email_headers_no_delimiter": ("And another reply!", "reply!", (), {"quote"}),
    "email_iPhone": ("Here is another email", "email", (), {"phone_footer"}),
    "email_multi_word_sent_from_my_mobile_device": (
        "Here is another email",
        "email",
        (),
        {"phone_footer"},
    ),
    "email_one_is_not_on": (
        "Thank, this is",
        "when I run...",
        ("One outstanding question",),
        {"quote"},
    ),
    "email_partial_quote_header": (
        "On your remote host",
        "is not working.",
        ("\n\n     telnet 127.0.0.1 52698\n\n",),
        {"quote"},
    ),
    "email_sent_from_my_not_signature": (
        "Here is another email",
        "Sent from my desk, is much easier then my mobile phone.",
        (),
        set(),
    ),
    "email_sig_delimiter_in_middle_of_line": (
        "Hi there!",
        "kthxbai",
        ("a fix -- this is not a signature.",),
        set(),
    ),
    "greedy_on": (
        "On your remote host",
        "is not working.",
        ("\n\n     telnet 127.0.0.1 52698\n\n",),
        {"quote"},
    ),
    "pathological": ("I think you're onto", "back to a computer.", (), {"quote"}),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_keeps_what_the_author_wrote(shared_data: Path, name: str) -> None:
    first, last, within, kinds = EXPECTED[name]
    raw = (shared_data / "email" / f"{name}.txt").read_bytes()
    found = normalize(b"From: a@mail.example\nSubject: x\n\n" + raw, MediaType.MAIL, {})
    assert found.text.startswith(first)
    assert found.text.endswith(last)
    assert all(part in found.text for part in within)
    assert {entry.kind for entry in found.removed} == kinds


def test_every_file_has_an_expectation(shared_data: Path) -> None:
    assert {path.stem for path in (shared_data / "email").glob("*.txt")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_body_without_headers_reads_the_same(shared_data: Path, name: str) -> None:
    raw = (shared_data / "email" / f"{name}.txt").read_bytes()
    headed = normalize(b"From: a@mail.example\n\n" + raw, MediaType.MAIL, {})
    assert normalize(raw, MediaType.MAIL, {}) == headed
