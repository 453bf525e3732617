"""Connecting over REST, in the browser and with a code, and who people are there."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client

from connectors.live import catalog
from connectors.live.models import Connection, LinkedIdentity
from connectors.registry import LIVE_CONNECTORS
from tests.api import ROOT, as_agent, session, with_key
from tests.connectors.live.harness import Live, allow
from tests.connectors.live.toy.connector import ToyConnector, toy


@pytest.fixture(autouse=True)
def _callback(monkeypatch):
    """The harness's browser stops where the service sends it back to us."""
    monkeypatch.setattr("tests.connectors.live.harness.CALLBACK", "http://testserver/api")


def begin(client, **body) -> dict:
    response = client.post(f"{ROOT}/connectors/toy/authorizations", body)
    assert response.status_code == 201, response.content
    return response.json()


def come_back(url: str, browser: Client | None = None, **changed: str):
    """Allow it at the service, and follow the way back here."""
    answer = allow(url) | changed
    return (browser or Client()).get(f"{ROOT}/connectors/toy/callback", answer)


def test_the_list_says_what_is_asked_for_and_why(ready):
    (offer,) = [
        each
        for each in session(ready.world, "teammate").get(f"{ROOT}/connectors").json()["items"]
        if each["kind"] == "toy"
    ]
    assert offer["scopes"] == [{"name": "read", "why": "to read what is written"}]
    assert "It is asked for changes every 10 minutes." in offer["how"]
    assert (offer["configured"], offer["missing"]) == (True, [])
    assert offer["callback"] == f"http://testserver{ROOT}/connectors/toy/callback"
    assert offer["webhook"] == f"http://testserver{ROOT}/webhooks/toy"


def test_the_list_names_the_variables_that_are_missing(ready):
    ready.settings.MOMO_APPS = {"MOMO_APP_TOY_URL": "http://127.0.0.1:9"}
    assert catalog.missing(toy) == ("MOMO_APP_TOY_SECRET",)
    response = session(ready.world, "owner").post(f"{ROOT}/connectors/toy/authorizations", {})
    assert response.status_code == 409
    assert "MOMO_APP_TOY_SECRET" in response.json()["detail"]


def test_behind_a_public_address_services_are_told_that_one(ready):
    ready.settings.MOMO_PUBLIC_URL = "https://momo.example"
    url = begin(session(ready.world, "owner"))["url"]
    told = dict(parse_qsl(urlsplit(url).query))["redirect_uri"]
    assert told == f"https://momo.example{ROOT}/connectors/toy/callback"


def test_who_is_signed_in_is_connected_at_once(ready):
    client = session(ready.world, "owner")
    started = begin(client)
    page = come_back(started["url"], client)
    assert page.status_code == 200
    assert "Connected: Acme" in page.content.decode()
    (shown,) = session(ready.world, "teammate").get(f"{ROOT}/integrations").json()["items"]
    assert shown["connection"]["state"] == "connected"
    assert shown["connection"]["account_name"] == "Acme"


def test_begun_in_the_web_client_the_way_back_ends_there(ready):
    client = session(ready.world, "owner")
    page = come_back(begin(client, to_page=True)["url"], client)
    assert page.status_code == 302
    address = urlsplit(page["Location"])
    told = dict(parse_qsl(address.query))
    (connection,) = _connections(ready)
    assert address.path == "/integrations/connected"
    assert told == {
        "kind": "toy", "outcome": "connected", "source": str(connection.integration_id),
    }  # fmt: skip
    assert page["Referrer-Policy"] == "no-referrer"


def test_a_denial_ends_in_the_web_client_too_and_quotes_nothing(ready):
    client = session(ready.world, "owner")
    state = allow(begin(client, to_page=True)["url"])["state"]
    page = client.get(f"{ROOT}/connectors/toy/callback", {"state": state, "error": "no <b>"})
    told = dict(parse_qsl(urlsplit(page["Location"]).query))
    assert told == {"kind": "toy", "outcome": "denied"}


def test_begun_in_the_web_client_somebody_else_gets_a_code_all_the_same(ready):
    started = begin(session(ready.world, "owner"), to_page=True)
    assert _code(come_back(started["url"], session(ready.world, "teammate")))


def test_who_is_not_signed_in_gets_a_code_that_finishes_it(ready):
    client = session(ready.world, "owner")
    started = begin(client)
    page = come_back(started["url"])
    code = _code(page)
    done = client.post(f"{ROOT}/connectors/toy/authorizations/{started['id']}/complete",
                       {"code": code})  # fmt: skip
    assert done.status_code == 200, done.content
    assert done.json()["connection"]["state"] == "connected"
    assert {task["task"] for task in done.json()["connection"]["tasks"]} == {
        "deliver", "poll", "acl", "renew", "backfill",
    }  # fmt: skip


def test_somebody_else_who_is_signed_in_does_not_finish_it(ready):
    started = begin(session(ready.world, "owner"))
    page = come_back(started["url"], session(ready.world, "teammate"))
    assert _code(page)
    assert not _connections(ready)


def test_a_wrong_code_ends_it(ready):
    client = session(ready.world, "owner")
    started = begin(client)
    code = _code(come_back(started["url"]))
    finish = f"{ROOT}/connectors/toy/authorizations/{started['id']}/complete"
    assert client.post(finish, {"code": "00000000"}).status_code == 400
    assert client.post(finish, {"code": code}).status_code == 400


