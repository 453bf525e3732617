"""Each period is told once, whatever is down, killed or started twice; what fails says why."""

import smtplib
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.db import connection

from decisions.refusals import NotYours, Refused
from lifecycle import tasks
from lifecycle.digests import deliver, outbox, subscriptions
from lifecycle.digests.deliver import UNKNOWN
from lifecycle.digests.models import DigestRun, DigestSubscription
from lifecycle.digests.send import LEFT, NOWHERE, send_due, send_now
from lifecycle.scheduling.claims import FIRST_RETRY, MAX_ATTEMPTS
from lifecycle.scheduling.models import Schedule
from momo.platform.accounts.models import Agent, Membership
from momo.platform.accounts.services import update_team
from tests.api import decision
from tests.lifecycle.digests.conftest import TOLD_AT, WEDNESDAY

WEEK = timedelta(weeks=1)
BEFORE = TOLD_AT - timedelta(days=5)


@pytest.fixture
def subscribe(world):
    """Subscribe someone, before the week is told."""

    def make(who="teammate", *, for_team=False, at=BEFORE, **fields):
        with world.acting_as(who):
            row = subscriptions.subscribe(fields, for_team=for_team, is_admin=for_team, now=at)
            DigestSubscription.objects.update(created_at=at)
            return row.id

    return make


@pytest.fixture
def runs(world):
    def seen(who="teammate"):
        with world.acting_as(who):
            return list(DigestRun.objects.order_by("last_day"))

    return seen


