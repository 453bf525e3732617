"""Connecting, tokens, and what goes wrong on the way."""

import logging
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from connectors.live.app import read_app
from connectors.live.contract import AuthorizationRequest, Connected
from connectors.live.errors import Forbidden, Refused, Revoked, Unavailable
from connectors.notion.client import Missing, NotionApi
from connectors.notion.connector import notion
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from tests.connectors.notion.conftest import Connect

BACK = "http://127.0.0.1:9/back"
REQUEST = AuthorizationRequest("st&te", BACK, "verifier", "challenge")


def allow(fake: FakeNotion, decision: str = "allow") -> dict[str, str]:
    """Go through the consent page as a person does."""
    app = read_app("notion", notion.app_settings, fake.app_settings())
    address = notion.authorization_url(app, REQUEST)
    page = httpx2.get(address)
    assert "Allow access" in page.text
    answer = httpx2.post(address, data={"decision": decision})
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    return {name: values[0] for name, values in query.items()}


def authorize(fake: FakeNotion, answer: dict[str, str]) -> Connected:
    app = read_app("notion", notion.app_settings, fake.app_settings())
    return notion.authorize(app, REQUEST, answer)


def test_a_workspace_is_connected_by_whoever_allows_it(fake: FakeNotion) -> None:
    connected = authorize(fake, allow(fake))
    assert connected.account_id == compact(fake.workspace.id)
    assert connected.account_name == "Acme"
    assert set(connected.credentials) == {"access_token", "refresh_token", "bot_id"}
    assert connected.identity is not None
    assert (connected.identity.email, connected.identity.handle) == (
        "ada@acme.example", compact(fake.owner.id),
    )  # fmt: skip
    assert "ntn_" not in repr(connected)


def test_a_refusal_on_the_consent_page_says_what_to_do(fake: FakeNotion) -> None:
    with pytest.raises(Refused, match="declined"):
        authorize(fake, allow(fake, "deny"))


@pytest.mark.parametrize(
    "answer", [{}, {"code": "made-up"}, {"error": "server_error"}, {"code": "x", "state": "other"}]
)
def test_an_answer_that_is_none_is_refused(fake: FakeNotion, answer: dict[str, str]) -> None:
    with pytest.raises(Refused):
        authorize(fake, answer)


def test_a_code_holds_once(fake: FakeNotion) -> None:
    answer = allow(fake)
    authorize(fake, answer)
    with pytest.raises(Refused):
        authorize(fake, answer)


def test_a_wrong_secret_is_told_as_one(fake: FakeNotion) -> None:
    answer = allow(fake)
    environment = fake.app_settings() | {"MOMO_APP_NOTION_CLIENT_SECRET": "wrong"}
    app = read_app("notion", notion.app_settings, environment)
    with pytest.raises(Refused, match="CLIENT_SECRET"):
        notion.authorize(app, REQUEST, answer)


def test_a_token_that_is_over_is_refreshed_and_the_new_ones_kept(
    fake: FakeNotion, connect: Connect
) -> None:
    key = fake.do_page("Page", "Text.")
    connection = connect()
    old = dict(connection.session.credentials)
    fake.do_expire_token()
    assert connection.backfill().page(key).title == "Page"
    new = connection.session.credentials
    assert new["access_token"] != old["access_token"]
    assert new["refresh_token"] != old["refresh_token"]
    assert new["bot_id"] == old["bot_id"]


def test_a_connection_that_was_removed_in_notion_says_to_connect_again(
    fake: FakeNotion, connect: Connect
) -> None:
    connection = connect()
    fake.do_revoke_token()
    with pytest.raises(Revoked, match="Connect Notion again"):
        connection.backfill()


def test_an_outage_during_a_refresh_is_no_revocation(fake: FakeNotion, connect: Connect) -> None:
    connection = connect()
    fake.do_expire_token()
    fake.do_outage(path="/oauth/token")
    with pytest.raises(Unavailable):
        connection.backfill()
    assert connection.backfill().records == {}


def test_a_token_is_given_back_and_twice_is_no_error(fake: FakeNotion, connect: Connect) -> None:
    connection = connect()
    notion.revoke(connection.session)
    assert fake.access == set()
    notion.revoke(connection.session)


def test_nothing_there_is_told_apart_from_no_service(fake: FakeNotion, connect: Connect) -> None:
    session = connect().session
    with NotionApi(session) as api, pytest.raises(Missing):
        api.page("0" * 32)
    with NotionApi(session) as api, pytest.raises(Forbidden):
        api.page("../users")
    nobody = connect(MOMO_APP_NOTION_API_URL="http://127.0.0.1:9").session
    with NotionApi(nobody) as api, pytest.raises(Unavailable):
        api.page("0" * 32)


def test_no_log_and_no_error_holds_a_token_or_a_text(
    fake: FakeNotion, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    fake.do_page("Payroll", "Ada earns more.")
    connection = connect()
    connection.backfill()
    token = connection.session.credentials["access_token"]
    fake.do_revoke_token()
    with pytest.raises(Revoked) as revoked:
        connection.backfill()
    said = caplog.text + repr(revoked.value) + repr(revoked.value.__cause__)
    for secret in (token, "Payroll", "earns", fake.client_secret):
        assert secret not in said
    assert token not in repr(connection.session)
