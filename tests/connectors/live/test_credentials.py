"""What lets Momo into a service is readable nowhere: not in the database, in Redis, in a log of
however much detail, in an error, nor in an answer of ours."""

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest
import redis
from django.conf import settings as django_settings
from django.db import connections
from django.test import Client

from connectors.live import limits
from connectors.live.models import Connection
from momo.platform import breaker
from tests.api import ROOT, session
from tests.connectors.live.handed_out import BACK, MAKERS, SHORTEST, Service
from tests.connectors.live.harness import Live, allow

FORGED = "forged-code-4711-0815"


@pytest.fixture(params=MAKERS)
def service(request, live: Live, lines, monkeypatch) -> Iterator[Service]:
    monkeypatch.setattr("tests.connectors.live.harness.CALLBACK", BACK)
    monkeypatch.setattr("connectors.discord.gateway.IDENTIFY_SECONDS", 0.01)
    monkeypatch.setattr("connectors.discord.client.REQUESTS_A_SECOND", 10_000)
    with ExitStack() as running:
        made = MAKERS[request.param](running)
        live.use(made.connector, made.fake)
        deliver = made.fake.deliver

        def noting(address: str, headers: Mapping[str, str], body: bytes) -> int:
            made.sent.append((dict(headers), body))
            return int(deliver(address, headers, body))

        made.fake.deliver = noting
        yield made


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Everything that is logged by anybody, as `MOMO_LOG_LEVEL=DEBUG` shows it, with tracebacks."""
    found: list[str] = []
    make, root = logging.getLogRecordFactory(), logging.getLogger()
    level = root.level

    def keep(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        found.append(f"{record.name} {record.getMessage()}")
        if record.exc_info:
            found.append("".join(traceback.format_exception(*record.exc_info)))
        return record

    logging.setLogRecordFactory(keep)
    root.setLevel(logging.DEBUG)
    yield found
    logging.setLogRecordFactory(make)
    root.setLevel(level)


class Looking:
    """Where a secret could be read."""

    def __init__(self, live: Live, service: Service, lines: list[str]) -> None:
        self.live, self.service, self.lines = live, service, lines
        self.answers: list[str] = []

    def look(self) -> None:
        """Fails with where one is found."""
        places = {
            "the log": "\n".join(self.lines),
            "an answer": "\n".join(self.answers),
            "redis": _in_redis(),
            **_in_tables(),
        }
        secrets = self.service.secrets()
        assert secrets
        for name, text in places.items():
            low = text.lower()
            for secret in secrets:
                plain, coded = secret.lower(), secret.encode().hex()
                at = max(low.find(plain), low.find(coded) if len(secret) > SHORTEST else -1)
                assert at < 0, f"{name} holds {secret[:4]}…: {text[max(0, at - 200) : at]!r}"

    def ask_all(self, integration: str) -> None:
        """Every answer of the API that tells of sources."""
        owner, address = session(self.live.world, "owner"), f"{ROOT}/integrations/{integration}"
        for path in (
            f"{ROOT}/connectors", f"{ROOT}/integrations", f"{ROOT}/identities", f"{ROOT}/audit",
            f"{ROOT}/sync-runs", f"{ROOT}/pipeline", address, f"{address}/progress",
            f"{address}/deliveries", f"{address}/choices",
        ):  # fmt: skip
            self.answers.append(owner.get(path).content.decode())


def _in_tables() -> dict[str, str]:
    """All rows of all tables, as text."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        found = {}
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            found[table] = "\n".join(row[0] for row in cursor.fetchall())
    return found


def _in_redis() -> str:
    client = redis.Redis.from_url(django_settings.URLS.redis_url)
    read = {
        b"string": client.get,
        b"list": lambda key: client.lrange(key, 0, -1),
        b"hash": client.hgetall,
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1),
    }
    found = [(key, read.get(client.type(key), str)(key)) for key in client.scan_iter()]
    return repr(found)


def begin(live: Live, service: Service, lines: list[str]) -> tuple[str, dict[str, str]]:
    """The authorization's id, and what the service sends the browser back with."""
    kind = service.connector.kind
    started = session(live.world, "owner").post(f"{ROOT}/connectors/{kind}/authorizations", {})
    assert started.status_code == 201, started.content
    mark = len(lines)
    answer = allow(started.json()["url"])
    del lines[mark:]  # a browser's own
    return started.json()["id"], answer


def connect(live: Live, service: Service, looking: Looking) -> str:
    """By the code that the page shows, so that the answer is kept in between."""
    from lxml import html

    kind = service.connector.kind
    key, answer = begin(live, service, looking.lines)
    page = Client().get(f"{ROOT}/connectors/{kind}/callback", answer)
    looking.answers.append(page.content.decode())
    looking.look()  # while the answer is kept
    code = html.fromstring(page.content).findtext(".//strong")
    done = session(live.world, "owner").post(
        f"{ROOT}/connectors/{kind}/authorizations/{key}/complete", {"code": code}
    )
    looking.answers.append(done.content.decode())
    assert done.status_code == 200, done.content
    return str(done.json()["id"])


