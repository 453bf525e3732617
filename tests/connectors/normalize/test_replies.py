"""Quoted and forwarded mails told from the author's words."""

import pytest

from tests.connectors.normalize.conftest import Clean

QUOTE = "> Shall we use Postgres?\n> It has row-level security.\n"


@pytest.mark.parametrize(
    "attribution",
    [
        "On Mon, 5 Jan 2026 at 10:00, Bob Ray <bob@mail.example> wrote:",
        "On Mon, 5 Jan 2026 at 10:00, Bob Ray\n<bob@mail.example> wrote:",
        "On Mon, 5 Jan 2026 at 10:00, Bob Ray <bob@mail.example\n> wrote:",
        "On Mon, 5 Jan 2026\nat 10:00, Bob Ray\n<bob@mail.example>wrote:",
        "Am 05.01.2026 um 10:00 schrieb Bob Ray <bob@mail.example>:",
        "Le lun. 5 janv. 2026 à 10:00, Bob Ray <bob@mail.example> a écrit :",
        "El lun, 5 ene 2026 a las 10:00, Bob Ray (<bob@mail.example>) escribió:",
        "Il giorno lun 5 gen 2026 alle 10:00 Bob Ray ha scritto:",
        "Em seg., 5 de jan. de 2026 às 10:00, Bob Ray escreveu:",
        "Op ma 5 jan 2026 om 10:00 schreef Bob Ray <bob@mail.example>:",
        "Den mån 5 jan. 2026 kl 10:00 skrev Bob Ray <bob@mail.example>:",
        "W dniu 5.01.2026 o 10:00, Bob Ray napisał:",
        "Bob Ray <bob@mail.example> 于2026年1月5日周一 10:00写道：",
        "2026年1月5日(月) 10:00 Bob Ray <bob@mail.example>:",
        "2026/1/5 Bob Ray <bob@mail.example>",
        "Bob Ray <bob@mail.example> writes:",
        "Bob wrote:",
    ],
)
def test_attributions_go_with_their_quote(clean: Clean, attribution: str) -> None:
    found = clean(f"Yes, approved.\n\n{attribution}\n\n{QUOTE}")
    assert found.text == "Yes, approved."


@pytest.mark.parametrize("blank", ["", "\n"])
def test_a_quote_without_marks_goes_below_a_certain_attribution(clean: Clean, blank: str) -> None:
    body = f"Approved.\n\nOn 5 Jan 2026 at 10:00, Bob wrote:\n{blank}Shall we use Postgres?\n"
    assert clean(body).text == "Approved."


def test_inline_answers_are_all_kept(clean: Clean) -> None:
    body = "Hi Bob,\n\n> Postgres?\n\nYes.\n\n> When?\nOn Monday.\n> Who?\n\nSarah.\n"
    assert clean(body).text == "Hi Bob,\n\nYes.\n\nOn Monday.\n\nSarah."


def test_prose_that_begins_like_an_attribution_stays(clean: Clean) -> None:
    body = "On 5 January the board wrote:\nwe go with Postgres.\n\nOn Tuesday we start."
    assert clean(body).text == body


@pytest.mark.parametrize(
    ("labels", "opening"),
    [
        ("From Sent To Subject", ""),
        ("Von Gesendet An Betreff", "-----Ursprüngliche Nachricht-----\n"),
        ("De Envoyé À Objet", "________________________________\n"),
        ("发件人 发送时间 收件人 主题", ""),
    ],
)
def test_outlook_blocks_end_the_reply(clean: Clean, labels: str, opening: str) -> None:
    sender, date, to, subject = labels.split()
    block = f"{sender}: Bob\n{date}: 5.1.2026\n{to}: Ada\n{subject}: Plan\n"
    assert clean(f"Approved.\n\n{opening}{block}\nShall we?").text == "Approved."


def test_answers_below_a_marked_original_are_kept(clean: Clean) -> None:
    body = "----- Original Message -----\nFrom: Bob\nSubject: x\n\n> Shall we?\n\nYes, approved.\n"
    assert clean(f"Hello.\n\n{body}").text == "Hello.\n\nYes, approved."


def test_a_travel_plan_is_no_mail_header(clean: Clean) -> None:
    body = "We booked this:\n\nFrom: Berlin\nTo: Paris\nDate: 3 May\n\nAgreed by all."
    assert clean(body).text == body


@pytest.mark.parametrize(
    "marker",
    [
        "---------- Forwarded message ---------",
        "Begin forwarded message:\n",
        "-------- Weitergeleitete Nachricht --------",
    ],
)
def test_forwarded_mail_is_kept_under_its_author(clean: Clean, marker: str) -> None:
    block = "From: Bob Ray <bob@mail.example>\nDate: 5 Jan 2026\nSubject: Budget\nTo: Ada\n"
    found = clean(f"FYI\n\n{marker}\n{block}\nWe approved 50K.\n\n-- \nBob\n")
    assert found.text == (
        "FYI\n\nForwarded message from Bob Ray <bob@mail.example> (5 Jan 2026):\n"
        "Subject: Budget\n\nWe approved 50K."
    )
    assert {entry.kind for entry in found.removed} == {"forward_header", "signature"}


def test_apple_mail_quotes_what_it_forwards(clean: Clean) -> None:
    quoted = "> From: Bob\n> Subject: Budget\n> Date: 5 Jan\n> To: Ada\n> \n> We approved 50K.\n"
    found = clean(f"See below.\n\nBegin forwarded message:\n\n{quoted}")
    assert "Forwarded message from Bob (5 Jan):" in found.text
    assert found.text.endswith("We approved 50K.")


def test_a_forward_by_outlook_is_told_by_its_subject(clean: Clean) -> None:
    block = "From: Bob\nSent: 5 Jan 2026\nTo: Ada\nSubject: Budget\n\nWe approved 50K.\n"
    assert "We approved 50K." not in clean(f"FYI\n\n{block}", Subject="RE: Budget").text
    forwarded = clean(f"FYI\n\n{block}", Subject="FW: Budget").text
    assert forwarded.startswith("FYI\n\nForwarded message from Bob")
    assert forwarded.endswith("We approved 50K.")


def test_text_that_is_all_below_a_header_block_is_kept(clean: Clean) -> None:
    block = "From: Bob\nSent: 5 Jan 2026\nTo: Ada\nSubject: Budget\n\nWe approved 50K.\n"
    found = clean(f"\n{block}\nSent from my iPhone").text
    assert found == "Forwarded message from Bob (5 Jan 2026):\nSubject: Budget\n\nWe approved 50K."


def test_a_mail_of_nothing_but_a_quote_keeps_it(clean: Clean) -> None:
    found = clean(f"On 5 Jan 2026 at 10:00, Bob wrote:\n{QUOTE}\n")
    assert "> Shall we use Postgres?" in found.text
    assert "Bob wrote:" in found.text
    assert found.removed == ()


def test_code_keeps_its_lines_and_indentation(clean: Clean) -> None:
    body = (
        "Run this:\n\n```\n> redirect\nOn 5 Jan at 10:00 Bob wrote:\n    x = 1\n```\n\nThen stop."
    )
    assert clean(body).text == body


def test_python_sessions_are_no_quotes(clean: Clean) -> None:
    body = "Try:\n\n>>> x = 1\n>>> x\n1\n\nIt works."
    assert clean(body).text == body


def test_lines_that_mbox_escaped_are_restored(clean: Clean) -> None:
    assert clean("Hello.\n\n>From here on we use Postgres.").text.endswith(
        "From here on we use Postgres."
    )
