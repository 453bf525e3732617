"""Becoming known to Momo, and coming back."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Enter
from tests.browser.people import PASSWORD, new_address, sign_up
from tests.browser.visitor import Visitor
from tests.installation import Installation
from tests.signing_in import code_of


def link_in(mail: str, path: str) -> str:
    """The one address of this page in a mail."""
    found = re.search(rf"\S+{path}#\S+", mail)
    assert found, mail
    return found[0]


def fill(page: Page, button: str, **fields: str) -> None:
    """Each field of this button's form by its label, and then the button. The page before it may
    still be shown, and have fields of the same name."""
    submit = page.get_by_role("button", name=button, exact=True)
    form = page.locator("form").filter(has=submit)
    for label, value in fields.items():
        form.get_by_label(label.replace("_", " ").capitalize(), exact=True).fill(value)
    submit.click()


def test_a_new_person_signs_up_and_makes_a_team(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/decisions")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.get_by_role("link", name="Create an account").click()
    fill(page, "Create account", your_name="Nadia", email=new_address(), password=PASSWORD)
    fill(page, "Make the team", name_of_the_team="Harbour")
    expect(page.get_by_role("button", name="Team Harbour: switch team")).to_be_visible()


def test_what_is_wrong_with_a_field_is_said_at_the_field(visitor: Visitor) -> None:
    visitor.goto("/sign-up")
    fill(visitor.page, "Create account", email="nobody", password="12345678")
    email = visitor.page.get_by_label("Email")
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_have_accessible_description(re.compile("valid email"))
    visitor.watch.refused.clear()


def test_whoever_wanted_to_go_somewhere_gets_there_after_signing_in(
    visitor: Visitor, momo: Installation
) -> None:
    email, password = momo.demo_person
    visitor.goto("/decisions?q=hosting")
    fill(visitor.page, "Sign in", email=email, password=password)
    expect(visitor.page).to_have_url(f"{momo.address}/decisions?q=hosting")


def test_a_wrong_password_leads_nowhere_and_says_so(visitor: Visitor, momo: Installation) -> None:
    visitor.goto("/sign-in")
    fill(visitor.page, "Sign in", email=momo.demo_person[0], password="not this one")
    expect(visitor.page.get_by_text("are not correct")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile("/sign-in"))
    visitor.watch.refused.clear()


def test_a_forgotten_password_is_set_anew_by_the_mailed_link(
    visitor: Visitor, momo: Installation
) -> None:
    email, page = sign_up(visitor, team="Mole"), visitor.page
    visitor.context.clear_cookies()
    visitor.goto("/sign-in")
    page.get_by_role("link", name="Forgot your password?").click()
    fill(page, "Send the link", email=email)
    link = link_in(momo.mail_to(email, "Set a new password"), "/reset-password")
    page.goto(link)
    fill(page, "Set the password", new_password="staple battery horse")
    fill(page, "Sign in", email=email, password="staple battery horse")
    expect(page.get_by_role("button", name="Team Mole: switch team")).to_be_visible()
    page.goto(link)
    fill(page, "Set the password", new_password="a third one of mine")
    expect(page.get_by_role("alert")).to_contain_text("used, or is too old")
    visitor.watch.refused.clear()


def test_a_second_factor_is_asked_for_after_the_password(visitor: Visitor) -> None:
    email = sign_up(visitor, team="Quay")
    recovery_code = turn_on_second_factor(visitor)
    visitor.context.clear_cookies()
    visitor.goto("/ask")
    page = visitor.page
    fill(page, "Sign in", email=email, password=PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second factor")
    fill(page, "Go on", code="000000")
    expect(page.get_by_label("Code")).to_have_attribute("aria-invalid", "true")
    fill(page, "Go on", code=recovery_code)
    expect(page.get_by_role("button", name="Team Quay: switch team")).to_be_visible()
    visitor.watch.refused.clear()


def turn_on_second_factor(visitor: Visitor) -> str:
    """With an authenticator app. A recovery code: the app's own holds only once."""
    factors = "/_allauth/browser/v1/account/authenticators"
    visitor.api("POST", "/_allauth/browser/v1/auth/reauthenticate", {"password": PASSWORD})
    # allauth answers 404 while there is none, with the secret to begin with
    answer = visitor.context.request.get(f"{visitor.origin}{factors}/totp")
    secret = str(answer.json()["meta"]["secret"])
    visitor.api("POST", f"{factors}/totp", {"code": code_of(secret)})
    codes = visitor.api("GET", f"{factors}/recovery-codes")["data"]["unused_codes"]
    return str(codes[0])


def test_an_invitation_makes_a_teammate_of_whoever_has_the_mail(
    visitor: Visitor, enter: Enter, momo: Installation
) -> None:
    sign_up(visitor, team="Pier")
    invited = new_address("invited")
    visitor.api("POST", "/api/v1/invitations", {"email": invited})
    link = link_in(momo.mail_to(invited, "Pier"), "/join")
    mate = enter()
    mate.page.goto(link)
    expect(mate.page.get_by_role("heading", level=1)).to_have_text("Join Pier")
    fill(mate.page, "Create account and join", your_name="Mate", password=PASSWORD)
    expect(mate.page.get_by_role("button", name="Team Pier: switch team")).to_be_visible()
    again = enter()
    again.page.goto(link)
    expect(again.page.get_by_role("heading", level=1)).to_have_text("This invitation is not valid")
    again.watch.refused.clear()
