"""Who gets in, as whom, and in which team."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from momo.platform.accounts import keys, services
from momo.platform.accounts.models import Agent, ApiKey
from tests.api import ROOT, as_agent, session, with_key


def _status(client, name="memories", **options):
    return client.get(f"{ROOT}/{name}", **options).status_code


def _bearer(key, scheme="Bearer"):
    return APIClient(headers={"Authorization": f"{scheme} {key}"})


@pytest.fixture
def key(world):
    with world.acting_as("owner"):
        return keys.create_key(principal_id=world.owner.id, name="k", scopes=["read"])


def test_a_key_opens_its_own_team(world, key):
    me = _bearer(key[1]).get(f"{ROOT}/auth/me").json()
    assert (me["id"], me["kind"], me["team"]["slug"]) == (str(world.owner.id), "user", "lighthouse")
    assert me["scopes"] == ["read"]


def test_an_agent_is_itself(world):
    me = as_agent(world, "read").get(f"{ROOT}/auth/me").json()
    assert (me["kind"], me["name"], me["email"], me["team"]["role"]) == (
        "agent", "helper", None, "member",
    )  # fmt: skip


@pytest.mark.parametrize(
    "spoil", [lambda k: k[:-1], lambda k: k + "x", lambda k: "momo_x_y", str.upper]
)
def test_a_wrong_key_is_refused(world, key, spoil):
    response = _bearer(spoil(key[1])).get(f"{ROOT}/memories")
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_no_other_scheme_is_taken(key):
    assert _status(_bearer(key[1], "Token")) == 401


def test_a_revoked_key_is_refused(world, key):
    with world.acting_as("owner"):
        keys.revoke_key(key[0].id)
    assert _status(_bearer(key[1])) == 401


def test_an_expired_key_is_refused(world, key):
    with world.acting_as("owner"):
        ApiKey.objects.update(expires_at=timezone.now())
    assert _status(_bearer(key[1])) == 401


def test_the_key_of_someone_who_left_is_refused(world):
    client = with_key(world, "teammate")
    assert _status(client) == 200
    with world.acting_as("owner"):
        services.remove_member(user_id=world.teammate.id)
    assert _status(client) == 401


def test_the_key_of_an_agent_that_is_gone_is_refused(world):
    client = as_agent(world)
    with world.acting_as("owner"):
        Agent.objects.filter(name="helper").delete()
    assert _status(client) == 401


def test_a_session_without_a_team_says_how_to_choose_one(world):
    client = APIClient()
    client.force_login(world.owner)
    response = client.get(f"{ROOT}/memories")
    assert (response.status_code, response.json()["code"]) == (400, "choose_team")
    assert "X-Momo-Team" in response.json()["detail"]


@pytest.mark.parametrize("name", ["lighthouse", "id"])
def test_the_header_names_the_team(world, name):
    client = APIClient()
    client.force_login(world.owner)
    team = str(world.team.id) if name == "id" else name
    assert _status(client, headers={"X-Momo-Team": team}) == 200


def test_a_chosen_team_holds_for_the_session(world):
    client = APIClient()
    client.force_login(world.owner)
    assert (
        client.post(f"{ROOT}/auth/team", {"team": "lighthouse"}).json()["team"]["role"] == "owner"
    )
    assert _status(client) == 200


def test_a_team_that_one_has_left_is_chosen_no_more(world):
    client = APIClient()
    client.force_login(world.teammate)
    client.post(f"{ROOT}/auth/team", {"team": "lighthouse"})
    with world.acting_as("owner"):
        services.remove_member(user_id=world.teammate.id)
    assert client.get(f"{ROOT}/memories").json()["code"] == "choose_team"
    assert client.get(f"{ROOT}/auth/me").json()["team"] is None


def test_a_session_writes_only_with_its_csrf_token(world):
    client = APIClient(enforce_csrf_checks=True, headers={"X-Momo-Team": "lighthouse"})
    client.force_login(world.owner)
    token = client.get(f"{ROOT}/auth/me").cookies["csrftoken"].value
    body = {"title": "Use Postgres"}
    assert client.post(f"{ROOT}/decisions", body).status_code == 403
    with_token = client.post(f"{ROOT}/decisions", body, headers={"X-CSRFToken": token})
    assert with_token.status_code == 201


def test_a_key_needs_no_csrf_token(world):
    client = with_key(world, "owner", "read", "write")
    client.handler.enforce_csrf_checks = True
    assert client.post(f"{ROOT}/decisions", {"title": "x"}).status_code == 201


def test_someone_deactivated_is_out_at_once(world):
    client = session(world, "owner")
    world.owner.is_active = False
    world.owner.save()
    assert _status(client) == 401


@pytest.mark.parametrize(
    ("scopes", "statuses"),
    [(["read"], [200, 403, 403]), (["write"], [403, 201, 403]),
     (["read", "write", "admin"], [200, 201, 200])],
)  # fmt: skip
def test_a_key_does_what_its_scopes_say(world, scopes, statuses):
    client = with_key(world, "owner", *scopes)
    answers = [
        client.get(f"{ROOT}/memories"),
        client.post(f"{ROOT}/memories", {"title": "x"}),
        client.get(f"{ROOT}/audit"),
    ]
    assert [a.status_code for a in answers] == statuses


def test_an_admin_scope_is_no_admin_role(world):
    assert _status(with_key(world, "teammate", "read", "admin"), "audit") == 403
    assert _status(as_agent(world), "audit") == 403


def test_asking_is_reading(world):
    client = with_key(world, "owner", "read")
    for name, body in (("search", {"query": "x"}), ("context", {"query": "x"})):
        assert client.post(f"{ROOT}/{name}", body).status_code == 200


def test_a_key_that_may_not_is_told_which_scope_it_lacks(world):
    told = with_key(world, "owner", "admin").get(f"{ROOT}/memories").json()
    assert told["detail"] == "This API key lacks the scope 'read'."
