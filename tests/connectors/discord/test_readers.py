"""What is not for everybody, and who may read it."""

from connectors.contract import Refusal
from connectors.discord.connector import discord
from tests.connectors.discord.conftest import event_of


def test_a_private_channel_is_for_those_who_may_view_it(hand, fake):
    fake.do_join("tom")
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_message("We close the office.", channel="board", name="board")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "board"))
    (record,) = hand.records
    assert record.audience.key == hand.place("board")
    assert {(p.name, p.handle) for p in record.audience.members} == {
        (name.title(), fake.world.users[name]["id"]) for name in ("jane", "olga")
    }
    assert record.audience.as_of is not None


def test_a_role_lets_in_and_out(hand, fake):
    fake.do_role("tom", "finance")
    fake.do_channel("board", private=True)
    fake.do_allow("board", role="finance")
    assert hand.acl() == {"board": {"Olga", "Tom"}}
    fake.do_role("tom", "finance", has=False)
    assert hand.acl() == {"board": {"Olga"}}


def test_a_voice_channel_is_for_those_who_may_connect(hand, fake):
    fake.do_join("tom")
    fake.do_channel("standup", kind="voice")
    fake.do_message("We ship on Friday.", channel="standup", name="ship")
    fake.do_lock("standup")
    fake.do_allow("standup", who="tom")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "ship"))
    assert {each.name for each in hand.records[0].audience.members} == {"Olga", "Tom"}


def test_who_may_read_what_is_not_chosen_any_more_is_kept_in_step(hand, fake):
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_deny("general")
    hand.session.chosen = frozenset()
    assert hand.acl() == {"board": {"Jane", "Olga"}, "general": {"Olga"}}
    page = discord.refresh_acl(hand.session, None)
    assert set(page.closed) == {f"{hand.place(name)}:" for name in ("board", "general")}


def test_who_left_the_server_may_not_read_on(hand, fake):
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_thread("deal", private=True, by="jane", members=["tom"])
    assert hand.acl() == {"board": {"Jane", "Olga"}, "general / deal": {"Jane", "Tom"}}
    fake.do_leave("jane")
    assert hand.acl() == {"board": {"Olga"}, "general / deal": {"Tom"}}


def test_a_private_thread_is_for_its_members_also_when_archived(hand, fake):
    fake.do_thread("deal", private=True, by="jane", members=["tom"])
    fake.do_message("We buy it.", channel="deal", name="buy")
    fake.do_archive("deal")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "buy"))
    (record,) = hand.records
    assert record.audience.key == hand.place("deal")
    assert {person.name for person in record.audience.members} == {"Jane", "Tom"}
    assert hand.acl() == {"general / deal": {"Jane", "Tom"}}


def test_a_public_thread_of_a_private_channel_is_for_the_channel(hand, fake):
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_message("What now?", channel="board", name="now")
    fake.do_thread("now talk", of="now")
    fake.do_message("Sell.", channel="now talk", name="sell")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "sell"))
    assert hand.records[0].audience.key == hand.place("board")


def test_without_the_list_of_members_closed_places_are_refused_and_say_why(hand, fake):
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_message("We close the office.", channel="board")
    fake.do_message("We go with Postgres.")
    fake.rest.lists_members = False
    assert hand.backfill().texts == ["We go with Postgres."]
    assert "Server Members Intent" in hand.refusals[0].reason
    assert hand.acl() == {}


def test_the_name_of_a_private_channel_is_not_told_where_it_is_mentioned(hand, fake):
    fake.do_channel("board", private=True)
    fake.do_channel("random")
    fake.do_message("See #board and #random.", name="see")
    hand.receive("MESSAGE_CREATE", **event_of(hand, "see"))
    assert hand.records[0].names == {hand.place("random"): "random"}


def test_choices_are_channels_with_who_may_see_them(hand, fake):
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_channel("ideas", kind="forum")
    fake.do_channel("Team", kind="category")
    found = {each.name: each.audience for each in discord.choices(hand.session)}
    assert set(found) == {"general", "board", "ideas"}
    assert found["general"] is None
    assert {person.name for person in found["board"].members} == {"Jane", "Olga"}


def test_locators_name_no_private_channel(hand, fake):
    fake.do_channel("acquisition", private=True, members=["jane"])
    fake.do_message("x", channel="acquisition", type=7)
    (refusal,) = hand.backfill().refusals
    assert isinstance(refusal, Refusal)
    assert "acquisition" not in refusal.locator
