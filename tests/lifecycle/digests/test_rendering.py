"""How a digest reads as a mail, in a channel and in a terminal, whatever people wrote."""

import json
import re
from datetime import UTC, date, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from decisions.extraction.contract import Message
from decisions.extraction.rules.noise import is_automated
from lifecycle.digests import wording
from lifecycle.digests.contents import Digest, Entry, Linked, Part, Section
from lifecycle.digests.mail import as_html, as_mail
from lifecycle.digests.slack import as_blocks
from lifecycle.digests.text import as_text
from lifecycle.scheduling.slots import Cadence, Period

WEEK = Period(Cadence.WEEK, date(2026, 11, 16), date(2026, 11, 22), ZoneInfo("Europe/Paris"))
HOSTILE = (
    "<script>alert(1)</script> <!channel> & <https://evil.example|click> *bold* `x`\r\nBcc: a@b"
)


def an_entry(title="Use Postgres", **fields):
    given = {
        "about": Linked(uuid4(), title, fields.pop("url", "")), "day": date(2026, 11, 18),
        "people": ["Jane Doe"], "where": "Slack, infra",
    }  # fmt: skip
    return Entry(**given | fields)


def a_digest(*sections, team="Lighthouse", reader="Jane", period=WEEK):
    made = [Section(part, entries, max(total, len(entries))) for part, entries, total in sections]
    return Digest(team, reader, period, made, is_news=True)


def decided(*entries, total=0):
    return (Part.DECIDED, entries, total)


def test_the_subject_says_what_is_in_it():
    digest = a_digest(decided(an_entry(), total=5), (Part.DUE, [an_entry()], 0))
    assert wording.subject(digest) == "Lighthouse, 16–22 November 2026: 5 decided, 1 due"


def test_the_subject_is_one_line_whatever_the_team_is_called():
    assert wording.subject(a_digest(team="Light\r\nBcc: a@b")).startswith("Light Bcc: a@b, 16")


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (date(2026, 11, 22), date(2026, 11, 22), "22 November 2026"),
        (date(2026, 10, 30), date(2026, 11, 5), "30 October – 5 November 2026"),
        (date(2026, 12, 28), date(2027, 1, 3), "28 December 2026 – 3 January 2027"),
    ],
)
def test_days_are_named_as_people_do(first, last, said):
    assert wording.days(Period(Cadence.WEEK, first, last, ZoneInfo("UTC"))) == said


def test_a_line_names_who_when_and_where():
    text = as_text(
        a_digest(decided(an_entry(reason="It is boring.", url="https://chat.example/1")))
    )
    assert "DECIDED (1)\n* Use Postgres\n  Jane Doe · Wed 18 Nov · Slack, infra\n" in text
    assert "  It is boring.\n  https://chat.example/1\n" in text


def test_what_is_owed_says_how_late_it_is_and_whose():
    entry = an_entry("Committed to send the report", yours=True, days=3)
    text = as_text(a_digest((Part.OVERDUE, [entry], 0)))
    assert "* Send the report\n  you · 3 days late, was due Wed 18 Nov" in text


def test_what_changed_says_what_took_its_place():
    entry = an_entry("Use MySQL", now=Linked(uuid4(), "Use Postgres", ""))
    assert "* Use MySQL\n  -> Use Postgres\n" in as_text(a_digest((Part.CHANGED, [entry], 0)))
    gone = as_text(a_digest((Part.CHANGED, [an_entry("Use MySQL")], 0)))
    assert "* Use MySQL\n  reversed\n" in gone


def test_what_comes_up_three_times_is_called_recurring():
    entry = an_entry(times=2, in_all=3, recurring=True, reason="Why not MySQL?")
    text = as_text(a_digest((Part.AGAIN, [entry], 0)))
    assert "2 times, last on Wed 18 Nov, 3 times in all: recurring" in text
    assert "“Why not MySQL?”" in text


@pytest.mark.parametrize("render", [as_text, as_html, lambda d: json.dumps(as_blocks(d))])
def test_what_is_left_out_is_counted(render):
    assert "and 7 more" in render(a_digest(decided(an_entry(), total=8)))


@pytest.mark.parametrize("render", [as_text, as_html, lambda d: json.dumps(as_blocks(d))])
def test_an_empty_digest_says_so(render):
    assert wording.NOTHING in render(a_digest())


def test_html_escapes_what_people_wrote_and_loads_nothing():
    digest = a_digest(
        decided(an_entry(HOSTILE, reason=HOSTILE, people=[HOSTILE], where=HOSTILE)), team=HOSTILE
    )
    html = as_html(digest)
    assert "<script" not in html
    assert not re.search(r"<(img|link|iframe|style)|url\(|@import|src=", html)


def test_slack_escapes_its_three_characters_and_marks():
    text = as_blocks(a_digest(decided(an_entry(HOSTILE, url="https://a.example/x|y>"))))[1]["text"]
    line = text["text"].splitlines()[1]
    assert "&lt;!channel&gt;" in line
    assert "*bold*" not in line
    assert line.startswith("• <https://a.example/x%7Cy&gt;|&lt;script")
    assert line.count("<") == line.count(">") == 1


def test_slacks_limits_are_kept():
    """50 blocks, 3,000 characters a text, 150 a header."""
    long = [an_entry("wörd " * 100, reason="<&> " * 100, where="x" * 300) for _ in range(60)]
    blocks = as_blocks(a_digest(*[(part, long, 90) for part in Part], team="T" * 300))
    assert len(blocks) <= 50
    for block in blocks:
        texts = [block.get("text"), *block.get("elements", ())]
        assert all(len(text["text"]) <= 3000 for text in texts if text)
    assert len(blocks[0]["text"]["text"]) <= 150
    told = blocks[1]["text"]["text"]
    assert told.endswith(" more_")
    assert told.count("• ") + int(re.search(r"and (\d+) more_$", told)[1]) == 90


def test_the_terminal_gets_no_control_characters():
    assert "\x1b" not in as_text(a_digest(decided(an_entry("\x1b[31mred"))))


def test_a_mail_has_both_halves_and_one_click_to_stop_it():
    mail = as_mail(
        a_digest(decided(an_entry()), team=" ".join(HOSTILE.split())), to="jane@momo.example",
        key="k.0", unsubscribe="https://momo.example/stop",
    ).message()  # fmt: skip
    assert [part.get_content_type() for part in mail.get_payload()] == ["text/plain", "text/html"]
    assert mail["List-Unsubscribe"] == "<https://momo.example/stop>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["To"] == "jane@momo.example"
    assert mail["Bcc"] is None


def test_without_a_public_address_there_is_no_link_to_stop_it():
    mail = as_mail(a_digest(decided(an_entry())), to="jane@momo.example", key="k.0").message()
    assert "List-Unsubscribe" not in mail
    assert "Stop these" not in mail.as_string()


@pytest.mark.parametrize("reader", ["Jane", ""])
def test_a_digest_that_comes_back_through_a_mailbox_is_no_news(reader):
    mail = as_mail(a_digest(decided(an_entry()), reader=reader), to="j@example.com", key="1")
    message = Message(
        key="m", text=str(mail.body), sent_at=datetime(2026, 1, 5, tzinfo=UTC), kind="mail"
    )
    assert is_automated(message)
