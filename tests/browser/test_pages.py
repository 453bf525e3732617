"""Every page: in both color schemes, as wide as a desk and as a phone, for whoever reads it with
their ears or with a keyboard alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.places import FOR_ANYBODY, FOR_MEMBERS, addresses
from tests.browser.routes import client_routes
from tests.browser.visitor import Visitor
from tests.browser.walking import stumbles

# A forged invitation is refused, as it should be: there is no other to show without a mail.
REFUSED = {"/join#forged": ["POST /api/v1/invitations/show 404"]}


def test_every_page_of_the_client_is_looked_at_here(stranger: Visitor) -> None:
    assert client_routes(stranger) == {*FOR_ANYBODY, *FOR_MEMBERS}


@pytest.mark.parametrize("address", addresses(FOR_ANYBODY))
def test_a_page_for_anybody_is_open_to_everybody(stranger: Visitor, address: str) -> None:
    _look_at(stranger, address)
    assert stranger.watch.refused == REFUSED.get(address, [])


@pytest.mark.parametrize("address", addresses(FOR_MEMBERS))
def test_a_page_for_members_is_open_to_everybody_of_them(
    reader: Visitor, found: dict[str, str], address: str
) -> None:
    _look_at(reader, address.format(**found))
    assert not reader.watch.refused


def _look_at(visitor: Visitor, address: str) -> None:
    visitor.watch.found.clear()
    visitor.watch.refused.clear()
    page = visitor.page
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    visitor.goto(address)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_count(1)
    expect(page).to_have_title(f"{heading.inner_text()} · Momo")
    findings = [*grave_findings(page), *stumbles(page)]
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    findings += grave_findings(page, "color-contrast")
    page.set_viewport_size(PHONE)
    visitor.settle()
    findings += grave_findings(page)
    assert not findings, "\n".join(findings)
    visitor.fits(PHONE["width"])
    assert not visitor.watch.found, "\n".join(visitor.watch.found)
