"""Connecting a mailbox: consent with PKCE, tokens, refreshing them and giving them back."""

import logging
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from connectors.gmail.connector import gmail
from connectors.gmail.fake import FakeGmail
from connectors.live.contract import Purpose
from connectors.live.errors import (
    Forbidden,
    RateLimited,
    Refused,
    Revoked,
    SourceError,
    Unavailable,
)
from momo.platform.tenancy.visibility import Visibility
from tests.connectors.gmail.conftest import Clock, Reader, app_of, request, sign_in
from tests.connectors.live.harness import allow

READ_MAIL = "https://www.googleapis.com/auth/gmail.readonly"


def test_consent_is_asked_with_pkce_for_reading_and_for_good(fake: FakeGmail) -> None:
    url = gmail.authorization_url(app_of(fake), request())
    asked = {name: value for name, (value,) in parse_qs(urlsplit(url).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert asked["code_challenge"] == request().code_challenge
    assert (asked["state"], asked["response_type"]) == ("state-1", "code")
    assert (asked["access_type"], asked["prompt"]) == ("offline", "consent")
    assert asked["scope"].split() == [READ_MAIL, "openid", "email"]


def test_a_mailbox_is_known_by_its_address_in_lower_case() -> None:
    with FakeGmail(address="Ada.Byron@Team.example") as fake:
        connected = sign_in(fake)
    assert connected.account_id == connected.account_name == "ada.byron@team.example"
    assert set(connected.credentials) == {"access_token", "refresh_token", "expires_at"}
    assert connected.identity
    assert connected.identity.email == "ada.byron@team.example"
    assert "ya29" not in repr(connected)


def test_mail_is_private_unless_somebody_says_otherwise() -> None:
    assert gmail.default_visibility == Visibility.PRIVATE


def test_saying_who_one_is_asks_for_no_mail_and_keeps_no_way_in(fake: FakeGmail) -> None:
    url = gmail.authorization_url(app_of(fake), request(Purpose.LINK))
    assert READ_MAIL not in url
    connected = sign_in(fake, Purpose.LINK)
    assert connected.identity
    assert connected.identity.email == "ada@team.example"
    assert "refresh_token" not in connected.credentials


@pytest.mark.parametrize(
    "changed", [{"state": "another"}, {"state": ""}, {"code": "4/forged"}], ids=str
)
def test_an_answer_to_something_else_is_refused(fake: FakeGmail, changed: dict[str, str]) -> None:
    answer = allow(gmail.authorization_url(app_of(fake), request()))
    with pytest.raises(Refused, match="start connecting Gmail again"):
        gmail.authorize(app_of(fake), request(), {**answer, **changed})


def test_a_code_is_worth_nothing_without_its_verifier(fake: FakeGmail) -> None:
    answer = allow(gmail.authorization_url(app_of(fake), request()))
    with pytest.raises(Refused):
        gmail.authorize(app_of(fake), replace(request(), code_verifier="w" * 64), answer)


def test_a_no_is_told_as_one(fake: FakeGmail) -> None:
    answer = {"error": "access_denied", "state": "state-1"}
    with pytest.raises(Refused, match="choose Allow"):
        gmail.authorize(app_of(fake), request(), answer)


def test_a_box_that_was_not_ticked_is_asked_for(fake: FakeGmail) -> None:
    fake.sign_in.withheld = {READ_MAIL}
    with pytest.raises(Refused, match="tick that box"):
        sign_in(fake)


def test_a_client_secret_is_rotated_without_a_pause(fake: FakeGmail) -> None:
    fake.sign_in.client_secrets = {"old-secret"}
    answer = allow(gmail.authorization_url(app_of(fake), request()))
    app = app_of(fake, client_secret="new-secret,old-secret")
    assert gmail.authorize(app, request(), answer).account_id == "ada@team.example"


@pytest.mark.parametrize("rotates", [False, True])
def test_an_expired_token_is_refreshed_and_kept_at_once(connected: Reader, rotates: bool) -> None:
    fake, kept = connected.fake, []
    fake.sign_in.rotates = rotates
    connected.session.keep = kept.append
    before = dict(connected.session.credentials)
    mail_id = fake.do_mail("Hello.")
    fake.do_expire_token()
    connected.poll()
    assert mail_id in connected.mails
    (renewed,) = kept
    assert renewed["access_token"] != before["access_token"]
    assert (renewed["refresh_token"] != before["refresh_token"]) is rotates
    assert connected.session.credentials == renewed


def test_a_token_that_runs_out_in_a_batch_is_refreshed(connected: Reader, clock: Clock) -> None:
    for number in range(3):
        connected.fake.do_mail(f"Mail {number}.")
    clock.advance(hours=5)  # past its hour: refreshed before it is used
    connected.poll()
    assert len(connected.mails) == 3
    assert sum(call.path == "/token" for call in connected.fake.requests) == 2


@pytest.mark.parametrize("call", ["poll", "backfill"])
def test_a_withdrawn_token_says_to_connect_again(connected: Reader, call: str) -> None:
    connected.fake.do_revoke_token()
    with pytest.raises(Revoked, match=r"^Connect Gmail again: "):
        getattr(connected, call)()


def test_an_outage_of_the_sign_in_is_no_withdrawal(connected: Reader) -> None:
    connected.fake.do_expire_token()
    connected.fake.do_outage(path="/token")
    with pytest.raises(Unavailable):
        connected.poll()
    connected.poll()


def test_an_unknown_app_is_no_withdrawal(connected: Reader) -> None:
    connected.fake.do_expire_token()
    connected.fake.sign_in.client_secrets = {"another"}
    with pytest.raises(Unavailable, match="client id and secret"):
        connected.poll()


def test_the_sign_in_may_ask_to_wait(connected: Reader) -> None:
    connected.fake.do_expire_token()
    connected.fake.do_rate_limit(path="/token", retry_after=3)
    with pytest.raises(RateLimited) as wait:
        connected.poll()
    assert wait.value.retry_after == 3


def test_disconnecting_gives_the_token_back_and_ends_the_watch(connected: Reader) -> None:
    gmail.renew(connected.session)
    assert connected.fake.box.watched_until
    gmail.revoke(connected.session)
    assert connected.fake.sign_in.refresh == {}
    assert connected.fake.sign_in.access == {}
    assert connected.fake.box.watched_until is None


def test_giving_back_what_google_no_longer_knows_is_no_error(connected: Reader) -> None:
    connected.fake.do_revoke_token()
    gmail.revoke(connected.session)
    assert connected.fake.requests[-1].path == "/revoke"


def test_a_mailbox_that_its_manager_closed_is_forbidden(connected: Reader) -> None:
    connected.fake.do_outage(status=403)
    with pytest.raises(Forbidden):
        connected.poll()


def test_no_error_holds_a_token_or_a_text(connected: Reader) -> None:
    connected.fake.do_mail("A secret word.")
    for status in (400, 401, 403, 429, 500, 503):
        connected.fake.do_outage(status=status, times=3)
        with pytest.raises(SourceError) as error:
            connected.poll()
        connected.fake.faults.waiting.clear()
        connected.session.limiter.paused.clear()  # type: ignore[attr-defined]
        shown = repr(error.value)
        assert "ya29" not in shown
        assert "secret word" not in shown


def test_no_log_holds_a_token_or_a_text(reader: Reader, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    reader.fake.do_mail("A secret word.", subject="A secret subject", by="me")
    reader.poll()
    reader.fake.do_expire_token()
    reader.fake.do_outage(status=403, path="/batch")
    with pytest.raises(Forbidden):
        reader.backfill()
    reader.backfill()
    gmail.revoke(reader.session)
    tokens = reader.session.credentials.values()
    assert len(reader.mails) == 1
    for secret in (*tokens, "secret word", "secret subject", "ya29."):
        assert secret not in caplog.text


def test_a_session_shows_no_credentials(connected: Reader) -> None:
    assert "ya29" not in repr(connected.session)
