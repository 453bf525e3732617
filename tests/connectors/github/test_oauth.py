"""Connecting an installation, and saying who one is."""

from urllib.parse import parse_qs, urlsplit

import pytest

from connectors.github.connector import github
from connectors.github.fake import FakeGithub
from connectors.live.app import App, read_app
from connectors.live.contract import AuthorizationRequest, Connected, Purpose
from connectors.live.errors import Refused, Unavailable
from tests.connectors.live.harness import CALLBACK, allow

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def request(purpose: Purpose = Purpose.CONNECT) -> AuthorizationRequest:
    return AuthorizationRequest("state-1", CALLBACK, VERIFIER, CHALLENGE, purpose)


@pytest.fixture
def app(fake: FakeGithub) -> App:
    return read_app("github", github.app_settings, fake.app_settings())


def connect(app: App, purpose: Purpose = Purpose.CONNECT, **changed: str) -> Connected:
    answer = allow(github.authorization_url(app, request(purpose)))
    assert answer["state"] == "state-1"
    return github.authorize(app, request(purpose), answer | changed)


def test_installing_the_app_connects_its_account(fake: FakeGithub, app: App) -> None:
    connected = connect(app)
    assert connected.account_id == str(fake.state.person("acme")["id"])
    assert connected.account_name == "acme"
    assert "metadata:read" in connected.scopes
    assert connected.identity is not None
    assert connected.identity.name == "olga"
    assert connected.identity.handle == str(fake.state.person("olga")["id"])


def test_nothing_secret_is_kept(fake: FakeGithub, app: App) -> None:
    connected = connect(app)
    assert connected.credentials == {"installation_id": str(fake.installation.id)}
    assert fake.user_tokens == {}


def test_installing_it_anew_is_the_same_account(fake: FakeGithub, app: App) -> None:
    first = connect(app)
    fake.do_uninstall()
    second = connect(app)
    assert first.account_id == second.account_id
    assert first.credentials != second.credentials


def test_nobody_claims_an_installation_that_they_cannot_see(fake: FakeGithub, app: App) -> None:
    connect(app)
    fake.state.person("mallory")
    fake.user = "mallory"
    with pytest.raises(Refused, match="cannot see all"):
        connect(app)


def test_nobody_claims_an_installation_that_they_see_a_part_of(fake: FakeGithub, app: App) -> None:
    fake.do_add_collaborator("mallory")
    fake.do_repository("vault", private=True)
    fake.user = "mallory"
    with pytest.raises(Refused, match="cannot see all"):
        connect(app)
    fake.do_add_collaborator("mallory", repository="vault")
    assert connect(app).account_name == "acme"


def test_an_installation_that_is_made_up_is_refused(fake: FakeGithub, app: App) -> None:
    for number in ("999999", "", "1/../2", "\u0661"):
        with pytest.raises(Refused):
            connect(app, installation_id=number)


def test_a_code_serves_once(fake: FakeGithub, app: App) -> None:
    answer = allow(github.authorization_url(app, request()))
    github.authorize(app, request(), answer)
    with pytest.raises(Refused, match="code"):
        github.authorize(app, request(), answer)


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        ({"error": "access_denied"}, "choose Authorize"),
        ({"setup_action": "request", "code": "x"}, "An owner"),
        ({"installation_id": "1", "setup_action": "install"}, "Request user authorization"),
    ],
)
def test_a_way_back_without_a_connection_says_what_to_do(
    app: App, answer: dict[str, str], advice: str
) -> None:
    with pytest.raises(Refused, match=advice):
        github.authorize(app, request(), answer)


def test_linking_tells_only_who_somebody_is(fake: FakeGithub, app: App) -> None:
    fake.state.person("tess")
    fake.user = "tess"
    connected = connect(app, Purpose.LINK)
    assert connected.identity is not None
    assert connected.identity.handle == str(fake.state.person("tess")["id"])
    assert connected.credentials == {}
    assert fake.installation.id == 0


def test_linking_is_protected_by_a_challenge(fake: FakeGithub, app: App) -> None:
    address = urlsplit(github.authorization_url(app, request(Purpose.LINK)))
    assert parse_qs(address.query)["code_challenge_method"] == ["S256"]
    answer = allow(github.authorization_url(app, request(Purpose.LINK)))
    other = AuthorizationRequest("state-1", CALLBACK, "y" * 43, CHALLENGE, Purpose.LINK)
    with pytest.raises(Refused):
        github.authorize(app, other, answer)


def test_an_outage_is_no_refusal(fake: FakeGithub, app: App) -> None:
    answer = allow(github.authorization_url(app, request()))
    fake.do_outage(path="/login/oauth/access_token")
    with pytest.raises(Unavailable):
        github.authorize(app, request(), answer)


def test_secrets_are_in_no_error(fake: FakeGithub, app: App) -> None:
    answer = allow(github.authorization_url(app, request()))
    fake.do_outage(path="/login/oauth/access_token")
    with pytest.raises(Unavailable) as error:
        github.authorize(app, request(), answer)
    text = f"{error.value!r} {error.value.__cause__!r} {app!r}"
    assert fake.client_secret not in text
    assert answer["code"] not in text
    assert "PRIVATE KEY" not in text


def test_a_wrong_client_secret_is_the_operators_matter(fake: FakeGithub, app: App) -> None:
    fake.client_secret = "another"
    with pytest.raises(Refused, match="CLIENT_SECRET"):
        connect(app)
