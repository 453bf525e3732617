"""What a session may do, how it is protected, and how it ends."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor
from tests.installation import Installation

KINDS_OF_ANSWERS = (
    "/", "/sign-in", "/nowhere", "/api/v1/auth/me", "/api/v1/nowhere", "/api/schema/", "/api/docs/",
    "/api/docs/?script=", "/healthz", "/static/web/icon.svg", "/static/nowhere.js",
    "/_allauth/browser/v1/config", "/_allauth/nowhere", "/api/v1/connectors/slack/callback",
    "/api/v1/unsubscribe/forged",
)  # fmt: skip


@pytest.mark.parametrize("path", KINDS_OF_ANSWERS)
def test_every_kind_of_answer_is_under_a_strict_policy(member: Visitor, path: str) -> None:
    answer = member.context.request.get(member.origin + path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"unsafe|https?:|\*", policy)
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_no_other_site_may_read_an_answer(member: Visitor) -> None:
    for path in ("/api/v1/auth/me", "/api/v1/decisions", "/static/web/icon.svg", "/"):
        answer = member.context.request.get(
            member.origin + path, headers={"Origin": "https://elsewhere.example"}
        )
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_no_script_reads_the_session_and_no_other_site_sends_it(member: Visitor) -> None:
    cookies = {each["name"]: each for each in member.context.cookies()}
    session = cookies["sessionid"]
    assert (session["httpOnly"], session["sameSite"]) == (True, "Lax")
    assert cookies["csrftoken"]["sameSite"] == "Lax"


def test_a_write_without_the_token_is_refused(member: Visitor) -> None:
    for path in ("/api/v1/memories", "/api/v1/ask", "/_allauth/browser/v1/auth/login"):
        answer = member.context.request.post(member.origin + path, data={"question": "Where?"})
        assert answer.status == 403, path


def test_the_description_of_the_api_shows_under_the_policy(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.origin}/api/docs/")
    operations = visitor.page.locator(".opblock")
    operations.first.wait_for()
    operations.first.locator("button").first.click()
    operations.first.get_by_text("Responses").first.wait_for()


def test_signing_out_ends_the_session_and_the_way_back_shows_nothing(
    enter, momo: Installation
) -> None:
    visitor = enter()
    visitor.sign_in(*momo.demo_person)
    visitor.goto("/decisions")
    page = visitor.page
    kept = visitor.context.storage_state()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    page.go_back()
    page.wait_for_url("**/sign-in**")
    expect(page.get_by_role("navigation")).to_have_count(0)
    with_the_old_cookie = enter(storage_state=kept)
    with_the_old_cookie.page.goto(f"{momo.address}/decisions")
    with_the_old_cookie.page.wait_for_url("**/sign-in**")
    visitor.watch.refused.clear()
