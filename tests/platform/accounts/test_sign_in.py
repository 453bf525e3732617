"""Signing in and out with a password."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from momo.platform.accounts import services
from momo.platform.accounts.migrations import __name__ as migrations
from momo.platform.accounts.sign_in.rates import sign_in_rates
from momo.platform.accounts.sign_in.urls import LEFT_OUT
from tests.signing_in import PASSWORD, Browser, signed_in


def test_signing_in_chooses_the_only_team(world):
    browser = signed_in("OWNER@momo.example")
    assert browser.me().json()["team"]["slug"] == "lighthouse"
    assert browser.get("/api/v1/members").status_code == 200


def test_signing_in_with_several_teams_leaves_the_choice(world):
    services.create_team(owner=world.owner, name="Second")
    browser = signed_in("owner@momo.example")
    assert browser.me().json()["team"] is None
    assert browser.send("/api/v1/auth/team", {"team": "second"}).json()["team"]["slug"] == "second"


def test_signing_out_ends_the_session(world):
    browser = signed_in("owner@momo.example")
    assert browser.delete("auth/session").status_code == 401
    assert browser.me().status_code == 401


def test_a_wrong_password_is_told_like_an_unknown_address(world):
    answers = [
        Browser().sign_in(email, "wrong")
        for email in ("owner@momo.example", f"{uuid4()}@momo.example")
    ]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert answers[0].content == answers[1].content


def test_whoever_is_no_longer_active_does_not_get_in(world):
    world.owner.is_active = False
    world.owner.save()
    browser = Browser()
    assert browser.sign_in("owner@momo.example").status_code == 401
    assert browser.me().status_code == 401


def test_the_session_is_out_of_reach_of_scripts_and_other_sites(world, settings):
    browser = signed_in("owner@momo.example")
    session, csrf = browser.cookies["sessionid"], browser.cookies["csrftoken"]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
    assert (csrf["httponly"], csrf["samesite"]) == ("", "Lax")


@pytest.mark.parametrize("path", ["auth/login", "auth/signup", "auth/password/request"])
def test_another_site_cannot_send_the_forms(db, path):
    answer = Browser().send(path, {}, headers={"X-CSRFToken": ""})
    assert answer.status_code == 403
    assert answer["Content-Type"] == "application/problem+json"


def test_guessing_one_password_is_slow_from_anywhere(world, settings):
    settings.ACCOUNT_RATE_LIMITS = sign_in_rates("3/min")
    email = f"{uuid4()}@momo.example"
    codes = [Browser().sign_in(email, "wrong").json()["errors"][0]["code"] for _ in range(4)]
    assert codes == ["email_password_mismatch"] * 3 + ["too_many_login_attempts"]


def test_trying_many_addresses_is_slow_from_one_machine(db, settings):
    settings.ACCOUNT_RATE_LIMITS = sign_in_rates("1/min")
    browser = Browser()
    tries = [browser.sign_in(f"{uuid4()}@momo.example", "wrong").status_code for _ in range(6)]
    assert tries == [400] * 5 + [429]


def test_a_forwarded_address_is_not_believed(db, settings):
    settings.ACCOUNT_RATE_LIMITS = sign_in_rates("1/min")
    browser = Browser()
    for number in range(6):
        last = browser.send(
            "auth/login", {"email": f"{uuid4()}@momo.example", "password": "x"},
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        )  # fmt: skip
    assert last.status_code == 429


def test_without_redis_people_sign_in(world, without_redis):
    assert signed_in("owner@momo.example").me().status_code == 200


@pytest.mark.parametrize("rate", ["", "10", "ten/min", "10/fortnight"])
def test_what_is_no_rate_is_refused(rate):
    with pytest.raises(ValueError, match=r"."):
        sign_in_rates(rate)


@pytest.mark.parametrize(
    ("path", "field"),
    [("auth/login", "email"), ("auth/login", "password"), ("auth/signup", "name"),
     ("auth/signup", "password"), ("auth/password/request", "email"),
     ("auth/email/verify", "key"), ("auth/password/reset", "key")],
)  # fmt: skip
def test_what_no_text_can_hold_is_refused(db, path, field):
    body = {"email": "a@momo.example", "password": PASSWORD, "key": "k"} | {field: "\ud800"}
    assert Browser().send(path, body).status_code == 400


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b"\xff"])
def test_what_is_no_json_is_refused(db, body):
    answer = Browser().generic("POST", "auth/login", body, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "path",
    ["account/email", "account/phone", "auth/phone/verify", "auth/phone/verify/resend",
     "auth/code/request", "auth/code/confirm", "auth/email/verify/resend"],
)  # fmt: skip
def test_what_momo_has_no_use_for_is_not_served(world, path):
    assert signed_in("owner@momo.example").send(path).status_code == 404
    assert LEFT_OUT


def test_the_former_doors_are_gone(db):
    for path in ("sign-in", "sign-up", "sign-out"):
        assert Browser().send(f"/api/v1/auth/{path}").status_code == 404


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_nobody_has_two_addresses_or_another(world, method):
    browser = signed_in("owner@momo.example")
    body = {"email": "owner@momo.example", "primary": True}
    assert browser.send("account/email", body, method).status_code == 404
    assert EmailAddress.objects.get(user=world.owner).email == "owner@momo.example"


def test_who_was_there_before_addresses_were_kept_goes_on(world, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    EmailAddress.objects.all().delete()
    from importlib import import_module

    sql = import_module(f"{migrations}.0004_sign_in")._ADDRESSES
    with connection.cursor() as cursor:
        cursor.execute(sql)
        cursor.execute(sql)  # a second time adds nothing
    assert EmailAddress.objects.filter(verified=True, primary=True).count() == 4
    assert signed_in("owner@momo.example").me().status_code == 200


def test_a_person_changes_their_name_and_a_key_does_not(world):
    browser = signed_in("owner@momo.example")
    changed = browser.send("/api/v1/auth/me", {"name": "Grace"}, method="patch")
    assert (changed.status_code, changed.json()["name"]) == (200, "Grace")
    assert browser.get("auth/session").json()["data"]["user"]["display"] == "Grace"
