"""Parts, encodings and charsets of mails."""

from email.message import EmailMessage
from email.policy import SMTP

import pytest

from connectors.contract import MediaType
from connectors.normalize import NormalizedText, normalize
from tests.connectors.normalize.conftest import Clean


def read(message: EmailMessage) -> NormalizedText:
    return normalize(message.as_bytes(policy=SMTP), MediaType.MAIL, {})


def test_the_plain_alternative_is_preferred() -> None:
    message = EmailMessage()
    message.set_content("Plain words.")
    message.add_alternative("<p>Rich words.</p>", subtype="html")
    assert read(message).text == "Plain words."


@pytest.mark.parametrize(
    "stub", ["", " \n", "View this email in your browser: https://mail.example/1"]
)
def test_html_is_read_where_the_plain_part_says_nothing(stub: str) -> None:
    message = EmailMessage()
    message.set_content(stub)
    message.add_alternative("<p>We go with <b>Postgres</b>.</p>", subtype="html")
    assert read(message).text == "We go with Postgres."


def test_nested_multiparts_give_text_and_attachment_names() -> None:
    message = EmailMessage()
    message.set_content("See the plan.")
    message.add_alternative("<p>See the plan <img src='cid:a'></p>", subtype="html")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="chart.png")
    message.add_attachment("secret notes", filename="Pläne.txt")
    found = read(message)
    assert found.text == "See the plan."
    assert found.attachments == ("chart.png", "Pläne.txt")


def test_an_attached_mail_is_kept_under_its_author() -> None:
    inner = EmailMessage()
    inner["From"] = "Bob Ray <bob@mail.example>"
    inner["Subject"] = "Budget"
    inner.set_content("We approved 50K.\n\n-- \nBob")
    outer = EmailMessage()
    outer.set_content("FYI")
    outer.add_attachment(inner)
    assert read(outer).text == (
        "FYI\n\nForwarded message from Bob Ray <bob@mail.example>:\nSubject: Budget\n\n"
        "We approved 50K."
    )


def test_a_lists_footer_in_a_part_of_its_own_goes() -> None:
    message = EmailMessage()
    message.set_content("We go with Postgres.")
    message.make_mixed()
    footer = EmailMessage()
    footer.set_content("_______________\nplan mailing list\nplan@lists.mail.example\n")
    message.attach(footer)
    assert read(message).text == "We go with Postgres."


@pytest.mark.parametrize(
    ("charset", "body", "text"),
    [
        ("utf-8", "café".encode("latin-1"), "café"),
        ("us-ascii", "café".encode(), "café"),
        ("iso-8859-1", "café".encode(), "café"),
        ("iso-8859-1", b"\x93quoted\x94", "“quoted”"),
        ("utf-8", "größer, schöner ".encode() + b"\xff!", "größer, schöner \ufffd!"),
        ("gb2312", "决定用数据库，朱镕基".encode("gb18030"), "决定用数据库，朱镕基"),
        ("", "我们决定使用这个数据库".encode("gb18030"), "我们决定使用这个数据库"),
        ("utf-16", "café".encode("utf-16"), "café"),
        ("utf-8", "We decided.".encode("utf-16-le"), "We decided."),
        ("utf-16", b"We decided.", "We decided."),
        ("iso-2022-jp", "決定".encode("iso-2022-jp"), "決定"),
        ("klingon-1", "café".encode(), "café"),
        ("hex", b"We decided.", "We decided."),
    ],
)
def test_charsets_are_read_as_they_are_not_as_they_claim(
    clean: Clean, charset: str, body: bytes, text: str
) -> None:
    declared = f"text/plain; charset={charset}" if charset else "text/plain"
    assert clean(body, Content_Type=declared).text == text


@pytest.mark.parametrize(
    ("encoding", "body", "text"),
    [
        ("quoted-printable", "caf=C3=A9 is=\n open", "café is open"),
        ("quoted-printable", "100=ZZ sure =", "100=ZZ sure"),
        ("base64", "V2UgYXBw\ncm92ZWQ", "We approved"),
        ("BASE64 ", "V2Ug*YXBw!cm92ZWQ=", "We approved"),
        ("x-unknown", "We approved", "We approved"),
    ],
)
def test_broken_transfer_encodings_give_what_they_hold(
    clean: Clean, encoding: str, body: str, text: str
) -> None:
    assert clean(body, Content_Transfer_Encoding=encoding).text == text


def test_flowed_paragraphs_are_put_together(clean: Clean) -> None:
    body = "We go with \nPostgres.\n> Shall \n> we?\n From then on.\n-- \nAda\n"
    found = clean(body, Content_Type="text/plain; format=flowed")
    assert found.text == "We go with Postgres.\n\nFrom then on."


@pytest.mark.parametrize("boundary", ["", "; boundary=missing"])
def test_a_multipart_without_parts_is_read_as_text(clean: Clean, boundary: str) -> None:
    assert clean("We approved.", Content_Type=f"multipart/mixed{boundary}").text == "We approved."


def test_a_part_whose_end_was_cut_off_is_read(clean: Clean) -> None:
    body = "--b\nContent-Type: text/plain\n\nWe approved."
    assert clean(body, Content_Type="multipart/mixed; boundary=b").text == "We approved."


def test_html_under_a_plain_label_is_read_as_html(clean: Clean) -> None:
    assert clean("<html><body><p>We approved.</p></body></html>").text == "We approved."
