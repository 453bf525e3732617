"""Users, teams, invitations and audiences."""

import pytest

from momo.platform.accounts import audiences, services
from momo.platform.accounts.models import Agent, AudienceMember, Role
from momo.platform.accounts.selectors import members_of_team
from momo.platform.accounts.services import AccountError, NotAllowed


def test_one_address_is_one_user_whatever_its_case(world):
    with pytest.raises(AccountError, match="already"):
        services.create_user(email="OWNER@Momo.example", password="x")


def test_a_user_sees_their_own_teams_alone(world):
    assert [t.name for t in services.teams_of(world.owner.id)] == ["Lighthouse"]
    assert [t.name for t in services.teams_of(world.stranger.id)] == ["Elsewhere"]


def test_a_strangers_team_is_refused_like_a_missing_one(world):
    for team in (world.team.slug, str(world.team.id), "no-such-team"):
        with pytest.raises(AccountError, match="You are in no team"):
            services.team_of(world.stranger.id, team)


def test_a_short_name_is_taken_once(world):
    with pytest.raises(AccountError, match="taken"):
        services.create_team(owner=world.stranger, name="Another", slug="lighthouse")


def test_a_name_that_another_team_has_gets_a_short_name_of_its_own(world):
    team = services.create_team(owner=world.stranger, name="Lighthouse")
    assert team.name == "Lighthouse"
    assert team.slug.startswith("lighthouse-")


def test_a_name_without_letters_is_refused(world):
    with pytest.raises(AccountError, match="letter"):
        services.create_team(owner=world.stranger, name="???")


def test_an_invitation_is_for_its_address_and_works_once(world):
    guest = services.create_user(email="guest@momo.example", password=None)
    with world.acting_as("owner"):
        token = services.invite(email="Guest@momo.example", role=Role.ADMIN)
    with pytest.raises(AccountError, match="another address"):
        services.accept_invitation(user=world.stranger, token=token)
    assert services.accept_invitation(user=guest, token=token).role == Role.ADMIN
    with pytest.raises(AccountError, match="not valid"):
        services.accept_invitation(user=guest, token=token)


def test_an_address_has_one_open_invitation(world):
    guest = services.create_user(email="guest@momo.example", password=None)
    with world.acting_as("owner"):
        former = services.invite(email=guest.email, role=Role.ADMIN)
        token = services.invite(email=" Guest@momo.example")
    with pytest.raises(AccountError, match="not valid any more"):
        services.accept_invitation(user=guest, token=former)
    assert services.accept_invitation(user=guest, token=token).role == Role.MEMBER


def test_members_are_listed_in_two_queries(world, django_assert_num_queries):
    with world.acting_as("teammate"), django_assert_num_queries(2):
        assert {m.email for m in members_of_team()} == {
            "owner@momo.example", "teammate@momo.example", "private.owner@momo.example",
        }  # fmt: skip


def test_the_last_owner_stays(world):
    with world.acting_as("owner"):
        for attempt in (
            lambda: services.remove_member(user_id=world.owner.id),
            lambda: services.change_role(user_id=world.owner.id, role=Role.MEMBER),
        ):
            with pytest.raises(AccountError, match="last owner"):
                attempt()
        services.change_role(user_id=world.teammate.id, role=Role.OWNER)
        services.change_role(user_id=world.owner.id, role=Role.MEMBER)


def test_a_removed_member_is_out_at_once(world):
    with world.acting_as("owner"):
        services.remove_member(user_id=world.teammate.id)
    assert services.teams_of(world.teammate.id) == []


def test_an_audience_knows_members_now_and_those_who_join_later(world):
    with world.acting_as("owner"):
        agent = Agent.objects.create(name="Slack", kind=Agent.Kind.CONNECTOR)
    with world.acting_as("owner"):
        audience = audiences.ensure(
            source="slack", key="C1", name="#hush", agent_id=agent.id, brought_by=world.owner.id,
            emails=frozenset({"teammate@momo.example", "later@momo.example"}),
        )  # fmt: skip
        known = dict(AudienceMember.objects.filter(audience_id=audience).values_list(
            "email", "principal_id"))  # fmt: skip
        assert known["teammate@momo.example"] == world.teammate.id
        assert known["later@momo.example"] is None
        token = services.invite(email="later@momo.example")
    later = services.create_user(email="later@momo.example", password=None)
    services.accept_invitation(user=later, token=token)
    with world.acting_as("owner"):
        assert AudienceMember.objects.get(email="later@momo.example").principal_id == later.id


def test_leaving_the_channel_leaves_the_audience(world):
    with world.acting_as("owner"):
        agent = Agent.objects.create(name="Slack", kind=Agent.Kind.CONNECTOR)
        wanted = {
            "source": "slack",
            "key": "C1",
            "name": "#hush",
            "agent_id": agent.id,
            "brought_by": world.owner.id,
        }
        audiences.ensure(**wanted, emails=frozenset({"teammate@momo.example"}))
        audiences.ensure(**wanted, emails=frozenset())
        assert list(AudienceMember.objects.values_list("principal_id", flat=True)) == [agent.id]


def test_a_removed_member_does_not_come_back_by_a_spare_invitation(world):
    with world.acting_as("owner"):
        token = services.invite(email=world.teammate.email.upper(), role=Role.ADMIN)
        others = services.invite(email="someone@momo.example")
        services.remove_member(user_id=world.teammate.id)
    with pytest.raises(AccountError, match="not valid any more"):
        services.accept_invitation(user=world.teammate, token=token)
    someone = services.create_user(email="someone@momo.example", password=None)
    assert services.accept_invitation(user=someone, token=others).slug == "lighthouse"


@pytest.mark.parametrize(
    ("own", "invited", "says"),
    [
        (Role.MEMBER, Role.MEMBER, "Only an owner or admin"),
        (Role.ADMIN, Role.OWNER, "Only an owner makes"),
    ],
)
def test_nobody_invites_above_their_own_role(world, own, invited, says):
    with world.acting_as("owner"):
        services.change_role(user_id=world.teammate.id, role=own)
    with world.acting_as("teammate"), pytest.raises(NotAllowed, match=says):
        services.invite(email="new@momo.example", role=invited)


def test_owners_invite_owners_and_admins_invite_admins(world):
    with world.acting_as("owner"):
        services.change_role(user_id=world.teammate.id, role=Role.ADMIN)
        assert services.invite(email="one@momo.example", role=Role.OWNER)
    with world.acting_as("teammate"):
        assert services.invite(email="two@momo.example", role=Role.ADMIN)
