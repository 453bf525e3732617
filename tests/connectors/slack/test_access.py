"""Being let in, staying in, and going."""

from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from connectors.live.app import read_app, variable
from connectors.live.contract import AuthorizationRequest, Purpose
from connectors.live.errors import Forbidden, RateLimited, Refused, Revoked, Unavailable
from connectors.slack.client import SlackClient
from connectors.slack.connector import slack
from tests.conftest import CHECKOUT
from tests.connectors.live.harness import CALLBACK, allow
from tests.connectors.slack.conftest import TOKEN


@pytest.fixture
def app(fake):
    return read_app("slack", slack.app_settings, fake.app_settings())


def request(purpose=Purpose.CONNECT):
    return AuthorizationRequest("state", CALLBACK, "verifier", "challenge", purpose)


@pytest.fixture
def answer(app):
    return allow(slack.authorization_url(app, request()))


def test_the_consent_page_asks_for_the_scopes_and_brings_the_state_back(app, answer):
    url = urlsplit(slack.authorization_url(app, request()))
    asked = parse_qs(url.query)
    assert asked["scope"] == [",".join(scope for scope, _ in slack.scopes)]
    assert answer["state"] == "state"


def test_an_app_that_does_not_join_does_not_ask_to(fake):
    settings = fake.app_settings() | {"MOMO_APP_SLACK_JOIN": "none"}
    app = read_app("slack", slack.app_settings, settings)
    assert "channels%3Ajoin" not in slack.authorization_url(app, request())


def test_a_code_becomes_a_token_a_workspace_and_who_allowed_it(fake, app, answer):
    fake.do_user("owner", "owner@momo.example", "Olga Owner")
    connected = slack.authorize(app, request(), answer)
    assert (connected.account_id, connected.account_name) == ("TACME", "Acme")
    assert connected.identity.email == "owner@momo.example"
    assert connected.identity.handle == "UOWNER"
    assert connected.credentials["token"] in fake.access.tokens
    assert connected.credentials["address"] == "https://acme.slack.com/"
    assert connected.credentials["token"] not in repr(connected)


def test_a_code_works_once_and_a_denial_is_told(app, answer):
    slack.authorize(app, request(), answer)
    with pytest.raises(Refused, match="begin again"):
        slack.authorize(app, request(), answer)
    with pytest.raises(Refused, match="allow it"):
        slack.authorize(app, request(), {"error": "access_denied"})


def test_the_cancel_button_brings_back_a_denial(app):
    url = slack.authorization_url(app, request())
    query = {name: value for name, (value,) in parse_qs(urlsplit(url).query).items()}
    back = httpx2.post(url, data=query | {"decision": "cancel"})
    assert "error=access_denied" in back.headers["location"]


def test_a_whole_organization_is_not_connected_at_once(fake, app, answer):
    fake.access.for_all = True
    with pytest.raises(Refused, match="one workspace"):
        slack.authorize(app, request(), answer)


def test_signing_in_only_tells_who_somebody_is(fake, app):
    fake.do_user("tom", "tom@momo.example", "Tom Muster")
    fake.access.visitor = "tom"
    answer = allow(slack.authorization_url(app, request(Purpose.LINK)))
    connected = slack.authorize(app, request(Purpose.LINK), answer)
    assert connected.identity.handle == "UTOM"
    assert connected.identity.email == "tom@momo.example"
    assert connected.credentials == {}


def test_a_rotating_token_is_renewed_before_it_ends(fake, app, new_session, clock):
    fake.access.rotates = True
    answer = allow(slack.authorization_url(app, request()))
    session = new_session(credentials=slack.authorize(app, request(), answer).credentials)
    first, kept = dict(session.credentials), []
    session.credentials |= {"expires_at": str(int(clock.at) + 43_200)}
    session.keep = kept.append
    clock.at += 43_200 - 1700
    SlackClient(session).auth_test()
    (renewed,) = kept
    assert renewed["token"] != first["token"]
    assert renewed["refresh_token"] != first["refresh_token"]
    assert int(renewed["expires_at"]) == int(clock.at) + 43_200
    assert renewed["address"] == first["address"]


def test_a_token_that_ended_early_is_renewed_at_the_first_refusal(fake, app, new_session, clock):
    fake.access.rotates = True
    answer = allow(slack.authorization_url(app, request()))
    session = new_session(credentials=slack.authorize(app, request(), answer).credentials)
    session.credentials |= {"expires_at": str(int(clock.at) + 43_200)}
    fake.do_expire_token()
    assert SlackClient(session).auth_test()["team_id"] == "TACME"


def test_a_refresh_token_that_slack_does_not_know_means_to_connect_again(fake, new_session, clock):
    session = new_session(credentials={"refresh_token": "old", "expires_at": str(int(clock.at))})
    with pytest.raises(Revoked, match="connect Slack again"):
        SlackClient(session).auth_test()


def test_giving_the_token_back_twice_is_no_error(fake, session):
    slack.revoke(session)
    slack.revoke(session)
    assert TOKEN not in fake.access.tokens


@pytest.mark.parametrize("status", [500, 502, 503])
def test_an_outage_is_temporary_and_its_page_is_not_quoted(fake, session, status, caplog):
    fake.do_outage(status=status)
    with pytest.raises(Unavailable) as problem:
        SlackClient(session).auth_test()
    assert "html" not in str(problem.value)
    assert caplog.records == []


def test_a_service_out_of_reach_is_an_outage(new_session, caplog):
    session = new_session(settings={"MOMO_APP_SLACK_API_URL": "http://127.0.0.1:9/api/"})
    with pytest.raises(Unavailable):
        SlackClient(session).auth_test()
    assert caplog.records == []


def test_a_limit_of_no_time_at_all_waits_a_second(fake, session):
    fake.do_rate_limit(retry_after=0)
    with pytest.raises(RateLimited) as limited:
        SlackClient(session).auth_test()
    assert limited.value.retry_after == 1.0


def test_a_closed_place_is_told_by_slacks_code_alone(fake, session):
    with pytest.raises(Forbidden, match="channel_not_found"):
        SlackClient(session).channel("CNOWHERE")


@pytest.mark.parametrize("broken", [b"[]", b"null", b"{", b"\xff\xfe", b'{"ok": true', b"7", b""])
def test_broken_answers_are_outages(fake, session, broken, monkeypatch):
    from aiohttp import web

    monkeypatch.setattr(fake, "error", lambda fault: web.Response(body=broken))
    fake.do_outage()
    with pytest.raises(Unavailable):
        SlackClient(session).auth_test()


def test_the_page_about_slack_names_every_setting_and_scope():
    page = (CHECKOUT / "docs" / "connectors" / "slack.md").read_text()
    for setting in slack.app_settings:
        default = "must be set" if setting.default is None else f"`{setting.default}`"
        assert f"| `{variable('slack', setting.name)}` | {default} | {setting.meaning} |" in page
    for scope, meaning in slack.scopes:
        assert f"| `{scope}` | {meaning}" in page