def test_a_denial_is_told_and_connects_nothing(ready):
    client = session(ready.world, "owner")
    state = allow(begin(client)["url"])["state"]
    page = client.get(f"{ROOT}/connectors/toy/callback",
                      {"state": state, "error": "<script>denied"})  # fmt: skip
    assert page.status_code == 400
    assert "&lt;script&gt;denied" in page.content.decode()
    assert not _connections(ready)


@pytest.mark.parametrize("state", ["", "forged", "x" * 5000])
def test_a_way_back_that_did_not_begin_here_is_refused(ready, state):
    page = Client().get(f"{ROOT}/connectors/toy/callback", {"state": state, "code": "c"})
    assert page.status_code == 400
    assert "begin again" in page.content.decode().lower()


def test_a_way_back_is_used_once(ready):
    client = session(ready.world, "owner")
    started = begin(client)
    answer = allow(started["url"])
    address = f"{ROOT}/connectors/toy/callback"
    assert client.get(address, answer).status_code == 200
    again = client.get(address, answer)
    assert again.status_code == 400
    assert "used already" in again.content.decode()


def test_one_service_does_not_answer_for_another(ready, monkeypatch):
    class Other(ToyConnector):
        kind = "other"

    monkeypatch.setitem(LIVE_CONNECTORS, "other", Other())
    client = session(ready.world, "owner")
    answer = allow(begin(client)["url"])
    assert client.get(f"{ROOT}/connectors/other/callback", answer).status_code == 400
    assert not _connections(ready)


def test_a_service_that_is_down_is_told_on_the_page(ready, fake):
    client = session(ready.world, "owner")
    answer = allow(begin(client)["url"])
    fake.stop()
    page = client.get(f"{ROOT}/connectors/toy/callback", answer)
    assert page.status_code == 503
    assert "cannot be reached" in page.content.decode()
    fake.stop = lambda: None


def test_the_page_lets_nothing_run_and_tells_no_other_site(ready):
    page = come_back(begin(session(ready.world, "owner"))["url"])
    assert page["Content-Security-Policy"].startswith("default-src 'none'")
    assert "unsafe" not in page["Content-Security-Policy"]
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["Cache-Control"] == "no-store"
    assert "<style" not in page.content.decode()
    assert "style=" not in page.content.decode()


@pytest.mark.parametrize("who", ["teammate", "agent"])
def test_what_the_team_shares_is_connected_by_admins(ready, who):
    client = as_agent(ready.world, "read", "write") if who == "agent" else session(ready.world, who)
    response = client.post(f"{ROOT}/connectors/toy/authorizations", {})
    assert response.status_code == 403


def test_anyone_connects_what_is_theirs_alone(ready):
    client = session(ready.world, "private_owner")
    come_back(begin(client, visibility="private")["url"], client)
    assert len(_listed(ready, "private_owner")) == 1
    assert not _listed(ready, "owner")


def test_an_admins_key_that_only_writes_connects_nothing(ready):
    client = with_key(ready.world, "owner", "read", "write")
    assert client.post(f"{ROOT}/connectors/toy/authorizations", {}).status_code == 403


def test_a_person_links_themselves_without_connecting(ready, fake):
    fake.user = "u77"
    client = session(ready.world, "teammate")
    page = come_back(begin(client, purpose="link")["url"], client)
    assert "Linked" in page.content.decode()
    (row,) = client.get(f"{ROOT}/identities").json()["items"]
    assert (row["external_id"], row["principal_id"]) == ("u77", str(ready.world.teammate.id))
    assert not _connections(ready)


def test_an_admin_says_who_somebody_is_and_they_take_it_back(ready):
    owner, teammate = session(ready.world, "owner"), session(ready.world, "teammate")
    said = {"source": "toy", "external_id": "u1", "principal_id": str(ready.world.teammate.id)}
    assert teammate.put(f"{ROOT}/identities", said).status_code == 403
    row = owner.put(f"{ROOT}/identities", said).json()
    assert owner.put(f"{ROOT}/identities", said).json()["id"] == row["id"]
    private = session(ready.world, "private_owner")
    assert private.delete(f"{ROOT}/identities/{row['id']}").status_code == 403
    assert teammate.delete(f"{ROOT}/identities/{row['id']}").status_code == 204
    with ready.world.acting_as("owner"):
        assert not LinkedIdentity.objects.exists()


@pytest.mark.parametrize(
    "changed", [{"source": "nowhere"}, {"principal_id": "stranger"}, {"external_id": ""}]
)
def test_an_identity_of_nobody_is_refused(ready, changed):
    said = {"source": "toy", "external_id": "u1", "principal_id": str(ready.world.teammate.id)}
    if changed.get("principal_id"):
        changed = {"principal_id": str(ready.world.stranger.id)}
    response = session(ready.world, "owner").put(f"{ROOT}/identities", said | changed)
    assert response.status_code in (400, 409)


def _code(page) -> str:
    from lxml import html

    assert page.status_code == 200, page.content
    return str(html.fromstring(page.content).findtext(".//strong"))


def _connections(live: Live) -> list[Connection]:
    with live.world.acting_as("owner"):
        return list(Connection.objects.all())


def _listed(live: Live, who: str) -> list[dict]:
    return session(live.world, who).get(f"{ROOT}/integrations").json()["items"]
