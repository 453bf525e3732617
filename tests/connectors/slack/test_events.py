"""What happens in a workspace, as its events tell it."""

import pytest

from connectors.live.errors import Revoked
from connectors.slack.connector import slack
from tests.connectors.slack.conftest import TOKEN, incoming, records, texts, whole_backfill


def test_a_message_arrives_as_the_backfill_would_read_it(fake, session, told):
    fake.do_user("jane", "jane@momo.example")
    (event,) = told(lambda: fake.do_message("We go with <@UTOM>'s plan.", by="jane"))
    assert records(event) == records(*whole_backfill(session))


def test_a_reply_names_its_thread(fake, told):
    fake.do_message("root", name="root")
    (page,) = told(lambda: fake.do_reply("root", "late", by="tom"))
    (record,) = records(page)
    assert record.thread_key == record.reply_to != record.external_id


def test_an_edit_is_a_later_version_of_the_same_message(fake, told):
    first, edited = told(
        lambda: (fake.do_message("Postgres 17", name="m"), fake.do_edit("m", "Postgres 18"))
    )
    (one,), (other,) = records(first), records(edited)
    assert one.external_id == other.external_id
    assert one.as_of < other.as_of
    assert other.raw == b"Postgres 18"


def test_events_out_of_order_tell_which_version_is_newer(fake, told):
    edited, first = told(lambda: fake.do_out_of_order("first", then="second"))
    assert texts(edited, first) == ["second", "first"]
    assert records(edited)[0].as_of > records(first)[0].as_of


def test_a_deletion_is_newer_than_every_edit_before(fake, told):
    def happen():
        fake.do_message("oops", name="m")
        fake.do_edit("m", "oops!")
        fake.do_delete("m")

    *_, edited, gone = (record for page in told(happen) for record in records(page))
    assert (gone.deleted, gone.raw, gone.external_id) == (True, b"", edited.external_id)
    assert gone.as_of > edited.as_of


def test_a_deleted_root_with_replies_is_a_deletion_too(fake, told):
    fake.do_message("root", name="root")
    fake.do_reply("root", "reply")
    (page,) = told(lambda: fake.do_delete("root"))
    assert records(page)[0].deleted


def test_what_is_deleted_in_a_channel_that_is_not_chosen_any_more_goes(fake, session, told):
    session.chosen = frozenset({"COTHER"})
    fake.do_message("here", name="m")
    said, gone = told(lambda: (fake.do_message("more"), fake.do_delete("m")))
    assert records(said) == []
    assert records(gone)[0].deleted


def test_files_come_by_title_and_link(fake, told):
    (page,) = told(lambda: fake.do_file("Plan.pdf", text="The plan:"))
    assert texts(page) == ["The plan:\n<https://acme.slack.com/files/F1/Plan.pdf|Plan.pdf>"]


def test_bots_keep_their_name_and_reactions_are_tags_when_read(fake, session, told):
    (page,) = told(lambda: fake.do_bot_message("Release 2 is out", name="out"))
    assert records(page)[0].author.name == "Deploys"
    assert told(lambda: fake.do_react("out"))[0].readings == ()
    (record,) = records(*whole_backfill(session))
    assert record.tags == ("bot", "reaction:white_check_mark")


@pytest.mark.parametrize("channel_type", ["im", "mpim", "app_home"])
def test_direct_messages_are_not_read(fake, session, channel_type):
    event = {"type": "message", "channel": "D1", "channel_type": channel_type, "text": "psst",
             "ts": "1704103200.000100", "user": "UJANE"}  # fmt: skip
    assert slack.receive(session, incoming(fake, event)).readings == ()
    assert fake.calls == []


def test_who_joins_a_private_channel_gets_in_and_who_leaves_is_out(fake, told):
    fake.do_user("jane", "jane@momo.example")
    fake.do_user("tom", "tom@momo.example")
    fake.do_channel("board", private=True, members=["jane"], momo=True)
    (joined,) = told(lambda: fake.do_join("board", "tom"))
    (audience,) = joined.audiences
    assert {person.email for person in audience.members} == {
        "jane@momo.example",
        "tom@momo.example",
    }

    def leave():
        fake.workspace.rooms["board"].members.remove("UJANE")
        event = {"type": "member_left_channel", "user": "UJANE", "channel": "CBOARD"}
        fake.emit(event, fake.workspace.rooms["board"])

    (left,) = told(leave)
    assert [person.email for person in left.audiences[0].members] == ["tom@momo.example"]


