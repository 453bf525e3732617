"""Asking, looking at what an answer rests on, and putting right what is not."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE, Enter
from tests.browser.people import sign_up
from tests.browser.visitor import Visitor

QUESTION = "Which queue do we use for invoices?"
DECIDED = "Use RabbitMQ as the queue for invoices"
REPLACING = "Use Kafka as the queue for invoices"


@pytest.fixture
def decided(visitor: Visitor) -> str:
    """The id of a decision of the visitor's new team."""
    sign_up(visitor, team="Breakwater")
    stated = {"title": DECIDED, "rationale": "The team has run it for years."}
    return str(visitor.api("POST", "/api/v1/decisions", stated)["id"])


def ask(page: Page, question: str) -> None:
    question_of(page).fill(question)
    # While an answer is written, Enter leaves the question where it is.
    expect(page.get_by_role("button", name="Stop answering")).to_have_count(0)
    question_of(page).press("Enter")


def question_of(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Question")


def answer_to(page: Page, question: str) -> Locator:
    return page.get_by_role("article", name=question)


def test_an_answer_cites_what_it_rests_on_and_the_source_opens_beside_it(
    visitor: Visitor, decided: str
) -> None:
    visitor.goto("/ask")
    page = visitor.page
    ask(page, QUESTION)
    answer = answer_to(page, QUESTION)
    expect(answer).to_contain_text("RabbitMQ")
    answer.get_by_role("button", name=re.compile("^Source 1")).first.click()
    source = page.get_by_role("complementary", name="Source")
    expect(source.get_by_role("heading", name=DECIDED)).to_be_visible()
    expect(source).to_contain_text("Holds")
    expect(page).to_have_url(re.compile(r"/ask/[0-9a-f-]{36}"))
    source.get_by_role("link", name="Open the decision").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(DECIDED)


def test_a_conversation_is_kept_and_gone_on_with(visitor: Visitor, decided: str) -> None:
    visitor.goto("/ask")
    page = visitor.page
    ask(page, QUESTION)
    expect(answer_to(page, QUESTION)).to_contain_text("RabbitMQ")
    ask(page, "Why?")
    expect(answer_to(page, "Why?")).to_contain_text("run it for years")
    page.reload()
    expect(answer_to(page, QUESTION)).to_contain_text("RabbitMQ")
    expect(answer_to(page, "Why?")).to_contain_text("run it for years")


def test_what_is_shown_once_it_is_answered_was_read_after_that(
    visitor: Visitor, decided: str
) -> None:
    page, held, asked = visitor.page, list[Route](), list[Route]()

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)
            go_on()

    def ask_after_it(route: Route) -> None:
        asked.append(route)
        go_on()

    def go_on() -> None:
        while held and asked:
            asked.pop().continue_()

    page.route("**/exchanges?*", hold_the_first)
    page.route("**/conversations/*/ask", ask_after_it)
    visitor.goto("/ask")
    ask(page, QUESTION)
    expect(answer_to(page, QUESTION).get_by_role("button", name="Ask again")).to_be_visible()
    assert held
    expect(page.get_by_text("Being answered")).to_have_count(0)


def test_what_nobody_decided_is_said_to_be_unknown(visitor: Visitor, decided: str) -> None:
    visitor.goto("/ask")
    ask(visitor.page, "Which color has the lighthouse of Alexandria?")
    expect(visitor.page.get_by_text("Looked through")).to_be_visible()


def test_a_decision_is_corrected_and_the_answer_says_so(visitor: Visitor, decided: str) -> None:
    visitor.goto(f"/decisions/{decided}")
    page = visitor.page
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Why").fill("It is the only one that Finance signed off.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    context = page.get_by_role("region", name="Context")
    expect(context).to_contain_text("It is the only one that Finance signed off.")
    visitor.goto("/ask")
    ask(page, f"Why {QUESTION.lower()}")
    expect(page.get_by_role("article")).to_contain_text("Finance signed off")


