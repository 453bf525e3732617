"""Adding the bot to a server, and saying who one is."""

from urllib.parse import parse_qs, urlsplit

import pytest

from connectors.contract import Person
from connectors.discord.connector import discord
from connectors.live.app import read_app
from connectors.live.contract import AuthorizationRequest, Purpose
from connectors.live.errors import Refused, Unavailable
from tests.connectors.live.harness import CALLBACK, allow
from tests.connectors.live.sessions import make_session


def request(purpose=Purpose.CONNECT):
    return AuthorizationRequest("the-state", CALLBACK, "verifier", "challenge", purpose)


@pytest.fixture
def app(fake):
    return read_app("discord", discord.app_settings, fake.app_settings())


def answer(app, purpose=Purpose.CONNECT):
    return allow(discord.authorization_url(app, request(purpose)))


def test_the_bot_is_added_with_no_more_than_it_needs(app):
    query = parse_qs(urlsplit(discord.authorization_url(app, request())).query)
    assert query["scope"] == ["bot identify applications.commands"]
    assert query["permissions"] == ["1115136"]  # View Channel, Read Message History, Connect
    assert query["state"] == ["the-state"]


def test_a_server_is_connected_by_whoever_added_the_bot(app, fake):
    back = answer(app)
    assert back["state"] == "the-state"
    connected = discord.authorize(app, request(), back)
    assert (connected.account_id, connected.account_name) == (fake.world.guild["id"], "Acme")
    jane = fake.world.users["jane"]["id"]
    assert connected.identity == Person(name="Jane", handle=jane)
    assert connected.credentials == {}


def test_a_person_links_their_account_without_adding_the_bot(app, fake):
    fake.rest.installed = False
    fake.rest.me = "tom"
    url = discord.authorization_url(app, request(Purpose.LINK))
    assert parse_qs(urlsplit(url).query)["scope"] == ["identify"]
    connected = discord.authorize(app, request(Purpose.LINK), answer(app, Purpose.LINK))
    assert connected.identity.handle == connected.account_id == fake.world.users["tom"]["id"]
    assert not fake.rest.installed


def test_the_server_is_taken_from_discord_and_never_from_the_browser(app, fake):
    with pytest.raises(Refused, match="another server"):
        discord.authorize(app, request(), answer(app) | {"guild_id": "1"})
    linked = answer(app, Purpose.LINK)
    with pytest.raises(Refused, match="added to no server"):
        discord.authorize(app, request(), linked | {"guild_id": fake.world.guild["id"]})


def test_a_code_holds_once(app):
    back = answer(app)
    discord.authorize(app, request(), back)
    with pytest.raises(Refused, match="begin to connect Discord again"):
        discord.authorize(app, request(), back)


@pytest.mark.parametrize("back", [{"error": "access_denied"}, {}, {"code": ""}, {"code": "x\0"}])
def test_a_refusal_says_what_to_do(app, back):
    with pytest.raises(Refused, match="connect Discord again"):
        discord.authorize(app, request(), back)


def test_a_wrong_client_secret_is_the_operators_to_set(fake):
    settings = fake.app_settings() | {"MOMO_APP_DISCORD_CLIENT_SECRET": "old"}
    app = read_app("discord", discord.app_settings, settings)
    with pytest.raises(Refused, match="MOMO_APP_DISCORD_CLIENT_SECRET"):
        discord.authorize(app, request(), answer(app))


def test_an_outage_is_not_a_refusal(app, fake):
    back = answer(app)
    fake.do_outage(path="/oauth2/token")
    with pytest.raises(Unavailable):
        discord.authorize(app, request(), back)


def test_to_disconnect_is_to_leave_the_server_once(fake):
    session = make_session(discord, fake.app_settings(), account_id=fake.world.guild["id"])
    discord.revoke(session)
    assert not fake.rest.installed
    discord.revoke(session)
    fake.do_revoke_token()
    discord.revoke(session)


def test_nothing_secret_is_shown(app, fake):
    session = make_session(discord, fake.app_settings())
    shown = repr(app) + repr(session)
    assert fake.rest.token not in shown
    assert fake.rest.client_secret not in shown
