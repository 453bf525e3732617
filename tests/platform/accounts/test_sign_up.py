"""Signing up, with and without an invitation, and proving an address."""

import re
from urllib.parse import unquote
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db.models.signals import pre_save

from momo.platform.accounts import services
from momo.platform.accounts.invitations import send, was_mailed
from momo.platform.accounts.models import User
from tests.signing_in import PASSWORD, Browser, signed_in

NEW = "new@momo.example"


@pytest.fixture
def verifying(settings):
    """As in production: an address is proven before anybody is let in."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False


def _fresh():
    """An address that was not mailed a moment ago: the second mail would wait."""
    return f"{uuid4().hex}@momo.example"


def _invited(world, email=NEW):
    """The token that is shown to the inviter, and the one in the mail."""
    handed = send(world.scope("owner"), email=email, role="member", at="https://momo.example/")
    return handed.token, re.search(r"#(\S+)", mail.outbox[-1].body)[1]


def test_a_new_person_signs_up_and_makes_a_team(db):
    browser = Browser()
    answer = browser.sign_up("New@Momo.example", name=" Grace Hopper ")
    assert answer.status_code == 200, answer.content
    me = browser.me().json()
    assert (me["email"], me["name"], me["team"]) == (NEW, "Grace Hopper", None)
    made = browser.send("/api/v1/teams", {"name": "Compilers"})
    assert made.status_code == 201
    assert browser.me().json()["team"]["slug"] == "compilers"
    assert browser.get("/api/v1/members").json()["items"][0]["role"] == "owner"


@pytest.mark.parametrize("password", ["short", "12345678901", "password", "grace@momo.example"])
def test_a_weak_password_is_refused(db, password):
    answer = Browser().sign_up("grace@momo.example", password=password)
    assert (answer.status_code, answer.json()["errors"][0]["param"]) == (400, "password")
    assert not User.objects.exists()


def test_of_two_who_sign_up_at_once_one_is_told_to_try_again(db):
    def rival(instance, **_):
        pre_save.disconnect(rival, sender=User)
        services.create_user(email=NEW, password=None)

    pre_save.connect(rival, sender=User)
    browser = Browser()
    assert browser.sign_up(NEW).status_code == 409
    assert browser.me().status_code == 401


def test_closed_sign_up_takes_the_invited_alone(world, settings):
    settings.MOMO_OPEN_SIGN_UP = False
    config = Browser().get("config").json()
    assert config["data"]["account"]["is_open_for_signup"] is False
    assert Browser().sign_up(NEW).status_code == 403
    assert Browser().sign_up(NEW, invitation="made up").status_code == 400
    assert not User.objects.filter(email=NEW).exists()
    browser = Browser()
    token, _ = _invited(world)
    assert browser.sign_up(NEW, invitation=token).status_code == 200
    joined = browser.send("/api/v1/invitations/accept", {"token": token})
    assert (joined.status_code, joined.json()["slug"]) == (200, "lighthouse")
    assert browser.me().json()["team"]["slug"] == "lighthouse"


def test_an_invitation_lets_nobody_in_by_another_address(world, settings):
    settings.MOMO_OPEN_SIGN_UP = False
    token, _ = _invited(world)
    answer = Browser().sign_up("other@momo.example", invitation=token)
    assert (answer.status_code, answer.json()["errors"][0]["param"]) == (400, "invitation")
    assert not User.objects.filter(email="other@momo.example").exists()
    stranger = signed_in("stranger@momo.example")
    assert stranger.send("/api/v1/invitations/accept", {"token": token}).status_code == 409


def test_an_address_is_proven_before_anybody_gets_in(db, verifying):
    browser, new = Browser(), _fresh()
    answer = browser.sign_up(new)
    assert (answer.status_code, browser.pending(answer)) == (401, ["verify_email"])
    assert browser.me().status_code == 401
    assert Browser().sign_in(new).status_code == 401
    (letter, *_) = mail.outbox
    link, html = letter.body, letter.alternatives[0].content
    quoted = re.search(r"http://testserver/verify-address#(\S+)", link)[1]
    assert quoted in html
    key = unquote(quoted)
    assert "src=" not in html
    assert Browser().send("auth/email/verify", {"key": key + "x"}).status_code == 400
    browser.send("auth/email/verify", {"key": key})
    assert signed_in(new).me().json()["email"] == new
    assert Browser().send("auth/email/verify", {"key": key}).status_code == 400


def test_nobody_learns_whether_an_address_has_an_account(world, verifying):
    world.owner.email = _fresh()
    world.owner.save()
    known, new = world.owner.email, _fresh()
    taken, free = (Browser().sign_up(email) for email in (known, new))
    assert taken.status_code == free.status_code == 401
    assert taken.json() == free.json()
    assert [letter.to for letter in mail.outbox] == [[known], [new]]
    assert "has an account" in mail.outbox[0].body
    assert world.owner.check_password(PASSWORD)


def test_the_mailed_invitation_proves_the_address(world, verifying):
    browser = Browser()
    _, mailed = _invited(world)
    assert browser.sign_up(NEW, invitation=mailed).status_code == 200
    assert EmailAddress.objects.get(email=NEW).verified
    assert browser.send("/api/v1/invitations/accept", {"token": mailed}).status_code == 200


def test_what_the_inviter_is_shown_proves_no_address(world, verifying):
    """Else whoever invites could be anybody, and see what that person's audiences see."""
    browser = Browser()
    shown, mailed = _invited(world)
    answer = browser.sign_up(NEW, invitation=shown)
    assert (answer.status_code, browser.pending(answer)) == (401, ["verify_email"])
    assert not EmailAddress.objects.get(email=NEW).verified
    assert [was_mailed(token) for token in (shown, mailed, shown + ".forged")] == [
        False, True, False,
    ]  # fmt: skip


def test_who_runs_momo_answers_for_the_addresses_of_those_they_make(db, verifying):
    services.create_user(email="Ada@momo.example", password=PASSWORD)
    assert signed_in("ada@momo.example").me().status_code == 200


def test_a_mail_that_cannot_be_sent_is_told(db, verifying, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = ""
    answer = Browser().send("auth/password/request", {"email": NEW})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (503, "mail_not_sent")
