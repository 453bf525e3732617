"""What services send: through the framework's address, and the door before it that serves."""

import asyncio
from contextlib import suppress

import pytest
from celery import Celery
from django.conf import settings
from django.db import OperationalError
from django.db import connection as database
from django.test import Client
from django.test.utils import CaptureQueriesContext

from connectors.live import inbox
from connectors.live.api import door
from connectors.live.models import Delivery
from tests.api import ROOT
from tests.connectors.live.toy.connector import sign, toy
from tests.connectors.live.toy.fake import FakeToy

ADDRESS = f"{ROOT}/webhooks/toy"


def post(fake: FakeToy, body: bytes, **headers: str):
    signed = {"x-toy-signature": sign(fake.secret, body)} | headers
    return Client(enforce_csrf_checks=True).post(
        f"{ROOT}/webhooks/toy", body, content_type="application/json", headers=signed
    )


def test_what_a_service_sends_is_stored_and_answered(ready, fake, connected):
    body = fake.delivery("message", message={"text": "We decided to use Redis."})
    answer = post(fake, body)
    assert (answer.status_code, answer.content) == (200, b"taken")
    assert post(fake, body).status_code == 200
    with ready.world.acting_as("owner"):
        assert Delivery.objects.count() == 1


def test_what_is_not_the_services_is_refused(ready, fake, connected):
    body = fake.delivery("message", message={"text": "x"})
    assert post(fake, body, **{"x-toy-signature": "0" * 64}).status_code == 401
    assert post(fake, b"not json").status_code == 400
    assert post(fake, b"x" * (toy.max_delivery_bytes + 1)).status_code == 413
    with ready.world.acting_as("owner"):
        assert not Delivery.objects.exists()


def test_nothing_is_received_for_what_is_not_there(ready, fake):
    assert Client().post(f"{ROOT}/webhooks/nowhere").status_code == 404
    ready.settings.MOMO_APPS = {}
    assert post(fake, b"{}").status_code == 404


def test_a_delivery_takes_few_statements(ready, fake, connected):
    post(fake, fake.delivery("message", message={"text": "first"}))
    with CaptureQueriesContext(database) as seen:
        post(fake, fake.delivery("message", message={"text": "second"}))
    said = [query["sql"].split()[0] for query in seen]
    assert len(said) <= 7, said


async def _elsewhere(scope, receive, send):
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"elsewhere"})


def knock(*parts: bytes, path: str = ADDRESS, method: str = "POST", **headers: str):
    """The door's status, headers and body for a request whose body comes in parts."""
    waiting = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts, start=1)
    ]
    sent = []

    async def receive():
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "method": method, "headers": raw}
    asyncio.run(door.webhook_door(_elsewhere)(scope, receive, send))
    if not sent:
        return None
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, sent[1]["body"], len(waiting)


def signed(fake: FakeToy, body: bytes) -> dict[str, str]:
    return {"x_toy_signature": sign(fake.secret, body)}


def test_the_door_takes_a_delivery_that_comes_in_parts(ready, fake, connected):
    body = fake.delivery("message", message={"text": "We decided to use Redis."})
    status, told, answer, _ = knock(body[:10], body[10:], **signed(fake, body))
    assert (status, answer) == (200, b"taken")
    assert told["content-length"] == "5"
    with ready.world.acting_as("owner"):
        assert Delivery.objects.count() == 1


def test_the_door_refuses_what_is_forged_malformed_or_nobodys(ready, fake, connected):
    body = fake.delivery("message", message={"text": "x"})
    assert knock(body, x_toy_signature="0" * 64)[0] == 401
    assert knock(b"no json", **signed(fake, b"no json"))[0] == 400
    assert knock(body, path=f"{ROOT}/webhooks/nowhere")[0] == 404
    with ready.world.acting_as("owner"):
        assert not Delivery.objects.exists()


def test_what_says_that_it_is_too_large_is_not_read(ready, fake):
    status, told, _, unread = knock(b"x", content_length=str(10**9))
    assert (status, unread) == (413, 1)
    assert told["content-type"] == "application/problem+json"


def test_what_turns_out_too_large_is_not_read_on(ready, fake):
    part = b"x" * (toy.max_delivery_bytes // 2 + 1)
    status, _, _, unread = knock(part, part, part, part)
    assert (status, unread) == (413, 2)


def test_when_too_much_is_held_the_service_is_told_to_come_again(ready, fake, monkeypatch):
    body = fake.delivery("message", message={"text": "x"})
    monkeypatch.setattr(door, "HELD_BYTES", len(body) - 1)
    status, told, _, _ = knock(body, **signed(fake, body))
    assert (status, told["retry-after"]) == (503, str(door.FULL_SECONDS))


def test_what_a_delivery_held_is_given_back_however_it_ends():
    room = door.Room()
    with suppress(door.Gone), door.Share(room) as share:
        share.grow(100)
        assert room.held == 100
        raise door.Gone
    assert room.held == 0


def test_a_service_that_hangs_up_leaves_nothing(ready, fake, connected):
    assert knock() is None
    with ready.world.acting_as("owner"):
        assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    "how", [{"method": "GET"}, {"path": f"{ROOT}/connectors"}, {"path": f"{ROOT}/webhooks/toy/x"}]
)
def test_all_else_goes_to_the_application(how):
    assert knock(b"", **how)[0] == 299


def test_while_the_database_is_away_the_service_is_told_to_come_again(ready, fake, monkeypatch):
    def away(*_):
        raise OperationalError

    monkeypatch.setattr(inbox, "take", away)
    body = fake.delivery("message", message={"text": "x"})
    status, told, _, _ = knock(body, **signed(fake, body))
    assert (status, told["retry-after"]) == (503, "10")


def test_no_answer_waits_for_redis_to_come_back(ready, fake, connected, monkeypatch, tmp_path):
    away = Celery("away", broker=f"redis+socket://{tmp_path}/nobody?virtual_host=0")
    away.conf.update(
        broker_transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
        task_publish_retry=settings.CELERY_TASK_PUBLISH_RETRY,
    )
    monkeypatch.setattr(inbox, "current_app", away)
    monkeypatch.setattr("kombu.utils.functional.sleep", pytest.fail)
    ready.settle()
    body = fake.delivery("message", message={"text": "We decided to use Redis."})
    assert knock(body, **signed(fake, body))[0] == 200
    with ready.world.acting_as("owner"):
        assert Delivery.objects.count() == 1


def test_an_empty_answer_has_no_content(ready, fake, connected, monkeypatch):
    from connectors.live.contract import Verified

    monkeypatch.setattr(inbox, "accept", lambda *_: Verified())
    status, told, body, _ = knock(b"{}")
    assert (status, body) == (204, b"")
    assert "content-length" not in told
