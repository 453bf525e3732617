"""Second factors: they cannot be gone round, and their secrets are sealed."""

import base64
import os

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection

from momo.platform.accounts.sign_in import second_factor
from momo.platform.audit.models import AuditEvent
from momo.platform.vault.envelope import MasterKeys, SealError
from momo.platform.vault.sessions import SealedSerializer
from tests.signing_in import PASSWORD, Browser, code_of, signed_in, turn_on_second_factor
from tests.soft_key import SoftKey

OWNER = "owner@momo.example"
TOTP = "account/authenticators/totp"
CODES = "account/authenticators/recovery-codes"
KEYS = "account/authenticators/webauthn"


@pytest.fixture
def protected(world):
    """The owner's browser, secret and recovery codes."""
    browser = signed_in(OWNER)
    return browser, *turn_on_second_factor(browser)


@pytest.fixture
def halfway(protected):
    """A browser that has given the right password, and nothing more."""
    browser = Browser()
    answer = browser.sign_in(OWNER)
    assert (answer.status_code, browser.pending(answer)) == (401, ["mfa_authenticate"])
    return browser


def _give(browser, code):
    return browser.send("auth/2fa/authenticate", {"code": code})


def _actions(world):
    with world.acting_as("owner"):
        return list(
            AuditEvent.objects.filter(action__startswith="member.second").order_by("number")
            .values_list("action", "details__kind")
        )  # fmt: skip


# --- It cannot be gone round ---


def test_the_password_alone_opens_nothing(halfway):
    for path in ("/api/v1/auth/me", "/api/v1/teams", "/api/v1/members", "auth/sessions",
                 "account/authenticators"):  # fmt: skip
        assert halfway.get(path).status_code == 401
    for path in (TOTP, CODES, KEYS):
        assert halfway.send(path, {"code": "1"}).status_code in (400, 401)
    assert halfway.send("/api/v1/teams", {"name": "Mine"}).status_code == 401
    change = {"current_password": PASSWORD, "new_password": "something else entirely"}
    assert halfway.send("account/password/change", change).status_code == 401
    assert halfway.confirm_password().status_code == 401


def test_the_code_of_the_app_opens(protected, halfway, monkeypatch):
    _, secret, _ = protected
    assert _give(halfway, "000000" if code_of(secret) != "000000" else "000001").status_code == 400
    assert _give(halfway, code_of(secret)).status_code == 200
    assert halfway.me().json()["team"]["slug"] == "lighthouse"


def test_a_code_that_was_overheard_is_of_no_use(protected, halfway):
    _, secret, _ = protected
    code = code_of(secret)
    assert _give(halfway, code).status_code == 200
    other = Browser()
    other.sign_in(OWNER)
    assert _give(other, code).status_code == 400


def test_a_recovery_code_opens_once(protected, halfway):
    _, _, codes = protected
    assert len(codes) == len(set(codes)) == 10
    assert _give(halfway, codes[0]).status_code == 200
    other = Browser()
    other.sign_in(OWNER)
    assert _give(other, codes[0]).status_code == 400
    assert _give(other, codes[1]).status_code == 200


def test_recovery_codes_are_shown_once(protected):
    browser, _, _ = protected
    again = browser.get(CODES).json()["data"]
    assert "unused_codes" not in again
    assert again["unused_code_count"] == 10
    renewed = browser.send(CODES)
    assert len(renewed.json()["data"]["unused_codes"]) == 10