def test_a_decision_is_superseded_and_the_answer_changes(visitor: Visitor, decided: str) -> None:
    visitor.goto(f"/decisions/{decided}")
    page = visitor.page
    page.get_by_role("button", name="More that can be done").click()
    page.get_by_role("menuitem", name="Replaced by").click()
    page.get_by_text("A new one").click()
    page.get_by_label("What was decided").fill(REPLACING)
    page.get_by_label("Why").fill("Invoices have to be replayed.")
    page.get_by_role("button", name="It replaces this decision").click()
    expect(page.get_by_role("alert").filter(has_text="Replaced by")).to_contain_text("Kafka")
    visitor.goto("/ask")
    ask(page, QUESTION)
    answer = answer_to(page, QUESTION)
    expect(answer).to_contain_text("Kafka")
    sources = answer.get_by_role("list", name="Sources").get_by_role("listitem")
    expect(sources).to_have_count(2)
    new, old = sources.first, sources.last
    expect(new).to_contain_text(REPLACING)
    expect(new).to_contain_text("Holds")
    expect(old).to_contain_text(DECIDED)
    expect(old).to_contain_text("Superseded")


def test_a_teammate_sees_what_is_shared_and_nothing_of_what_is_private(
    visitor: Visitor, enter: Enter, decided: str
) -> None:
    secret = {"title": "Use Zanzibar as the queue for salaries", "visibility": "private"}
    visitor.api("POST", "/api/v1/decisions", secret)
    mate = enter()
    join(visitor, mate)
    mate.goto("/decisions")
    rows = mate.page.get_by_role("link", name=re.compile("queue for"))
    expect(rows).to_have_text([DECIDED])
    mate.goto("/ask")
    ask(mate.page, "Which queue do we use for salaries?")
    answer = answer_to(mate.page, "Which queue do we use for salaries?")
    expect(answer.get_by_role("button", name="Ask again")).to_be_visible()
    expect(answer).not_to_contain_text("Zanzibar")
    visitor.goto("/decisions")
    expect(visitor.page.get_by_role("link", name=re.compile("queue for"))).to_have_count(2)


def join(owner: Visitor, mate: Visitor) -> None:
    """Makes the second a member of the first one's team."""
    email = sign_up(mate, name="Mate")
    token = owner.api("POST", "/api/v1/invitations", {"email": email})["token"]
    mate.api("POST", "/api/v1/invitations/accept", {"token": token})


def test_all_of_it_by_keyboard(member: Visitor) -> None:
    member.goto("/usage")
    page, question = member.page, "Where do we host, and why not GCP?"
    page.keyboard.press("Alt+a")
    expect(page).to_have_url(f"{member.origin}/ask")
    tab_to(page, "Question")
    page.keyboard.type(question)
    page.keyboard.press("Enter")
    expect(answer_to(page, question).get_by_role("button", name="Ask again")).to_be_visible()
    tab_to(page, "Source 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("complementary", name="Source").locator("h2")).to_be_focused()
    tab_to(page, "Open the decision")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/decisions/"))
    page.keyboard.press("Alt+i")
    to_confirm = page.get_by_role("tab", name="To confirm")
    expect(to_confirm).to_have_text(re.compile(r"\d"))
    waiting = int(re.sub(r"\D", "", to_confirm.inner_text()))
    tab_to(page, "Conflicts")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Confirm").first).to_be_visible()
    tab_to(page, "Confirm")
    page.keyboard.press("Enter")
    expect(to_confirm).to_have_text(f"To confirm ({waiting - 1})")


def tab_to(page: Page, name: str) -> None:
    """As often as it takes, and no more than a page has controls; forward, then backward."""
    is_there = """name => {
      const { ariaLabel, innerText } = document.activeElement;
      return (ariaLabel || innerText || "").trim().startsWith(name);
    }"""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(60):
            if page.evaluate(is_there, name):
                return
            page.keyboard.press(key)
    raise AssertionError(f"no Tab leads to {name}")


def test_all_of_it_on_a_phone(enter: Enter) -> None:
    visitor = enter(viewport=PHONE, has_touch=True, is_mobile=True)
    sign_up(visitor, team="Dinghy")
    visitor.api("POST", "/api/v1/decisions", {"title": DECIDED})
    visitor.goto("/decisions")
    page = visitor.page
    page.get_by_role("button", name="Open navigation").tap()
    page.get_by_role("navigation").get_by_role("link", name="Ask", exact=True).tap()
    expect(page.get_by_role("button", name="Open navigation")).to_be_visible()
    question_of(page).fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).tap()
    answer = answer_to(page, QUESTION)
    answer.get_by_role("button", name=re.compile("^Source 1")).first.tap()
    source = page.get_by_role("dialog")
    expect(source.get_by_role("heading", name=DECIDED)).to_be_visible()
    source.get_by_role("button", name="Close the source").tap()
    expect(source).to_have_count(0)
    visitor.fits(PHONE["width"])
