"""What people write is shown as text: nothing of it is carried out, fetched, or out of place."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.hostile import MARK, PAYLOADS, harm_on, write_hostile_mails
from tests.browser.people import import_mails, sign_up
from tests.browser.visitor import Visitor

PAGES = (
    "/decisions", "/graph", "/dashboard", "/inbox", "/inbox?show=awaiting",
    "/commitments", "/digests", "/entities", "/import", "/integrations",
    "/team", "/account", "/audit", "/usage",
)  # fmt: skip
NAME = f"{PAYLOADS['image']} {PAYLOADS['override']}"
STATED = [
    f"{MARK}: {PAYLOADS['script']} {PAYLOADS['markdown']} {PAYLOADS['override']}",
    f"{MARK}: {'W' * 480}",
]


@pytest.fixture
def target(visitor: Visitor, tmp_path: Path) -> Visitor:
    """Somebody of a hostile name, in a team of one, with hostile mails and decisions."""
    sign_up(visitor, name=NAME, team=NAME[:100])
    for title in STATED:
        people = [{"name": NAME, "role": "decider"}]
        visitor.api(
            "POST", "/api/v1/decisions", {"title": title, "rationale": NAME, "people": people}
        )
    mails = write_hostile_mails(tmp_path)
    import_mails(visitor, mails, name="<img src=x onerror=alert(1)>.mbox")
    return visitor


def test_every_page_shows_it_as_text(target: Visitor) -> None:
    found = target.api("GET", "/api/v1/decisions?limit=100")["items"]
    decisions = [each for each in found if each["title"].startswith(("Chose", MARK))]
    assert len(decisions) > len(PAYLOADS) - 2
    entities = target.api("GET", "/api/v1/entities?limit=3")["items"]
    addresses = [
        *PAGES,
        *(f"/decisions/{each['id']}" for each in decisions),
        *(f"/entities/{each['id']}" for each in entities),
    ]
    harm = {address: _harm_at(target, address) for address in addresses}
    assert not any(harm.values()), {at: found for at, found in harm.items() if found}


def _harm_at(visitor: Visitor, address: str) -> list[str]:
    visitor.page.set_viewport_size(PHONE)
    visitor.goto(address)
    found = harm_on(visitor)
    visitor.page.set_viewport_size(DESKTOP)
    return found + harm_on(visitor)


@pytest.mark.parametrize("name", ["script", "markdown", "override", "long"])
def test_an_answer_shows_it_as_text(target: Visitor, name: str) -> None:
    target.goto("/ask")
    page, question = target.page, f"What did we decide for {MARK} {name}?"
    page.get_by_role("textbox", name="Question").fill(question)
    page.keyboard.press("Enter")
    answer = page.get_by_role("article", name=question)
    expect(answer.get_by_role("button", name="Ask again")).to_be_visible()
    assert not harm_on(target)
    answer.get_by_role("button", name="Source 1").first.click()
    expect(page.get_by_role("complementary", name="Source")).to_be_visible()
    assert not harm_on(target)
    page.set_viewport_size(PHONE)
    target.settle()
    assert not harm_on(target)
