"""Nothing is lost and nobody is told a thing under two ids, whatever fails when."""

import socket
from datetime import timedelta
from itertools import pairwise

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from decisions.models import Unreconciled
from lifecycle.hooks import deliver, endpoints, send, tuning
from lifecycle.hooks.models import WebhookDelivery, WebhookEndpoint
from lifecycle.scheduling.models import Schedule
from lifecycle.tasks import wake_webhooks
from momo.platform.accounts import services
from momo.platform.audit.models import AuditEvent
from tests.api import decision
from tests.lifecycle.hooks.conftest import Receiver, deliveries, due_again, make, turn


def decide(world, title="Use Postgres"):
    made = decision(world, "owner", title)
    Unreconciled.objects.all().delete()
    return made


def test_messages_are_signed_as_standard_webhooks_are(world, endpoint, receiver):
    decide(world)
    turn(endpoint)
    [(headers, body)] = receiver.taken
    assert headers["Content-Type"] == "application/json"
    assert headers["webhook-id"].startswith("evt_")
    assert Webhook(endpoint.secret).verify(body, headers)["type"] == "decision.made"
    with pytest.raises(WebhookVerificationError):
        Webhook(endpoint.secret).verify(body.replace(b"Postgres", b"MySQL"), headers)


def test_for_a_day_both_secrets_sign_after_a_rotation(world, endpoint, receiver):
    with world.acting_as("owner"):
        _, newer = endpoints.rotate(endpoint.id)
    decide(world)
    turn(endpoint)
    assert receiver.messages(endpoint.secret) == receiver.messages(newer)
    with world.acting_as("owner"):
        WebhookEndpoint.objects.update(old_secret_until=timezone.now())
    decide(world, "Use Redis")
    turn(endpoint)
    assert len(receiver.messages(newer)) == 2
    with pytest.raises(WebhookVerificationError):
        receiver.messages(endpoint.secret)


def test_a_receiver_that_was_down_gets_all_once_it_is_up(world):
    first = Receiver()
    port = first.port
    first.close()
    endpoint = make(world, first.url)
    for title in ("Use Postgres", "Use Redis", "Use Celery"):
        decide(world, title)
    turn(endpoint)
    [tried, *others] = deliveries(world, endpoint)
    assert {each.state for each in (tried, *others)} == {"waiting"}
    assert sum(each.attempts for each in (tried, *others)) == 1  # the rest would fail just so
    due_again(world, endpoint)
    second = Receiver(port)
    turn(endpoint)
    second.close()
    titles = {m["data"]["decision"]["title"] for m in second.messages(endpoint.secret)}
    assert titles == {"Use Postgres", "Use Redis", "Use Celery"}
    assert len(set(second.ids())) == 3
    assert {each.state for each in deliveries(world, endpoint)} == {"delivered"}


def test_attempts_come_with_growing_pauses_over_a_day_and_end(world, endpoint, receiver):
    decide(world)
    receiver.answers += [(500, {})] * (len(tuning.RETRIES) + 1)
    pauses = []
    for _ in range(len(tuning.RETRIES)):
        turn(endpoint)
        [waiting] = deliveries(world, endpoint)
        assert (waiting.state, waiting.status) == ("waiting", 500)
        pauses.append(waiting.due_at - waiting.attempted_at)
        due_again(world, endpoint)
    assert all(a * 0.6 < b for a, b in pairwise(pauses))
    assert timedelta(hours=20) < sum(pauses, timedelta()) < timedelta(hours=36)
    turn(endpoint)
    [given_up] = deliveries(world, endpoint)
    assert (given_up.state, given_up.due_at) == ("failed", None)
    assert receiver.taken == []


def test_what_was_given_up_is_sent_again_when_asked_for_under_the_same_id(
    world, endpoint, receiver
):
    decide(world)
    turn(endpoint)
    [sent] = deliveries(world, endpoint)
    with world.acting_as("owner"):
        endpoints.redeliver(endpoint.id, sent.id)
    turn(endpoint)
    assert receiver.ids() == [sent.message_id] * 2


def test_a_worker_killed_between_sending_and_noting_sends_again_under_the_same_id(
    world, endpoint, receiver, monkeypatch
):
    decide(world)
    with monkeypatch.context() as patched:

        def die(*args):
            raise SystemExit  # as the signal that stops a worker does

        patched.setattr(send, "_note", die)
        with pytest.raises(SystemExit):
            turn(endpoint)
    assert len(receiver.taken) == 1
    Schedule.objects.update(claim=None, locked_until=None)  # its lease has run out
    turn(endpoint)
    assert len(receiver.ids()) == 2
    assert len(set(receiver.ids())) == 1
    assert [each.state for each in deliveries(world, endpoint)] == ["delivered"]


def test_one_process_at_a_time_is_at_an_endpoint(world, endpoint, receiver):
    decide(world)
    rows = Schedule.objects.filter(subject_id=endpoint.id)
    rows.update(claim=endpoint.id, locked_until=timezone.now() + timedelta(minutes=1))
    turn(endpoint)
    assert receiver.taken == []


def test_redirects_are_not_followed(world, endpoint, receiver):
    elsewhere = Receiver()
    receiver.answers.append((302, {"Location": elsewhere.url}))
    decide(world)
    turn(endpoint)
    elsewhere.close()
    [tried] = deliveries(world, endpoint)
    assert (tried.state, tried.status) == ("waiting", 302)
    assert "redirects" in tried.error
    assert elsewhere.taken == []


