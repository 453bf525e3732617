"""Connecting to a fake through the whole engine, and letting the work be done.

    def test_something(live):
        with FakeSlack() as fake:
            source = live.connect(slack, fake)          # the owner allows it, as in a browser
            fake.do_message(channel="general", ...)      # sends its webhook to Momo's own door
            live.settle()                                # turns, then the pipeline
            assert live.decisions("owner") ...

What happens over HTTP happens over HTTP: the client to the fake. Deliveries come through the inbox,
in this process.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

import httpx2
from django.utils import timezone

from connectors.live import authorizing, engine, inbox, managing
from connectors.live.contract import LiveConnector, Purpose
from connectors.live.errors import Forged, Malformed
from connectors.live.models import Connection, Delivery, LinkedIdentity, SyncTask, SyncTurn
from connectors.live.turns import Lane
from connectors.models import PipelineJob, Queue, SourceItem
from connectors.registry import LIVE_CONNECTORS
from decisions.models import Memory
from decisions.pipeline.drain import drain
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.visibility import Visibility
from tests.conftest import World

CALLBACK = "http://127.0.0.1:9/back"  # nobody listens: the harness stops before it is followed
MAX_TURNS = 500  # of connections, until nothing is due


class Fake(Protocol):
    webhook_url: str
    deliver: Any

    def app_settings(self) -> dict[str, str]: ...


@dataclass
class Live:
    """A team with live connections."""

    world: World
    settings: Any

    def use(self, connector: LiveConnector, fake: Fake) -> None:
        """Point the connector at a fake, and the fake's webhooks at the inbox."""
        LIVE_CONNECTORS.setdefault(connector.kind, connector)
        self.settings.MOMO_APPS = {**self.settings.MOMO_APPS, **fake.app_settings()}
        fake.webhook_url, fake.deliver = f"momo:{connector.kind}", deliver

    def connect(
        self,
        connector: LiveConnector,
        fake: Fake,
        *,
        who: str = "owner",
        visibility: Visibility | None = None,
    ) -> Connection:
        """Begin, allow it on the consent page, come back. Nothing is brought in yet."""
        done = self._authorize(connector, fake, who, Purpose.CONNECT, visibility)
        assert isinstance(done, Connection)
        return done

    def link(self, connector: LiveConnector, fake: Fake, who: str) -> LinkedIdentity:
        """Let a person say who they are at the service, by signing in there."""
        done = self._authorize(connector, fake, who, Purpose.LINK, None)
        assert isinstance(done, LinkedIdentity)
        return done

    def _authorize(
        self, connector: LiveConnector, fake: Fake, who: str, purpose: Purpose,
        visibility: Visibility | None,
    ) -> Connection | LinkedIdentity:  # fmt: skip
        self.use(connector, fake)
        with self.world.acting_as(who):
            started = authorizing.begin(
                connector.kind, CALLBACK, purpose=purpose, visibility=visibility
            )
        answer = allow(started.url)
        back = authorizing.way_back(answer.pop("state"))
        return authorizing.complete(back.scope, back.authorization_id, answer)

    def settle(self, *, backfill: bool = True) -> None:
        """Do all that is due now, and what follows from it, then let the pipeline run."""
        left = iter(range(MAX_TURNS))
        lanes = list(Lane) if backfill else [Lane.LIVE]
        go_on = partial(next, left, False)
        while sum(engine.take_turns(lane, lambda: go_on() is not False) for lane in lanes):
            pass
        assert next(left, None) is not None, "the connections do not come to rest"
        PipelineJob.objects.update(due_at=timezone.now())
        for queue in Queue:
            drain(queue)

    def later(self, **time: float) -> None:
        """As if that much time had passed: what was put off is due earlier by it."""
        by = timedelta(**time)
        for team in {self.world.team.id, self.world.other_team.id}:
            for turn in SyncTurn.objects.filter(team_id=team):
                self._sooner(turn, by)

    def _sooner(self, turn: SyncTurn, by: timedelta) -> None:
        from momo.platform.tenancy.context import acting_as

        with acting_as(turn.team_id, turn.principal_id):
            for task in SyncTask.objects.filter(connection_id=turn.id, due_at__isnull=False):
                SyncTask.objects.filter(id=task.id).update(due_at=task.due_at - by)
        for lane in ("live_due_at", "backfill_due_at"):
            if (due := getattr(turn, lane)) is not None:
                setattr(turn, lane, due - by)
        turn.save()

    def items(self, who: str = "owner") -> dict[str, SourceItem]:
        """What of it a person sees, by external id; what was deleted left out."""
        with self.world.acting_as(who):
            rows = SourceItem.objects.filter(deleted_at__isnull=True)
            return {row.external_id: row for row in rows}

    def decisions(self, who: str = "owner") -> list[Memory]:
        """The decisions that a person sees and that stand, oldest first."""
        with self.world.acting_as(who):
            rows = Memory.objects.filter(kind="decision", archived_at__isnull=True)
            return list(rows.order_by("source_date"))

    def connection(self, connection: Connection) -> Connection:
        """It as it is now."""
        with self._as_worker(connection):
            return Connection.objects.get(id=connection.id)

    def tasks(self, connection: Connection) -> dict[str, SyncTask]:
        with self._as_worker(connection):
            rows = SyncTask.objects.filter(connection_id=connection.id)
            return {row.task: row for row in rows}

    def deliveries(self, connection: Connection) -> list[Delivery]:
        with self._as_worker(connection):
            return list(Delivery.objects.filter(connection_id=connection.id).order_by("id"))

    def disconnect(self, connection: Connection, who: str = "owner") -> None:
        managing.disconnect(self.world.scope(who), connection.integration_id)

    @contextmanager
    def _as_worker(self, connection: Connection) -> Iterator[Scope]:
        owner = "owner" if connection.owner_id is None else self._who(connection.owner_id)
        with self.world.acting_as(owner) as scope:
            yield scope

    def _who(self, principal: UUID) -> str:
        people = ("owner", "teammate", "private_owner", "stranger")
        return next((who for who in people if getattr(self.world, who).id == principal), "owner")


def deliver(address: str, headers: Mapping[str, str], body: bytes) -> int:
    """A delivery through the inbox, as the webhook address hands it over."""
    kind = address.removeprefix("momo:")
    try:
        inbox.accept(kind, {name.lower(): value for name, value in headers.items()}, body)
    except Forged:
        return 401
    except Malformed:
        return 400
    return 200


def allow(url: str) -> dict[str, str]:
    """Walk through a consent page as a browser does, up to the way back: its query."""
    with httpx2.Client(timeout=10, verify=False) as browser:  # the fakes speak plain HTTP
        answer = browser.get(url)
        while not answer.headers.get("location", "").startswith(CALLBACK):
            if answer.is_redirect:
                answer = browser.get(answer.next_request.url)  # type: ignore[union-attr]
            else:
                answer = _submit(browser, answer)
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))


def _submit(browser: httpx2.Client, page: httpx2.Response) -> httpx2.Response:
    """Press the first button of the page's form."""
    from lxml import html

    assert page.status_code == 200, f"the consent page answers {page.status_code}"
    (form, *_) = html.fromstring(page.text, base_url=str(page.url)).forms
    values = dict(form.form_values())
    for button in form.xpath(".//button[@name]")[:1]:
        values[button.get("name")] = button.get("value", "")
    target = str(page.url.join(form.action or ""))
    if form.method == "POST":
        return browser.post(target, data=values)
    return browser.get(target, params=values)
