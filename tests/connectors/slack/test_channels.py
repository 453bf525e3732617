"""Which channels there are to choose from, and who is in the private ones."""

import pytest

from connectors.live.contract import Task
from connectors.slack.connector import slack


def test_channels_to_choose_from_hide_private_names_from_who_is_not_in_them(fake, session):
    fake.do_user("jane", "jane@momo.example")
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    fake.do_channel("strangers", private=True, members=["jane"])
    fake.do_channel("open")
    fake.do_channel("old")
    fake.do_archive("old")
    found = {choice.name: choice for choice in slack.choices(session)}
    assert set(found) == {"general", "board", "open"}
    assert [person.email for person in found["board"].audience.members] == ["jane@momo.example"]
    assert found["open"].audience is None


def test_the_lists_of_members_are_renewed_page_by_page(fake, session):
    for number in range(12):
        fake.do_channel(f"room{number}", private=True, members=["jane"], momo=True)
    first = slack.refresh_acl(session, None)
    second = slack.refresh_acl(session, first.cursor)
    third = slack.refresh_acl(session, second.cursor)
    assert third.cursor is None
    keys = [audience.key for page in (first, second, third) for audience in page.audiences]
    assert sorted(keys) == sorted(f"CROOM{number}" for number in range(12))


def test_who_is_deactivated_is_out(fake, session, told):
    fake.do_user("jane", "jane@momo.example")
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    assert len(slack.refresh_acl(session, None).audiences[0].members) == 1
    (page,) = told(lambda: fake.do_deactivate("jane"))
    assert page.then == {Task.ACL}


@pytest.mark.parametrize("told_of", [
    {"team_id": "TOTHER"}, {"is_stranger": True}, {"is_email_confirmed": False},
])  # fmt: skip
def test_an_address_that_the_workspace_does_not_vouch_for_lets_nobody_in(fake, session, told_of):
    fake.do_user("mallory", "jane@momo.example")
    fake.workspace.users["mallory"] |= told_of
    fake.do_channel("board", private=True, members=["mallory"], momo=True)
    (member,) = slack.refresh_acl(session, None).audiences[0].members
    assert (member.email, member.handle) == ("", "UMALLORY")


def test_who_is_of_another_workspace_of_the_same_organization_keeps_their_address(fake, session):
    fake.do_user("jane", "jane@momo.example")
    grid = {"enterprise_user": {"teams": ["TOTHER", session.account_id]}}
    fake.workspace.users["jane"] |= {"team_id": "TOTHER"} | grid
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    (member,) = slack.refresh_acl(session, None).audiences[0].members
    assert member.email == "jane@momo.example"


def test_a_renewal_of_the_lists_sees_who_was_deactivated_unnoticed(fake, session, clock):
    fake.do_user("jane", "jane@momo.example")
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    assert len(slack.refresh_acl(session, None).audiences[0].members) == 1
    fake.workspace.users["jane"]["deleted"] = True
    clock.at += 120
    assert slack.refresh_acl(session, None).audiences[0].members == ()


def test_what_was_public_is_closed_where_no_event_told_of_it(fake, session, clock, new_session):
    fake.do_channel("board", momo=True)
    page = slack.refresh_acl(session, None)
    assert (page.audiences, page.closed) == ([], {})
    fake.workspace.rooms["board"].private = True
    clock.at += 120
    page = slack.refresh_acl(new_session(chosen=frozenset()), None)
    assert list(page.closed) == ["CBOARD:"]


def test_a_long_list_of_members_is_read_to_its_end(fake, session):
    members = [f"person{number}" for number in range(1200)]
    fake.do_channel("board", private=True, members=members, momo=True)
    (audience,) = slack.refresh_acl(session, None).audiences
    assert len(audience.members) == 1200


def test_a_channel_that_momo_was_taken_out_of_keeps_its_last_list(fake, session):
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    page = slack.refresh_acl(session, {"channels": ["CGONE"]})
    assert (page.audiences, page.cursor) == ([], None)


def test_channels_that_are_not_chosen_any_more_are_kept_in_step_too(fake, new_session):
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    (audience,) = slack.refresh_acl(new_session(chosen=frozenset()), None).audiences
    assert audience.key == "CBOARD"
