"""Who is told what and where, and who settles it; addresses and webhooks are kept to themselves."""

from pathlib import Path

import pytest
from django.core import mail

from decisions.refusals import NotYours, Refused
from lifecycle.digests import outbox, subscriptions
from lifecycle.digests.models import DigestSubscription
from lifecycle.digests.send import LEFT, NOWHERE, send_due
from lifecycle.scheduling.models import Schedule
from momo.platform.accounts.models import Agent, Membership
from tests.lifecycle.digests.conftest import TOLD_AT


def test_it_has_what_the_one_reader_may_see(decide, subscribe):
    decide("Shared")
    decide("Quietly", "private_owner", visibility="private")
    subscribe("teammate")
    subscribe("private_owner")
    send_due(TOLD_AT)
    bodies = {sent.to[0]: sent.body for sent in mail.outbox}
    assert "Quietly" in bodies["private.owner@momo.example"]
    assert "Quietly" not in bodies["teammate@momo.example"]


def test_a_teams_digest_goes_to_its_channel_and_list_with_what_is_shared(
    decide, subscribe, slack, runs
):
    decide("Shared")
    decide("Quietly", "owner", visibility="private")
    subscribe("owner", for_team=True, addresses=["all@momo.example"],
              slack_webhook=f"{slack.address}services/T/B/x")  # fmt: skip
    send_due(TOLD_AT)
    (post,), (sent,) = slack.posts, mail.outbox
    assert sent.to == ["all@momo.example"]
    for told in (str(post), sent.body):
        assert "Shared" in told
        assert "Quietly" not in told
    assert [run.state for run in runs()] == ["sent"]


def test_a_team_is_told_still_when_whoever_subscribed_it_has_left(world, decide, subscribe):
    decide("Shared")
    subscribe("owner", for_team=True, addresses=["all@momo.example"])
    with world.acting_as("owner"):
        assert Agent.objects.get().kind == "connector"
        Membership.objects.filter(id=world.owner.id).delete()
    send_due(TOLD_AT)
    assert len(mail.outbox) == 1


def test_who_left_is_told_nothing(world, decide, subscribe):
    decide("Shared")
    subscribe("teammate")
    with world.acting_as("owner"):
        Membership.objects.filter(id=world.teammate.id).delete()
    send_due(TOLD_AT)
    assert mail.outbox == []
    row = Schedule.objects.get()
    assert (row.due_at, row.error) == (None, LEFT)


def test_whose_account_is_closed_is_told_nothing(world, decide, subscribe, runs):
    decide("Shared")
    subscribe("teammate")
    world.teammate.is_active = False
    world.teammate.save()
    send_due(TOLD_AT)
    assert mail.outbox == []
    assert [(run.state, run.error) for run in runs()] == [("parked", NOWHERE)]


def test_only_admins_settle_what_the_team_is_told(world):
    with world.acting_as("teammate"), pytest.raises(NotYours):
        subscriptions.subscribe({"addresses": ["x@momo.example"]}, for_team=True, is_admin=False)


@pytest.mark.parametrize("fields", [{"addresses": ["x@y.example"]}, {"by_mail": False}])
def test_what_one_person_sees_goes_to_that_person_alone(world, fields):
    with world.acting_as("teammate"), pytest.raises(Refused):
        subscriptions.subscribe(fields, for_team=False, is_admin=True)


def test_the_webhook_is_sealed(world, subscribe, slack):
    webhook = f"{slack.address}services/secret"
    subscribe("owner", for_team=True, slack_webhook=webhook)
    with world.acting_as("owner"):
        row = DigestSubscription.objects.get()
        assert b"secret" not in bytes(row.sealed_webhook)
        assert subscriptions.webhook_of(row) == webhook


def test_an_address_is_nowhere_but_in_its_subscription(world, decide, subscribe, runs):
    decide("Use Postgres")
    subscribe("owner", for_team=True, addresses=["all@momo.example"])
    send_due(TOLD_AT)
    (run,) = runs()
    assert list(run.deliveries.values()) == ["sent"]
    assert "all@momo.example" not in str(run.deliveries)


def test_without_a_mail_server_mails_are_kept_as_files_by_team_and_reader(
    world, decide, subscribe, settings, tmp_path
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    decide("Use Postgres")
    decide("Elsewhere", "stranger")
    for who in ("teammate", "private_owner", "stranger"):
        subscribe(who)
    send_due(TOLD_AT)
    assert {path.parent.relative_to(tmp_path) for path in tmp_path.rglob("*.log")} == {
        Path(str(world.team.id), str(world.teammate.id)),
        Path(str(world.team.id), str(world.private_owner.id)),
        Path(str(world.other_team.id), str(world.stranger.id)),
    }
    outbox.forget(world.team.id, world.teammate.id)
    assert len(list(tmp_path.rglob("*.log"))) == 2
    outbox.forget(world.team.id)
    assert len(list(tmp_path.rglob("*.log"))) == 1