def test_guessing_codes_is_slow_from_anywhere(protected, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/m/key", "login": "50/m/ip"}
    tries = []
    for _ in range(4):
        browser = Browser()
        browser.sign_in(OWNER)
        tries.append(_give(browser, "12345678").json()["errors"][0]["code"])
    assert tries[-1] == "too_many_login_attempts"


def test_a_new_password_by_mail_does_not_replace_it(protected, world):
    Browser().send("auth/password/request", {"email": OWNER})
    key = mail.outbox[-1].body.partition("#")[2].split()[0]
    browser = Browser()
    browser.send("auth/password/reset", {"key": key, "password": "another horse battery"})
    assert browser.me().status_code == 401
    answer = browser.sign_in(OWNER, "another horse battery")
    assert (answer.status_code, browser.pending(answer)) == (401, ["mfa_authenticate"])
    assert browser.me().status_code == 401


def test_a_code_without_a_password_opens_nothing(protected):
    _, secret, _ = protected
    assert _give(Browser(), code_of(secret)).status_code == 401


# --- Changing it ---


def test_changing_it_needs_a_password_just_given(world):
    browser = signed_in(OWNER)
    secret = browser.get(TOTP).json()["meta"]["secret"]
    asked = browser.send(TOTP, {"code": code_of(secret)})
    assert (asked.status_code, asked.json()["meta"]["is_authenticated"]) == (401, True)
    assert not Authenticator.objects.exists()
    assert browser.confirm_password("wrong").status_code == 400
    assert browser.confirm_password().status_code == 200
    assert browser.send(TOTP, {"code": code_of(secret)}).status_code == 200


def test_turning_it_off_needs_one_too_and_takes_the_codes_with_it(protected):
    later = signed_in_with(protected)
    assert later.delete(TOTP).status_code == 401
    assert later.confirm_password().status_code == 200
    assert later.delete(TOTP).status_code == 200
    assert not Authenticator.objects.exists()
    assert Browser().sign_in(OWNER).status_code == 200


def signed_in_with(protected):
    browser = Browser()
    browser.sign_in(OWNER)
    assert _give(browser, protected[2][0]).status_code == 200
    return browser


def test_the_teams_log_and_the_persons_mail_tell_of_it(committed_world):
    browser = signed_in(OWNER)
    turn_on_second_factor(browser)
    browser.send(CODES)
    browser.delete(TOTP)
    assert _actions(committed_world) == [
        ("member.second_factor_added", "totp"), ("member.second_factor_added", "recovery_codes"),
        ("member.second_factor_reset", "recovery_codes"),
        ("member.second_factor_removed", "totp"),
        ("member.second_factor_removed", "recovery_codes"),
    ]  # fmt: skip
    subjects = [letter.subject for letter in mail.outbox]
    assert {"A second factor is on", "New recovery codes", "A second factor is off"} <= set(
        subjects
    )
    assert all(letter.to == [OWNER] for letter in mail.outbox)


def test_what_cannot_be_mailed_is_done_all_the_same(world, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = ""
    turn_on_second_factor(signed_in(OWNER))
    assert Authenticator.objects.filter(type="totp").exists()


def test_who_lost_everything_is_let_in_by_whoever_runs_momo(protected, world):
    assert second_factor.take_away(world.owner)
    assert Browser().sign_in(OWNER).status_code == 200
    assert not second_factor.take_away(world.owner)
    with world.acting_as("teammate"):
        told = AuditEvent.objects.get(action="member.second_factor_taken_away")
    assert told.subject == str(world.owner.id)


# --- At rest ---


def test_no_secret_is_stored_as_it_is(world):
    browser = signed_in(OWNER)
    browser.confirm_password()
    secret = browser.get(TOTP).json()["meta"]["secret"]
    assert secret not in Session.objects.get().session_data
    assert secret in str(Session.objects.get().get_decoded())
    browser.send(TOTP, {"code": code_of(secret)})
    with connection.cursor() as cursor:
        cursor.execute("SELECT data::text FROM mfa_authenticator ORDER BY type")
        stored = [row[0] for row in cursor.fetchall()]
    assert len(stored) == 2
    seed = second_factor.unseal(Authenticator.objects.get(type="recovery_codes").data["seed"])
    assert not [text for text in stored if secret in text or seed in text]


def test_what_is_sealed_opens_for_its_purpose_and_under_its_key_alone(settings):
    sealed = second_factor.seal("secret")
    assert second_factor.unseal(sealed) == "secret"
    with pytest.raises(SealError):
        SealedSerializer().loads(base64.b64decode(sealed))
    with pytest.raises(SealError):
        second_factor.unseal(base64.b64encode(os.urandom(200)).decode())
    settings.MOMO_MASTER_KEYS = MasterKeys.parse(MasterKeys.generate("another"))
    with pytest.raises(SealError, match="not configured"):
        second_factor.unseal(sealed)


def test_rotating_the_master_key_keeps_second_factors(committed_world, settings):
    secret, codes = turn_on_second_factor(signed_in(OWNER))
    former = settings.MOMO_MASTER_KEYS
    newer = MasterKeys.parse(MasterKeys.generate("newer"))
    settings.MOMO_MASTER_KEYS = MasterKeys({**newer.keys, **former.keys})
    assert (second_factor.rewrap_all(), second_factor.rewrap_all()) == (2, 0)
    settings.MOMO_MASTER_KEYS = newer
    with pytest.raises(SealError):
        _former_alone(settings, former)
    settings.MOMO_MASTER_KEYS = newer
    kept = Authenticator.objects.get(type="totp").wrap()
    assert second_factor.unseal(kept.instance.data["secret"]) == secret
    assert Authenticator.objects.get(type="recovery_codes").wrap().generate_codes() == codes


def _former_alone(settings, former):
    settings.MOMO_MASTER_KEYS = former
    second_factor.rewrap_all()


# --- Passkeys ---


@pytest.fixture
def passkey(world):
    """A passkey of the owner's, made in a browser."""
    browser, key = signed_in(OWNER), SoftKey()
    browser.confirm_password()
    options = browser.get(f"{KEYS}?passwordless").json()["data"]["creation_options"]
    body = {"name": "Laptop", "credential": key.make(options), "passwordless": True}
    made = browser.send(KEYS, body)
    assert made.status_code == 200, made.content
    return key


def test_a_passkey_signs_in_by_itself(passkey):
    browser = Browser()
    options = browser.get("auth/webauthn/login").json()["data"]["request_options"]
    answer = browser.send("auth/webauthn/login", {"credential": passkey.use(options)})
    assert answer.status_code == 200, answer.content
    assert browser.me().json()["team"]["slug"] == "lighthouse"


def test_a_passkey_is_asked_for_after_the_password(passkey):
    browser = Browser()
    assert browser.pending(browser.sign_in(OWNER)) == ["mfa_authenticate"]
    assert browser.me().status_code == 401
    options = browser.get("auth/webauthn/authenticate").json()["data"]["request_options"]
    answer = browser.send("auth/webauthn/authenticate", {"credential": passkey.use(options)})
    assert answer.status_code == 200, answer.content
    assert browser.me().status_code == 200


def test_a_passkeys_answer_to_another_question_opens_nothing(passkey):
    browser, other = Browser(), Browser()
    options = other.get("auth/webauthn/login").json()["data"]["request_options"]
    browser.get("auth/webauthn/login")
    answer = browser.send("auth/webauthn/login", {"credential": passkey.use(options)})
    assert answer.status_code == 400
    assert browser.me().status_code == 401


@pytest.mark.parametrize("credential", [{}, {"id": 1}, "x", [], None, {"response": "x"}])
def test_what_is_no_credential_is_refused(db, credential):
    browser = Browser()
    browser.get("auth/webauthn/login")
    assert browser.send("auth/webauthn/login", {"credential": credential}).status_code == 400


def test_a_persons_passkeys_are_theirs_to_rename_and_remove(passkey, world):
    mine = Authenticator.objects.get(type="webauthn")
    other = signed_in("teammate@momo.example")
    other.confirm_password()
    body = {"id": mine.pk, "name": "Taken"}
    assert other.send(KEYS, body, method="put").status_code == 400
    assert other.send(KEYS, {"authenticators": [mine.pk]}, method="delete").status_code == 400
    mine.refresh_from_db()
    assert mine.wrap().name == "Laptop"
