"""Signing in, teams, members, invitations, agents and keys over REST."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from momo.platform.accounts import keys, services
from momo.platform.accounts.models import Agent, Membership, User
from momo.platform.tenancy.models import Team
from tests.api import ROOT, as_agent, session, with_key

PASSWORD = "correct horse battery"


@pytest.fixture
def anyone():
    return APIClient(REMOTE_ADDR=f"2001:db8::{uuid4().hex[:4]}")


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _sign_up(client, **body):
    body = {"email": "new@momo.example", "password": PASSWORD, "name": "New"} | body
    return client.post(f"{ROOT}/auth/sign-up", body)


def _invite(world, email="new@momo.example", **options):
    with world.acting_as("owner"):
        return services.invite(email=email, **options)


# --- Signing up, in and out ---


def test_signing_up_makes_a_user_with_a_team_and_signs_in(db, anyone):
    response = _sign_up(anyone, team="New Team")
    assert response.status_code == 201
    assert response.json()["team"]["slug"] == "new-team"
    assert anyone.get(f"{ROOT}/memories").status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, ""),
        ({"team": "x", "invitation": "y"}, ""),
        ({"team": "x", "password": "12345678"}, "password"),
        ({"team": "x", "email": "nobody"}, "email"),
    ],
)
def test_what_is_wrong_with_a_sign_up_is_named(db, anyone, body, field):
    response = _sign_up(anyone, **body)
    assert response.status_code == 400
    assert [e["field"] for e in response.json()["errors"]] == [field]


def test_a_team_name_that_is_taken_leaves_no_user_behind(world, anyone):
    assert _sign_up(anyone, team="Lighthouse").status_code == 409
    assert not User.objects.filter(email="new@momo.example").exists()


def test_closed_sign_up_takes_the_invited_alone(world, anyone, settings):
    settings.MOMO_OPEN_SIGN_UP = False
    assert _sign_up(anyone, team="Mine").status_code == 403
    assert _sign_up(anyone, invitation="made up").status_code == 409
    assert not User.objects.filter(email="new@momo.example").exists()
    response = _sign_up(anyone, invitation=_invite(world))
    assert (response.status_code, response.json()["team"]["slug"]) == (201, "lighthouse")


def test_an_invitation_is_for_its_address(world, anyone):
    response = _sign_up(anyone, invitation=_invite(world, "other@momo.example"))
    assert response.status_code == 409
    assert not User.objects.filter(email="new@momo.example").exists()


def test_signing_in_chooses_the_only_team(world, anyone):
    body = {"email": "OWNER@momo.example", "password": PASSWORD}
    response = anyone.post(f"{ROOT}/auth/sign-in", body)
    assert response.json()["team"]["slug"] == "lighthouse"
    assert "csrftoken" in response.cookies
    assert anyone.get(f"{ROOT}/memories").status_code == 200


def test_signing_in_with_several_teams_leaves_the_choice(world, anyone):
    services.create_team(owner=world.owner, name="Second")
    body = {"email": "owner@momo.example", "password": PASSWORD}
    me = anyone.post(f"{ROOT}/auth/sign-in", body).json()
    assert me["team"] is None
    assert [team["slug"] for team in me["teams"]] == ["lighthouse", "second"]


def test_a_wrong_password_is_told_like_an_unknown_address(world, anyone):
    answers = [
        anyone.post(f"{ROOT}/auth/sign-in", {"email": email, "password": "wrong"})
        for email in ("owner@momo.example", f"{uuid4()}@momo.example")
    ]
    assert [a.status_code for a in answers] == [401, 401]
    assert answers[0].content == answers[1].content


def test_signing_out_ends_the_session(world, owner):
    assert owner.post(f"{ROOT}/auth/sign-out").status_code == 204
    assert owner.get(f"{ROOT}/auth/me").status_code == 401


# --- Teams and members ---


def test_a_team_is_made_by_whoever_signed_in(world, owner):
    made = owner.post(f"{ROOT}/teams", {"name": "Second"})
    assert (made.status_code, made.json()["role"]) == (201, "owner")
    assert len(owner.get(f"{ROOT}/teams").json()["items"]) == 2
    by_key = with_key(world, "owner", "read", "write", "admin")
    assert by_key.post(f"{ROOT}/teams", {"name": "Third"}).status_code == 403
    assert [t["slug"] for t in by_key.get(f"{ROOT}/teams").json()["items"]] == ["lighthouse"]


def test_admins_rename_the_team(world, owner):
    address = f"{ROOT}/teams/{world.team.id}"
    change = {"name": "Beacon", "timezone": "Europe/Paris"}
    assert session(world, "teammate").patch(address, change).status_code == 403
    changed = owner.patch(address, change).json()
    assert (changed["name"], changed["slug"]) == ("Beacon", "lighthouse")
    assert owner.patch(address, {"timezone": "Mars"}).status_code == 400
    with world.acting_as("owner"):
        assert Team.objects.get().timezone == "Europe/Paris"


def test_members_are_listed_at_the_same_cost_however_many(world, owner):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            items = owner.get(f"{ROOT}/members").json()["items"]
        return len(captured), len(items)

    few = queries()
    for n in range(18):
        user = services.create_user(email=f"{n}@momo.example", password=None)
        services.accept_invitation(user=user, token=_invite(world, user.email))
    assert (few[1], queries()) == (3, (few[0], 21))


def test_an_owner_changes_roles(world, owner):
    address = f"{ROOT}/members/{world.teammate.id}"
    assert session(world, "private_owner").patch(address, {"role": "admin"}).status_code == 403
    assert owner.patch(address, {"role": "admin"}).json()["role"] == "admin"


def test_an_admin_neither_makes_nor_unmakes_owners(world, owner):
    owner.patch(f"{ROOT}/members/{world.teammate.id}", {"role": "admin"})
    admin = session(world, "teammate")
    for who in (world.teammate, world.private_owner):
        response = admin.patch(f"{ROOT}/members/{who.id}", {"role": "owner"})
        assert response.status_code == 403
    assert admin.patch(f"{ROOT}/members/{world.owner.id}", {"role": "member"}).status_code == 403
    assert admin.delete(f"{ROOT}/members/{world.owner.id}").status_code == 403
    body = {"email": "new@momo.example", "role": "owner"}
    assert admin.post(f"{ROOT}/invitations", body).status_code == 403
    assert admin.delete(f"{ROOT}/members/{world.private_owner.id}").status_code == 204


def test_anyone_leaves_but_the_last_owner(world, owner):
    teammate = session(world, "teammate")
    assert teammate.delete(f"{ROOT}/members/{world.private_owner.id}").status_code == 403
    assert teammate.delete(f"{ROOT}/members/{world.teammate.id}").status_code == 204
    assert owner.delete(f"{ROOT}/members/{world.owner.id}").status_code == 409
    with world.acting_as("owner"):
        assert Membership.objects.count() == 2


# --- Invitations ---


def test_an_invitation_is_shown_once_and_accepted_once(world, owner):
    token = owner.post(f"{ROOT}/invitations", {"email": "New@momo.example"}).json()["token"]
    listed = owner.get(f"{ROOT}/invitations")
    assert [item["email"] for item in listed.json()["items"]] == ["new@momo.example"]
    assert token not in listed.content.decode()
    client = APIClient()
    client.force_login(services.create_user(email="new@momo.example", password=None))
    accepted = client.post(f"{ROOT}/invitations/accept", {"token": token})
    assert accepted.json()["slug"] == "lighthouse"
    assert client.post(f"{ROOT}/invitations/accept", {"token": token}).status_code == 409
    assert owner.get(f"{ROOT}/invitations").json()["items"] == []


def test_a_revoked_invitation_opens_nothing(world, owner, anyone):
    token = _invite(world)
    invitation = owner.get(f"{ROOT}/invitations").json()["items"][0]["id"]
    assert owner.delete(f"{ROOT}/invitations/{invitation}").status_code == 204
    assert owner.delete(f"{ROOT}/invitations/{invitation}").status_code == 404
    assert _sign_up(anyone, invitation=token).status_code == 409


def test_members_neither_invite_nor_see_invitations(world):
    teammate = session(world, "teammate")
    assert teammate.get(f"{ROOT}/invitations").status_code == 403
    assert teammate.post(f"{ROOT}/invitations", {"email": "x@momo.example"}).status_code == 403


# --- Agents and keys ---


def test_an_agent_gets_a_key_that_is_shown_once(world, owner):
    agent = owner.post(f"{ROOT}/agents", {"name": "Bot"}).json()
    made = owner.post(f"{ROOT}/keys", {"name": "k", "agent": agent["id"], "scopes": ["write"]})
    assert made.status_code == 201
    key = made.json()["key"]
    me = APIClient(headers={"Authorization": f"Bearer {key}"}).get(f"{ROOT}/auth/me").json()
    assert (me["id"], me["scopes"]) == (agent["id"], ["write"])
    assert key not in owner.get(f"{ROOT}/keys").content.decode()


def test_a_member_has_keys_of_their_own_alone(world):
    teammate = session(world, "teammate")
    made = teammate.post(f"{ROOT}/keys", {"name": "mine"}).json()
    with world.acting_as("owner"):
        keys.create_key(principal_id=world.owner.id, name="owner's")
    assert [key["name"] for key in teammate.get(f"{ROOT}/keys").json()["items"]] == ["mine"]
    assert len(session(world, "owner").get(f"{ROOT}/keys").json()["items"]) == 2
    assert teammate.delete(f"{ROOT}/keys/{made['id']}").status_code == 204
    assert teammate.delete(f"{ROOT}/keys/{made['id']}").status_code == 409


def test_a_member_makes_no_key_for_an_agent(world):
    with world.acting_as("owner"):
        agent = keys.create_agent("bot")
    body = {"name": "k", "agent": str(agent.id)}
    assert session(world, "teammate").post(f"{ROOT}/keys", body).status_code == 403


def test_nobody_makes_a_key_for_a_sources_agent_or_for_another_person(world, owner):
    with world.acting_as("owner"):
        agent = Agent.objects.create(name="Slack", kind=Agent.Kind.CONNECTOR)
    for who in (agent.id, world.teammate.id):
        assert owner.post(f"{ROOT}/keys", {"name": "k", "agent": str(who)}).status_code == 404
    assert owner.get(f"{ROOT}/agents").json()["items"] == []


def test_a_found_key_makes_no_others_and_revokes_none(world):
    client = with_key(world, "teammate", "read", "write")
    own = client.get(f"{ROOT}/keys").json()["items"][0]["id"]
    assert client.post(f"{ROOT}/keys", {"name": "another"}).status_code == 403
    assert client.delete(f"{ROOT}/keys/{own}").status_code == 403
    assert as_agent(world, "write").post(f"{ROOT}/keys", {"name": "x"}).status_code == 403


@pytest.mark.parametrize(
    "body", [{"scopes": []}, {"scopes": ["root"]}, {"expires_at": "2020-01-01T00:00:00Z"}]
)
def test_a_key_that_makes_no_sense_is_refused(owner, body):
    assert owner.post(f"{ROOT}/keys", {"name": "k"} | body).status_code in (400, 409)
