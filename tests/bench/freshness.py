"""How soon a message can be found, while another team's mailbox is brought in: from the moment in
which Slack sends it until a search over HTTP gives it, against the processes of `momo up`."""

import statistics
import time
from collections.abc import Callable, Sequence
from uuid import uuid4

import httpx
from django.conf import settings

from connectors.fakes.server import post
from connectors.gmail.fake import FakeGmail
from connectors.models import SourceItem, SyncRun
from connectors.slack.fake import FakeSlack
from momo.platform.accounts import keys
from momo.platform.tenancy.context import Scope, acting_as
from tests.bench.figures import Figure
from tests.bench.webhooks import connected, running

MAILS, SENT, STARRED = 20_000, 9_000, 5_000  # of which 5,000 are brought in
MESSAGES = 8
PATIENCE_SECONDS = 120.0


def measure() -> Sequence[Figure]:
    with FakeGmail() as mail, FakeSlack() as chat:
        mail.fill(MAILS, sent=SENT, starred=STARRED, days=80)
        chat.workspace.id = f"T{uuid4().hex[:8].upper()}"  # limits count by workspace
        chat.do_channel("general", momo=True)
        apps = mail.app_settings() | chat.app_settings()
        settings.MOMO_APPS = apps
        chatting = connected("slack", "Chatting")
        with running(apps) as port:
            address = f"http://127.0.0.1:{port}/api/v1"
            chat.deliver, chat.webhook_url = post, f"{address}/webhooks/slack"
            _until(lambda: not _is_running(chatting))
            mailing = connected("gmail", "Mailing")
            _until(lambda: _count(mailing) > 0)
            times = _times(chat, address, chatting)
            still = _is_running(mailing)
            note = f"{_count(mailing):,} of 5,000 mails in"
    return [
        Figure("a message is found: median", statistics.median(times), "s", note, 2),
        Figure("a message is found: longest", max(times), "s", "target: under 5", 2),
        Figure("the mailbox is still coming in", float(still), "", "1: yes", 0),
    ]


def _times(chat: FakeSlack, address: str, scope: Scope) -> list[float]:
    with acting_as(scope.team_id, scope.principal_id):
        _, key = keys.create_key(principal_id=scope.principal_id, name="bench", scopes=("read",))
    headers, times = {"Authorization": f"Bearer {key}"}, []
    with httpx.Client(base_url=address, headers=headers, timeout=30) as client:
        for number in range(MESSAGES):
            name = f"Ledger{number}"

            def is_found(name: str = name) -> bool:
                asked = {"query": f"Which database for {name}?"}
                found = client.post("/search", json=asked).json()["results"]
                return any(name in result["title"] for result in found)

            began = time.monotonic()
            chat.do_message(f"We decided to go with Postgres for {name}.")
            _until(is_found)
            times.append(time.monotonic() - began)
    return times


def _is_running(scope: Scope) -> bool:
    with acting_as(scope.team_id, scope.principal_id):
        return bool(SyncRun.objects.filter(state=SyncRun.State.RUNNING).exists())


def _count(scope: Scope) -> int:
    with acting_as(scope.team_id, scope.principal_id):
        return int(SourceItem.objects.count())


def _until(is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_done():
        if time.monotonic() > deadline:
            raise RuntimeError("The workers did not come to that in time.")
        time.sleep(0.02)