@pytest.fixture
def server(monkeypatch):
    """The mail server: what it answers to each mail next; nothing is an acceptance."""
    answers = []
    send = locmem.EmailBackend.send_messages

    def answered(self, messages):
        if answers and (answer := answers.pop(0)):
            raise answer
        return send(self, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", answered)
    return answers


def test_it_is_mailed_when_it_is_due_and_not_before(decide, subscribe, runs):
    decide("Use Postgres")
    subscribe()
    send_due(TOLD_AT - timedelta(seconds=1))
    assert mail.outbox == []
    send_due(TOLD_AT)
    (sent,) = mail.outbox
    assert sent.to == ["teammate@momo.example"]
    assert "1 decided" in sent.subject
    (run,) = runs()
    assert (run.state, run.counts, run.error) == ("sent", {"decided": 1}, "")
    assert run.sent_at
    assert Schedule.objects.get().due_at == TOLD_AT + WEEK


def test_a_second_beat_sends_nothing(decide, subscribe):
    decide("Use Postgres")
    subscribe()
    send_due(TOLD_AT)
    send_due(TOLD_AT)
    Schedule.objects.update(due_at=TOLD_AT)  # as if it had been forgotten
    send_due(TOLD_AT + timedelta(hours=1))
    assert len(mail.outbox) == 1


def test_three_weeks_that_were_missed_are_one_mail(decide, subscribe, runs):
    decide("Use Postgres")
    decide("Use Redis", days=21)
    subscribe()
    send_due(TOLD_AT + 3 * WEEK + timedelta(days=2))
    (sent,) = mail.outbox
    assert "Use Redis" in sent.body
    assert len(runs()) == 1
    assert Schedule.objects.get().due_at == TOLD_AT + 4 * WEEK


def test_an_empty_one_is_not_sent_and_noted(subscribe, runs):
    subscribe()
    send_due(TOLD_AT)
    assert mail.outbox == []
    assert [run.state for run in runs()] == ["empty"]
    assert Schedule.objects.get().due_at == TOLD_AT + WEEK


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


def test_a_server_that_is_busy_is_asked_again_later(decide, subscribe, runs, server):
    decide("Use Postgres")
    subscribe()
    server.append(smtplib.SMTPDataError(451, b"Greylisted teammate@momo.example"))
    send_due(TOLD_AT)
    (run,) = runs()
    assert (run.state, run.error) == ("due", "The mail server refused the mail (451).")
    again = Schedule.objects.get().due_at
    assert again > TOLD_AT
    send_due(again - timedelta(seconds=1))
    assert mail.outbox == []
    send_due(again)
    assert len(mail.outbox) == 1
    assert [(run.state, run.error) for run in runs()] == [("sent", "")]
    assert Schedule.objects.get().due_at == TOLD_AT + WEEK


def test_a_server_that_stays_away_parks_it_with_the_reason(decide, subscribe, runs, server):
    decide("Use Postgres")
    subscribe()
    for _ in range(MAX_ATTEMPTS):
        server.append(smtplib.SMTPDataError(451, b"busy"))
        send_due(Schedule.objects.get().due_at)
    (run,) = runs()
    assert (run.state, run.error) == ("parked", "The mail server refused the mail (451).")
    assert Schedule.objects.get().due_at == TOLD_AT + WEEK


def test_an_address_that_is_refused_for_good_parks_at_once(decide, subscribe, runs, server):
    decide("Use Postgres")
    subscribe()
    refused = {"teammate@momo.example": (550, b"no such user")}
    server.append(smtplib.SMTPRecipientsRefused(refused))
    send_due(TOLD_AT)
    (run,) = runs()
    assert run.state == "parked"
    assert "550" in run.error
    assert "teammate" not in run.error


@pytest.mark.parametrize("error", [TimeoutError(), smtplib.SMTPServerDisconnected("gone")])
def test_what_may_have_arrived_is_not_sent_again_by_itself(
    world, decide, subscribe, runs, server, error
):
    decide("Use Postgres")
    subscription = subscribe()
    server.append(error)
    send_due(TOLD_AT)
    assert [(run.state, run.error) for run in runs()] == [("parked", UNKNOWN)]
    send_due(TOLD_AT + timedelta(hours=5))
    assert mail.outbox == []
    assert send_now(world.scope("teammate"), subscription, TOLD_AT).state == "sent"
    assert len(mail.outbox) == 1


def test_one_that_was_killed_while_sending_is_not_sent_twice(decide, subscribe, runs, monkeypatch):
    decide("Use Postgres")
    subscribe()

    def killed(message, folder):
        mail.outbox.append(message)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(deliver, "mail", killed)
        with pytest.raises(KeyboardInterrupt):
            send_due(TOLD_AT)
    send_due(Schedule.objects.get().due_at)
    assert len(mail.outbox) == 1
    assert [(run.state, run.error) for run in runs()] == [("parked", UNKNOWN)]


def test_of_several_addresses_those_that_got_it_do_not_get_it_again(
    decide, subscribe, runs, server
):
    decide("Use Postgres")
    subscribe("owner", for_team=True, addresses=["a@momo.example", "b@momo.example"])
    server += [None, smtplib.SMTPDataError(451, b"busy")]
    send_due(TOLD_AT)
    assert [sent.to[0] for sent in mail.outbox] == ["a@momo.example"]
    send_due(Schedule.objects.get().due_at)
    assert [sent.to[0] for sent in mail.outbox] == ["a@momo.example", "b@momo.example"]
    assert [run.state for run in runs()] == ["sent"]


def test_slack_is_waited_for_as_long_as_it_says(decide, subscribe, slack, runs):
    decide("Use Postgres")
    subscribe("owner", for_team=True, slack_webhook=f"{slack.address}services/x")
    slack.answers.append((429, {"Retry-After": "90"}))
    send_due(TOLD_AT)
    assert Schedule.objects.get().due_at == TOLD_AT + timedelta(seconds=90)
    send_due(TOLD_AT + timedelta(seconds=90))
    assert len(slack.posts) == 1


@pytest.mark.parametrize(
    ("asked", "waited"),
    [("99999999", timedelta(days=1)), ("9" * 5000, FIRST_RETRY), ("²", FIRST_RETRY)],
)
def test_slack_is_waited_for_at_most_a_day(decide, subscribe, slack, runs, asked, waited):
    decide("Use Postgres")
    subscribe("owner", for_team=True, slack_webhook=f"{slack.address}services/x")
    slack.answers.append((429, {"Retry-After": asked}))
    send_due(TOLD_AT)
    assert Schedule.objects.get().due_at == TOLD_AT + waited


def test_a_channel_that_is_gone_parks_it(decide, subscribe, slack, runs):
    decide("Use Postgres")
    subscribe("owner", for_team=True, slack_webhook=f"{slack.address}services/x")
    slack.answers.append((404, {}))
    send_due(TOLD_AT)
    (run,) = runs()
    assert (run.state, run.error) == ("parked", "Slack answered 404: renew the channel's webhook.")


def test_what_is_told_by_hand_is_told_once_too(world, decide, subscribe):
    decide("Use Postgres")
    subscription = subscribe(active=False)
    assert Schedule.objects.get().due_at is None
    for _ in range(2):
        send_now(world.scope("teammate"), subscription, TOLD_AT)
    assert len(mail.outbox) == 1


def test_one_team_that_fails_does_not_hold_up_another(decide, subscribe, monkeypatch):
    decide("Use Postgres")
    decide("Elsewhere", "stranger")
    subscribe("teammate")
    subscribe("stranger", at=BEFORE + timedelta(hours=1))
    told = deliver.mail

    def fails(message, folder):
        if "teammate@momo.example" in message.to:
            raise RuntimeError("of a text")
        told(message, folder)

    monkeypatch.setattr(deliver, "mail", fails)
    with pytest.raises(RuntimeError):
        send_due(TOLD_AT)
    send_due(TOLD_AT)
    assert [sent.to[0] for sent in mail.outbox] == ["stranger@momo.example"]


def test_a_time_zone_that_moves_tells_no_period_twice(world, decide, subscribe):
    decide("Use Postgres")
    subscribe()
    with world.acting_as("owner"):
        update_team(timezone="America/New_York")
    send_due(TOLD_AT)  # eight in UTC is three in the morning there
    assert mail.outbox == []
    there = Schedule.objects.get().due_at
    assert there == TOLD_AT + timedelta(hours=5)
    send_due(there)
    assert len(mail.outbox) == 1


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


def test_without_a_mail_server_it_parks_and_says_what_to_set(decide, subscribe, runs, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = ""
    decide("Use Postgres")
    subscribe()
    send_due(TOLD_AT)
    (run,) = runs()
    assert (run.state, run.error) == (
        "parked", "No mail server is configured: set MOMO_MAIL_HOST.",
    )  # fmt: skip


def test_the_scheduler_knows_its_tasks(settings):
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {tasks.send_digests.name, tasks.follow_up_commitments.name} <= names


def test_two_workers_at_once_send_one_mail(committed_world):
    """Each on a connection of its own, at the same moment."""
    world = committed_world
    decision(world, "owner", "Use Postgres", decided_at=WEDNESDAY)
    with world.acting_as("teammate"):
        subscriptions.subscribe({}, for_team=False, is_admin=False, now=BEFORE)
        DigestSubscription.objects.update(created_at=BEFORE)
    together = threading.Barrier(4)

    def work():
        together.wait()
        try:
            send_due(TOLD_AT)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(mail.outbox) == 1


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