def test_members_of_public_channels_are_not_asked_for(fake, told):
    (page,) = told(lambda: fake.do_join("general", "tom"))
    assert page.audiences == []
    assert "conversations.members" not in [method for method, _ in fake.calls]


def test_an_invitation_lets_the_channels_history_be_read(fake, session, told):
    fake.do_user("jane", "jane@momo.example")
    fake.do_channel("board", private=True, members=["jane"])
    fake.do_message("The raise is approved.", channel="board", days_ago=40)
    (page,) = told(lambda: fake.do_join("board", "momo", inviter="jane"))
    (record,) = records(*whole_backfill(session, page.restart))
    assert record.audience.key == page.audiences[0].key == "CBOARD"


def test_a_channel_made_private_closes_behind_its_members(fake, session, told):
    fake.do_user("jane", "jane@momo.example")
    fake.workspace.rooms["general"].members = ["UJANE", "UMOMO"]
    (before,) = told(lambda: fake.do_message("open to all", name="m"))
    assert records(before)[0].audience is None
    (page,) = told(lambda: fake.do_make_private("general"))
    ((prefix, audience),) = page.closed.items()
    assert records(before)[0].external_id.startswith(prefix)
    assert [person.email for person in audience.members] == ["jane@momo.example"]
    (record,) = records(*whole_backfill(session, page.restart))
    assert record.audience.key == "CGENERAL"


def test_a_channel_made_private_without_momo_is_closed_to_all(fake, session):
    fake.do_channel("plans", private=True, members=["jane"])
    event = {"type": "message", "subtype": "channel_convert_to_private", "channel": "CPLANS",
             "channel_type": "group", "ts": "1704103200.000100", "user": "UJANE"}  # fmt: skip
    page = slack.receive(session, incoming(fake, event))
    assert page.closed["CPLANS:"].members == ()


def test_a_new_public_channel_is_entered_where_all_are(fake, new_session, told):
    session = new_session(settings={"MOMO_APP_SLACK_JOIN": "all"})
    (page,) = told(lambda: fake.do_create_channel("new"))
    fake.do_message("first words", channel="new")
    assert texts(*whole_backfill(session, page.restart)) == ["first words"]


def test_what_was_said_in_a_deleted_channel_goes_with_it(fake, told):
    (said,) = told(lambda: fake.do_message("gone soon"))
    (page,) = told(lambda: fake.do_delete_channel("general"))
    (prefix,) = page.emptied
    assert records(said)[0].external_id.startswith(prefix)


def test_a_private_message_is_never_taken_for_public_by_what_was_known(fake, session, told):
    told(lambda: fake.do_message("open to all"))  # now the channel is known as public
    with fake.silent():
        fake.do_make_private("general")
    (page,) = told(lambda: fake.do_message("for us alone"))
    assert records(page)[0].audience.key == "CGENERAL"


def test_a_renamed_channel_and_person_have_their_new_names_at_once(fake, told):
    told(lambda: fake.do_message("before", by="jane"))
    *_, page = told(
        lambda: (
            fake.do_rename("general", "all-hands"),
            fake.do_rename_user("jane", "Jane Muster"),
            fake.do_message("after", channel="all-hands", by="jane"),
        )
    )
    (record,) = records(page)
    assert (record.container, record.author.name) == ("all-hands", "Jane Muster")


def test_joining_leaving_and_naming_notices_are_skipped(fake, told):
    (page,) = told(lambda: fake.do_message("has joined", subtype="channel_join"))
    assert page.readings[0].skipped


@pytest.mark.parametrize("verb", ["do_revoke_token", "do_uninstall"])
def test_being_removed_tells_to_connect_again(fake, told, verb):
    with pytest.raises(Revoked, match="connect Slack again"):
        told(getattr(fake, verb))


def test_news_of_a_removal_that_was_undone_since_change_nothing(fake, told):
    def happen():
        fake.access.tokens[TOKEN] = None
        fake.emit({"type": "tokens_revoked", "tokens": {"bot": ["UMOMO"]}})

    (page,) = told(happen)
    assert page.readings == ()


def test_a_repeated_delivery_has_the_same_id(fake, session):
    seen = []

    def deliver(address, headers, body):
        lowered = {name.lower(): value for name, value in headers.items()}
        (found,) = slack.verify(session.app, lowered, body, session.now()).incoming
        seen.append(found)
        return 200

    fake.webhook_url, fake.deliver = "momo:slack", deliver
    fake.do_message("once")
    fake.do_resend()
    assert seen[0] == seen[1]
    assert b"fake-verification-token" not in seen[0].body
