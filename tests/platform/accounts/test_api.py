"""Teams, members, invitations, agents and keys over REST."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from momo.platform.accounts import keys, services
from momo.platform.accounts.models import Agent, Membership
from momo.platform.tenancy.models import Team
from tests.api import ROOT, as_agent, session, with_key


@pytest.fixture
def owner(world):
    return session(world, "owner")


def _invite(world, email="new@momo.example", **options):
    with world.acting_as("owner"):
        return services.invite(email=email, **options)


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


def test_an_edit_of_a_version_that_is_no_more_is_refused(world, owner):
    with world.acting_as("owner"):
        agent = keys.create_agent("bot")
        key, _ = keys.create_key(principal_id=agent.id, name="k")
    for address, change in (
        (f"{ROOT}/teams/{world.team.id}", {"name": "Beacon"}),
        (f"{ROOT}/members/{world.teammate.id}", {"role": "admin"}),
        (f"{ROOT}/agents/{agent.id}", {"name": "Bot"}),
        (f"{ROOT}/keys/{key.id}", {"name": "CI"}),
    ):
        read = owner.get(address)["ETag"]
        changed = owner.patch(address, change, headers={"If-Match": read})
        assert changed.status_code == 200
        assert changed["ETag"] == owner.get(address)["ETag"] != read
        assert owner.patch(address, change, headers={"If-Match": read}).status_code == 412
        assert owner.patch(address, change).status_code == 200


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


def test_a_revoked_invitation_opens_nothing(world, owner):
    token = _invite(world)
    invitation = owner.get(f"{ROOT}/invitations").json()["items"][0]["id"]
    assert owner.delete(f"{ROOT}/invitations/{invitation}").status_code == 204
    assert owner.delete(f"{ROOT}/invitations/{invitation}").status_code == 404
    assert owner.post(f"{ROOT}/invitations/show", {"token": token}).status_code == 404


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


def test_an_agent_is_renamed_and_deleted_with_its_keys(world, owner):
    with world.acting_as("owner"):
        agent = keys.create_agent("bot")
        _, plain = keys.create_key(principal_id=agent.id, name="k", scopes=["read"])
    program = APIClient(headers={"Authorization": f"Bearer {plain}"})
    address = f"{ROOT}/agents/{agent.id}"
    assert session(world, "teammate").patch(address, {"name": "x"}).status_code == 403
    assert session(world, "teammate").delete(address).status_code == 403
    assert owner.patch(address, {"name": "Robot"}).json()["name"] == "Robot"
    assert program.get(f"{ROOT}/auth/me").json()["name"] == "Robot"
    assert owner.delete(address).status_code == 204
    assert program.get(f"{ROOT}/auth/me").status_code == 401
    assert owner.get(f"{ROOT}/agents").json()["items"] == []


def test_a_sources_agent_is_not_for_renaming_or_deleting(world, owner):
    with world.acting_as("owner"):
        agent = Agent.objects.create(name="Slack", kind=Agent.Kind.CONNECTOR)
    for method in (owner.get, owner.patch, owner.delete):
        assert method(f"{ROOT}/agents/{agent.id}").status_code == 404


def test_a_key_is_rotated_into_one_that_may_do_the_same(world, owner):
    made = owner.post(f"{ROOT}/keys", {"name": "ci", "scopes": ["read", "write"]}).json()
    address = f"{ROOT}/keys/{made['id']}/rotate"
    assert session(world, "teammate").post(address).status_code == 404
    rotated = owner.post(address)
    assert rotated.status_code == 201
    again = rotated.json()
    assert (again["name"], again["scopes"]) == ("ci", ["read", "write"])
    former, newer = (
        APIClient(headers={"Authorization": f"Bearer {key['key']}"}) for key in (made, again)
    )
    assert former.get(f"{ROOT}/auth/me").status_code == 401
    assert newer.get(f"{ROOT}/auth/me").status_code == 200
    assert owner.post(address).status_code == 409
    assert newer.post(f"{ROOT}/keys/{again['id']}/rotate").status_code == 403


def test_an_admin_gets_no_key_that_acts_as_somebody_else(world, owner):
    with world.acting_as("owner"):
        services.change_role(user_id=world.teammate.id, role="admin")
        agent = keys.create_agent("bot")
        of_bot, _ = keys.create_key(principal_id=agent.id, name="bot's")
    made = owner.post(f"{ROOT}/keys", {"name": "mine", "scopes": ["read", "admin"]}).json()
    admin = session(world, "teammate")
    refused = admin.post(f"{ROOT}/keys/{made['id']}/rotate")
    assert refused.status_code == 403
    assert "key" not in refused.json()
    holder = APIClient(headers={"Authorization": f"Bearer {made['key']}"})
    assert holder.get(f"{ROOT}/auth/me").status_code == 200
    assert admin.post(f"{ROOT}/keys/{of_bot.id}/rotate").status_code == 201
    assert admin.delete(f"{ROOT}/keys/{made['id']}").status_code == 204


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
