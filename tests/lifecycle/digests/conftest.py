"""A week of a team: from Monday 16 to Sunday 22 November 2026, told on Monday 23."""

import json
import threading
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from lifecycle.digests import tuning
from lifecycle.digests.compose import compose
from lifecycle.digests.contents import Part
from lifecycle.scheduling.slots import Cadence, Rhythm, period_before
from momo.platform.tenancy.zones import zone_of_team
from tests.api import decision

MONDAY = date(2026, 11, 23)
TOLD_AT = datetime(2026, 11, 23, 8, tzinfo=UTC)
WEDNESDAY = datetime(2026, 11, 18, 10, tzinfo=UTC)


@pytest.fixture
def decide(world):
    """State a decision on Wednesday, or so many days later; its id."""

    def state(title, who="owner", *, days=0, **fields):
        return decision(world, who, title, decided_at=WEDNESDAY + timedelta(days=days), **fields)

    return state


@pytest.fixture
def told(world):
    """What the digest of the week tells someone, as titles by section."""

    def tell(who="owner", *, for_team=False, cadence=Cadence.WEEK, today=MONDAY, digest=False):
        with world.acting_as(who):
            period = period_before(Rhythm(cadence, zone_of_team()), MONDAY)
            made = compose(period, today, for_team=for_team)
        if digest:
            return made
        return {s.part.value: [e.about.title for e in s.entries] for s in made.sections}

    return tell


@pytest.fixture
def entry(told):
    """The first entry of a section."""

    def first(part, who="owner", **options):
        made = told(who, digest=True, **options)
        return next(s for s in made.sections if s.part == Part(part)).entries[0]

    return first


class Slack:
    """An incoming webhook as Slack has it: what it got, and what it answers next."""

    def __init__(self):
        self.posts, self.answers = [], []
        slack = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = slack.answers.pop(0) if slack.answers else (200, {})
                if status == 200:
                    slack.posts.append(json.loads(body))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture
def slack(monkeypatch):
    fake = Slack()
    monkeypatch.setattr(tuning, "SLACK_WEBHOOKS", (fake.address,))
    thread = threading.Thread(target=fake.server.serve_forever)
    thread.start()
    yield fake
    fake.server.shutdown()
    thread.join()
    fake.server.server_close()
