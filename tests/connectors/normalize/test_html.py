"""HTML, of mails and of pages."""

import pytest

from connectors.contract import MediaType
from connectors.normalize import normalize
from tests.connectors.normalize.conftest import Clean


def page(markup: str) -> str:
    return normalize(markup.encode(), MediaType.HTML, {}).text


def test_lists_headings_and_small_tables_stay_readable() -> None:
    found = page(
        "<h1>Plan</h1><p>We chose:</p><ul><li>Postgres<li>Redis</ul>"
        "<table><tr><td>Cost</td><td>10</td></tr><tr><td>Time</td><td>5</td></tr></table>"
    )
    assert "Plan\n" in found
    assert "* Postgres\n" in found
    assert "Cost  10\nTime  5" in found


def test_words_are_not_cut_by_inline_tags() -> None:
    assert page("<p>de<span>ci</span><b>ded</b></p>") == "decided"


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<head><title>x</title></head>",
        "<div style='display: none'>x</div>",
        "<span style='font-size:0px'>x</span>",
        "<p hidden>x</p>",
        "<!-- x -->",
        "<template>x</template>",
    ],
)
def test_what_a_reader_does_not_see_is_dropped(hidden: str) -> None:
    assert page(f"{hidden}<p>We a{'<!-- x -->'}gree.</p>") == "We agree."


def test_text_after_a_hidden_element_is_kept() -> None:
    assert page("<p>We <i hidden>never</i>agree.</p>") == "We agree."


def test_small_type_is_not_hidden() -> None:
    assert page("<p style='font-size:0.9em;opacity:0.8'>We agree.</p>") == "We agree."


@pytest.mark.parametrize(
    "quote",
    [
        "<div class='gmail_quote'>On Mon, 5 Jan 2026 at 10:00 Bob &lt;b@mail.example&gt; wrote:"
        "<br><blockquote><p>Shall we?</p><p>Now?</p></blockquote></div>",
        "<div id='divRplyFwdMsg'><b>From:</b> Bob<br><b>Sent:</b> 5 Jan 2026<br><b>To:</b> Ada<br>"
        "<b>Subject:</b> Plan</div><div>Shall we?</div>",
        "<div>On Monday, 5 January 2026 at 10:00, Bob wrote:</div><p>Shall we?</p>",
    ],
)
def test_quotes_of_mail_programs_go(clean: Clean, quote: str) -> None:
    found = clean(f"<div>Approved.</div>{quote}", Content_Type="text/html; charset=utf-8")
    assert found.text == "Approved."


def test_inline_answers_between_html_quotes_are_kept(clean: Clean) -> None:
    body = (
        "<blockquote type=cite>Postgres?</blockquote><p>Yes.</p>"
        "<blockquote type=cite>When?</blockquote><p>Monday.</p>"
    )
    assert clean(body, Content_Type="text/html").text == "Yes.\n\nMonday."


def test_ones_own_indented_text_is_no_quote(clean: Clean) -> None:
    body = "<p>Decided:</p><blockquote style='border: none; margin: 0'>Postgres</blockquote>"
    assert "Postgres" in clean(body, Content_Type="text/html").text


def test_a_marked_signature_goes(clean: Clean) -> None:
    body = "<p>Approved.</p><div class='gmail_signature'>Ada<br>Engines Ltd</div>"
    found = clean(body, Content_Type="text/html")
    assert found.text == "Approved."
    assert [entry.kind for entry in found.removed] == ["signature"]


def test_deep_nesting_keeps_its_words() -> None:
    assert page("<div>" * 10_000 + "We agree." + "</div>" * 10_000) == "We agree."


def test_hidden_text_stays_hidden_however_deep() -> None:
    deep = "<div>" * 3_000 + "<p style='display:none'>never</p><script>x</script>We agree."
    assert page(deep) == "We agree."


def test_style_cannot_blow_up_the_layout() -> None:
    assert page("<p style='margin:9999em;padding-left:99999em'>We agree.</p>") == "We agree."


def test_a_page_that_declares_its_charset_is_read_in_it() -> None:
    raw = "<meta charset=windows-1251><p>Решили</p>".encode("cp1251")
    assert normalize(raw, MediaType.HTML, {}).text == "Решили"


def test_an_xml_declaration_does_no_harm() -> None:
    assert (
        page("<?xml version='1.0' encoding='utf-8'?><html><p>We agree.</p></html>") == "We agree."
    )