def test_who_never_answers_holds_a_worker_for_so_long_and_no_longer(world, monkeypatch):
    monkeypatch.setattr(deliver, "TIMEOUT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = deliver.post(f"http://127.0.0.1:{silent.getsockname()[1]}/", "{}", {})
    assert (answer.status, answer.taken) == (None, False)
    assert "did not answer" in answer.error


def test_production_sends_nothing_inside_though_a_name_leads_there(world, settings, receiver):
    endpoint = make(world, receiver.url)
    decide(world)
    settings.MOMO_HOOKS_ALLOW_PRIVATE = False
    turn(endpoint)
    assert receiver.taken == []
    assert "private network" in deliveries(world, endpoint)[0].error


def test_nothing_of_the_answer_but_its_status_is_kept(world, endpoint, receiver):
    receiver.answers.append((500, {"X-Secret": "momo-marker"}))
    decide(world)
    turn(endpoint)
    with world.acting_as("owner"):
        [row] = WebhookDelivery.objects.values()
    assert "momo-marker" not in str(row)


def test_after_days_of_failures_it_is_switched_off_and_whoever_made_it_is_told(
    world, endpoint, receiver
):
    receiver.answers.append((500, {}))
    decide(world)
    with world.acting_as("owner"):
        services.update_team(name="Light\nhouse")
        WebhookEndpoint.objects.update(
            failing_since=timezone.now() - tuning.DISABLED_AFTER - timedelta(minutes=1)
        )
    turn(endpoint)
    with world.acting_as("owner"):
        row = WebhookEndpoint.objects.get()
        assert AuditEvent.objects.filter(action="webhook.disabled").exists()
    assert not row.active
    assert "switched off" in row.problem
    turn(endpoint)
    assert receiver.taken == []
    with world.acting_as("owner"):
        endpoints.change(endpoint.id, {"active": True})
    turn(endpoint)
    with world.acting_as("owner"):
        assert WebhookEndpoint.objects.get().failing_since is None
    assert [each.subject for each in mail.outbox] == ["A webhook of Light house was switched off"]


@pytest.mark.parametrize("still", ["member", None])
def test_whoever_may_not_manage_it_any_more_is_not_told(world, receiver, still):
    """They left, or are no admin any more."""
    with world.acting_as("owner"):
        services.change_role(user_id=world.teammate.id, role="admin")
    made = make(world, receiver.url, who="teammate")
    with world.acting_as("owner"):
        if still:
            services.change_role(user_id=world.teammate.id, role=still)
        else:
            services.remove_member(user_id=world.teammate.id)
    receiver.answers.append((410, {}))
    decide(world)
    turn(made)
    with world.acting_as("owner"):
        assert not WebhookEndpoint.objects.get().active
    assert mail.outbox == []


def test_one_that_is_gone_is_switched_off_at_once(world, endpoint, receiver):
    receiver.answers.append((410, {}))
    decide(world)
    turn(endpoint)
    with world.acting_as("owner"):
        assert not WebhookEndpoint.objects.get().active


def test_one_success_ends_the_count_of_failures(world, endpoint, receiver):
    receiver.answers.append((500, {}))
    decide(world)
    turn(endpoint)
    with world.acting_as("owner"):
        assert WebhookEndpoint.objects.get().failing_since
    due_again(world, endpoint)
    turn(endpoint)
    with world.acting_as("owner"):
        assert WebhookEndpoint.objects.get().failing_since is None


def test_old_deliveries_go(world, endpoint, receiver):
    decide(world)
    turn(endpoint)
    with world.acting_as("owner"):
        WebhookDelivery.objects.update(created_at=timezone.now() - tuning.KEPT - timedelta(days=1))
        WebhookEndpoint.objects.update(since=timezone.now())
    turn(endpoint)
    assert deliveries(world, endpoint) == []


def test_secrets_are_sealed(world, endpoint):
    with world.acting_as("owner"):
        [row] = WebhookEndpoint.objects.values()
    assert endpoint.secret.encode() not in bytes(row["sealed_secret"])


def test_a_look_asks_the_same_however_much_there_is(world, endpoint):
    schedule = Schedule.objects.get(subject_id=endpoint.id)
    scope = send.Scope(world.team.id, endpoint.agent_id)

    def asked():
        with CaptureQueriesContext(connection) as seen:
            send._look(scope, schedule, timezone.now())
        return len(seen)

    decide(world)
    few = asked()
    for title in ("Use Redis", "Use Celery", "Use Django"):
        decide(world, title)
    assert asked() == few


def test_the_sweep_wakes_a_worker_for_each_that_is_due(world, endpoint, monkeypatch):
    sent = []
    monkeypatch.setattr(
        "lifecycle.tasks.tell_webhook.apply_async", lambda **options: sent.append(options)
    )
    wake_webhooks()
    assert [each["queue"] for each in sent] == ["sync"]
    Schedule.objects.update(due_at=timezone.now() + timedelta(minutes=1))
    wake_webhooks()
    assert len(sent) == 1


def test_one_that_is_removed_while_it_is_told_ends_its_turn(world, endpoint, monkeypatch):
    def taken(*sent):
        with world.acting_as("owner"):
            endpoints.remove(endpoint.id)
        return deliver.Answer(204)

    decide(world)
    monkeypatch.setattr(deliver, "post", taken)
    turn(endpoint)
    assert not Schedule.objects.filter(subject_id=endpoint.id).exists()
