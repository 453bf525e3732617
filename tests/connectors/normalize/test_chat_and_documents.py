"""Slack, Discord, Markdown and plain text."""

import pytest

from connectors.contract import MediaType
from connectors.normalize import normalize

NAMES = {"U1": "Ada", "C1": "plans", "1": "Ada", "2": "board", "3": "plans"}


def read(text: str, media_type: MediaType) -> str:
    return normalize(text.encode(), media_type, NAMES).text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<@U1> and <@U9|bob> and <@U8>", "@Ada and @bob and @U8"),
        ("in <#C1> and <#C9|ops>", "in #plans and #ops"),
        ("<!here> <!channel> <!subteam^S1|@board>", "@here @channel @board"),
        ("<!date^1700000000^{date}|14 Nov>", "14 Nov"),
        ("see <https://a.example/x|the plan>", "see the plan (https://a.example/x)"),
        (
            "<https://a.example> <https://a.example|a.example>",
            "https://a.example https://a.example",
        ),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        ("*bold* `code` :+1:", "*bold* `code` :+1:"),
        ("&lt;@U1&gt;", "<@U1>"),
        ("<!date> <!> <", "@date @ <"),
    ],
)
def test_slack_markup_reads_as_people_see_it(raw: str, text: str) -> None:
    assert read(raw, MediaType.SLACK) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("<@1> <@!1> <@&2> <#3> <@9>", "@Ada @Ada @board #plans @9"),
        ("done <:tick:123> <a:wave:9>", "done :tick: :wave:"),
        ("due <t:1767600000:R>", "due 2026-01-05 08:00 UTC"),
        ("<t:9999999999999>", "<t:9999999999999>"),
        ("||we chose <@1>||", "we chose @Ada"),
        ("</vote:12> <https://a.example>", "/vote https://a.example"),
        ("`a || b || c` and ```<@1>```", "`a || b || c` and ```<@1>```"),
    ],
)
def test_discord_markup_reads_as_people_see_it(raw: str, text: str) -> None:
    assert read(raw, MediaType.DISCORD) == text


def test_markdown_keeps_its_structure_without_front_matter_and_comments() -> None:
    raw = (
        "---\nstatus: accepted\n---\n\n# Use Postgres\n\n<!-- not shown -->\n"
        "- one\n  - two\n\n```html\n<!-- shown --> <br>\n```\n\n`<b>` a<br>b <T> c\n"
    )
    assert read(raw, MediaType.MARKDOWN) == (
        "# Use Postgres\n\n- one\n  - two\n\n```html\n<!-- shown --> <br>\n```\n\n`<b>` a\nb <T> c"
    )


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert read("---\nWe agree\n---\nyes", MediaType.MARKDOWN) == "---\nWe agree\n---\nyes"


def test_an_open_comment_loses_only_its_mark() -> None:
    assert read("We <!-- agree", MediaType.MARKDOWN) == "We  agree"


def test_white_space_and_invisible_characters_are_made_uniform() -> None:
    raw = "\ufeffCafe\u0301\u00a0a\u200bb\u202ec\u00ad\r\n\r\n\r\n\r\n  d \t\r\ne\x00\U000e0041"
    assert read(raw, MediaType.PLAIN) == "Café abc\n\n  d\ne"


def test_joiners_stay_where_they_join_and_hide_in_no_word() -> None:
    family, persian = "\U0001f469\u200d\U0001f4bb", "می\u200cخواهم"
    assert read(f"{family} {persian}", MediaType.PLAIN) == f"{family} {persian}"
    hidden = "pay\u200dpal\u200c x\u200d\u200d\U0001f4bb"
    assert read(hidden, MediaType.PLAIN) == "paypal x\U0001f4bb"
