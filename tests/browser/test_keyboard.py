"""The shortcuts, and the ways back out. That every control is reached, `test_pages.py` sees."""

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_what_comes_first_offers_to_skip_the_navigation(member: Visitor) -> None:
    member.goto("/usage")
    page = member.page
    link = page.locator("a, button").first
    expect(link).to_have_text("Skip to content")
    link.focus()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_focus_goes_to_the_heading_of_a_page_that_one_comes_to(member: Visitor) -> None:
    member.goto("/usage")
    member.page.keyboard.press("Alt+d")
    expect(member.page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.parametrize(
    ("keys", "address"), [("Alt+d", "/decisions"), ("Alt+g", "/graph"), ("Alt+i", "/inbox")]
)
def test_a_shortcut_leads_to_a_page(member: Visitor, keys: str, address: str) -> None:
    member.goto("/usage")
    member.page.keyboard.press(keys)
    expect(member.page).to_have_url(f"{member.origin}{address}")


def test_a_slash_leads_to_the_search_of_a_page(member: Visitor) -> None:
    member.goto("/decisions")
    member.page.keyboard.press("/")
    expect(member.page.get_by_role("searchbox").first).to_be_focused()


def test_the_palette_finds_a_page_and_a_decision(member: Visitor) -> None:
    member.goto("/usage")
    page = member.page
    page.keyboard.press("Control+k")
    page.get_by_label("Search", exact=True).fill("audit")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{member.origin}/audit")


def test_escape_closes_what_lies_over_the_page_and_focus_comes_back(member: Visitor) -> None:
    member.goto("/decisions")
    page = member.page
    for name in ("Your account", "Team Ottermoor: switch team"):
        button = page.get_by_role("button", name=name)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[role=menu]:focus-within")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("menu")).to_have_count(0)
        expect(button).to_be_focused()
    for keys in ("Control+k", "Shift+?"):
        page.keyboard.press(keys)
        expect(page.locator("[role=dialog]:focus-within")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(button).to_be_focused()
