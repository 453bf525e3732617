"""What was said elsewhere comes in: from a dropped file, and from a service as it is said."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from connectors.fakes.server import post
from connectors.slack.fake import FakeSlack
from tests.browser.people import sign_up
from tests.browser.visitor import Visitor
from tests.installation import Installation

MAILS = 831
WORKED_THROUGH_MS = 240_000  # on two busy cores
HEARD_MS = 30_000


@pytest.fixture
def mailbox(shared_data: Path) -> Path:
    path = shared_data / "ietf" / "dev.mbox"
    if not path.exists():
        pytest.skip(f"needs {path}")
    return path


def drop(page: Page, file: Path) -> None:
    """As from the desk: the file is given to the page by an event of dropping."""
    page.evaluate(
        """() => document.body.append(
          Object.assign(document.createElement("input"), { type: "file", id: "desk" }))"""
    )
    page.locator("#desk").set_input_files(file)
    held = page.evaluate_handle(
        """() => {
          const desk = document.getElementById("desk"), held = new DataTransfer();
          held.items.add(desk.files[0]);
          desk.remove();
          return held;
        }"""
    )
    page.get_by_label("Files to import").dispatch_event("drop", {"dataTransfer": held})


def test_a_mailbox_is_dropped_watched_and_asked_about(visitor: Visitor, mailbox: Path) -> None:
    sign_up(visitor, team="Working group")
    visitor.goto("/import")
    page = visitor.page
    drop(page, mailbox)
    card = page.get_by_role("article", name="dev.mbox")
    expect(card.get_by_text("Recognized")).to_contain_text(str(MAILS))
    card.get_by_role("button", name="Import").click()
    expect(card.get_by_role("progressbar").first).to_be_visible()
    expect(card.get_by_text("Looked through")).to_be_visible(timeout=WORKED_THROUGH_MS)
    expect(card.get_by_role("status")).to_contain_text(f"{MAILS} new")
    card.get_by_role("link", name="See the decisions").click()
    decision = page.locator("[data-row-link]").first
    expect(decision).to_be_visible()
    title = decision.inner_text()
    visitor.goto("/ask")
    page.get_by_role("textbox", name="Question").fill(f"What was decided: {title}?")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^Source 1")).first.click()
    source = page.get_by_role("complementary", name="Source")
    expect(source.locator("mark").first).to_be_visible()


def test_slack_is_connected_and_a_message_becomes_a_decision(
    visitor: Visitor, slack: FakeSlack, momo: Installation
) -> None:
    email = sign_up(visitor, team="Signal tower")
    slack.workspace.add_user("captain", email, "Captain")
    slack.do_channel("bridge", members=["captain"], momo=True)
    slack.deliver, slack.webhook_url = post, f"{momo.address}/api/v1/webhooks/slack"
    visitor.watch.friends.add(slack.url)
    visitor.goto("/integrations")
    page = visitor.page
    page.get_by_role("article", name="Slack").get_by_role("link").click()
    page.get_by_role("button", name="Go to Slack").click()
    page.get_by_role("button", name="Allow").click()
    expect(page).to_have_url(re.compile(r"/integrations/[0-9a-f-]{36}"))
    expect(page.get_by_text("It is connected.")).to_be_visible()
    said = "We decided to use flags instead of lamps at the bridge, because lamps need oil."
    slack.do_message(said, channel="bridge", by="captain")
    visitor.goto("/decisions")
    _wait_for_row(page, "flags")
    page.get_by_role("link", name=re.compile("flags")).first.click()
    expect(page.locator("blockquote").first).to_contain_text("instead of lamps")


def _wait_for_row(page: Page, word: str) -> None:
    """The list is read anew until the pipeline is through."""
    row = page.get_by_role("link", name=re.compile(word)).first
    for _ in range(HEARD_MS // 500):
        if row.is_visible():
            return
        page.wait_for_timeout(500)
        page.reload()
        page.wait_for_selector("h1")
    expect(row).to_be_visible()
