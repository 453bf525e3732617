"""A mail server or a channel that fails is asked again or parks it, and the run says why."""

import smtplib
from datetime import timedelta

import pytest
from django.core import mail

from lifecycle.digests.send import send_due, send_now
from lifecycle.scheduling.claims import FIRST_RETRY, MAX_ATTEMPTS
from lifecycle.scheduling.models import Schedule
from momo.platform.mail import UNKNOWN
from tests.lifecycle.digests.conftest import TOLD_AT
from tests.lifecycle.digests.sending.conftest import WEEK


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
        patched.setattr("momo.platform.mail.send", killed)
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