def test_no_credential_is_readable_anywhere_in_its_whole_life(
    live: Live, service: Service, lines: list[str]
) -> None:
    looking = Looking(live, service, lines)
    fake, kind = service.fake, service.connector.kind
    integration = connect(live, service, looking)
    service.happen(fake)
    looking.look()  # while deliveries wait
    live.settle()

    for expire in ("do_expire_token", "do_expire_access_token"):
        getattr(fake, expire, lambda: None)()
    service.happen(fake)
    live.later(days=1)
    live.settle()
    looking.ask_all(integration)

    refuse(live, service, looking)
    fail(live, service)
    looking.ask_all(integration)
    looking.look()

    fake.do_revoke_token()
    getattr(fake, "do_uninstall", lambda: None)()
    service.happen(fake)
    live.later(days=1)
    live.settle()
    looking.ask_all(integration)
    looking.look()
    with live.world.acting_as("owner"):
        assert Connection.objects.get().state == Connection.State.NEEDS_ATTENTION

    owner = session(live.world, "owner")
    gone = owner.post(f"{ROOT}/integrations/{integration}/disconnect", {"items": "keep"})
    assert gone.status_code == 200
    looking.ask_all(integration)
    looking.look()
    assert any(kind in line for line in lines)


def refuse(live: Live, service: Service, looking: Looking) -> None:
    """A forged code, a denial, and deliveries that are not the service's, or not readable."""
    kind = service.connector.kind
    service.known.add(FORGED)
    for changed in ({"code": FORGED}, {"error": "access_denied"}):
        _, answer = begin(live, service, looking.lines)
        page = session(live.world, "owner").get(
            f"{ROOT}/connectors/{kind}/callback", answer | changed
        )
        looking.answers.append(page.content.decode())
    for headers, body in service.sent[:2]:
        for wrong in (body[:-1], body + b"{", b"\xff\x00", b""):
            told = Client().post(
                f"{ROOT}/webhooks/{kind}", wrong, content_type="application/json", headers=headers
            )
            assert told.status_code in (400, 401)
            looking.answers.append(told.content.decode())


def fail(live: Live, service: Service) -> None:
    """The service limits, is down, and answers what it never should."""
    for status in (429, 503, 500, 400, 404):
        if status == 429:
            service.fake.do_rate_limit(times=4, retry_after=1)
        else:
            service.fake.do_outage(times=4, status=status)
        service.happen(service.fake)
        live.later(hours=2)
        live.settle()
        service.fake.faults.waiting.clear()
        breaker.forget_all()  # its time passes, too, as does that of a pause
        limits.forget_all()
        live.later(hours=2)
        live.settle()


def test_what_a_person_is_shown_of_an_unreachable_service_holds_no_secret(
    live: Live, service: Service, lines: list[str]
) -> None:
    looking = Looking(live, service, lines)
    _, answer = begin(live, service, looking.lines)
    _, other = begin(live, service, looking.lines)
    service.fake.do_outage(times=8)
    kind = service.connector.kind
    page = session(live.world, "owner").get(f"{ROOT}/connectors/{kind}/callback", answer)
    assert page.status_code >= 400
    looking.answers.append(page.content.decode())
    service.fake.faults.waiting.clear()
    service.fake.stop()
    service.fake.stop = lambda: None
    page = session(live.world, "owner").get(f"{ROOT}/connectors/{kind}/callback", other)
    assert page.status_code >= 400
    looking.answers.append(page.content.decode())
    service.known |= {value for each in (answer, other) for name, value in each.items()
                      if name == "code"}  # fmt: skip
    looking.look()


def test_what_python_shows_of_a_session_holds_no_secret(live: Live, service: Service) -> None:
    from connectors.live.opened import open_connection

    live.settings.MOMO_APPS = {**live.settings.MOMO_APPS, **service.fake.app_settings()}
    connection = live.connect(service.connector, service.fake)
    with live.world.acting_as("owner") as scope:
        opened = open_connection(scope, live.connection(connection))
    shown = f"{opened!r} {opened.session!r} {opened.session.app!r} {connection!r}"
    assert not [secret for secret in service.secrets() if secret in shown]


def _log(live: Live, looking: Looking, secret: str) -> None:
    logging.getLogger("slack_sdk.web").debug("Bearer %s", secret)


def _store(live: Live, looking: Looking, secret: str) -> None:
    with live.world.acting_as("owner"):
        Connection.objects.update(problem=f"Refused: {secret}")


def _store_bytes(live: Live, looking: Looking, secret: str) -> None:
    with live.world.acting_as("owner"):
        Connection.objects.update(sealed_credentials=b'{"token": "%s"}' % secret.encode())


def _answer(live: Live, looking: Looking, secret: str) -> None:
    looking.answers.append(f'{{"token": "{secret}"}}')


@pytest.mark.parametrize("leak", [_log, _store, _store_bytes, _answer])
@pytest.mark.parametrize("service", ["slack"], indirect=True)
def test_what_leaked_would_be_found(
    live: Live, service: Service, lines: list[str], leak: Callable[..., None]
) -> None:
    looking = Looking(live, service, lines)
    connect(live, service, looking)
    looking.look()
    (token,) = service.fake.access.tokens
    leak(live, looking, token)
    with pytest.raises(AssertionError, match="holds xoxe"):
        looking.look()
