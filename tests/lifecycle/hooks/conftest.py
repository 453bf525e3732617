"""A receiver of webhooks on loopback, and endpoints that send to it."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from standardwebhooks.webhooks import Webhook

from lifecycle.hooks import endpoints, send
from lifecycle.hooks.events import EVENTS
from lifecycle.hooks.models import WebhookDelivery
from lifecycle.scheduling.models import Schedule


class Receiver:
    """What it took, by message, and what it answers next: a status with headers, or a callable."""

    def __init__(self, port=0):
        self.taken, self.answers = [], []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = receiver.answers.pop(0) if receiver.answers else (204, {})
                status, headers = answer() if callable(answer) else answer
                if status < 300:
                    receiver.taken.append((dict(self.headers.items()), body))
                self.send_response(status)
                for name, value in {"Content-Length": "0", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}/momo"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def messages(self, secret):
        """What it took, each verified as receivers do it."""
        return [Webhook(secret).verify(body, headers) for headers, body in self.taken]

    def ids(self):
        return [headers["webhook-id"] for headers, _ in self.taken]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def endpoint(world, receiver):
    return make(world, receiver.url)


def make(world, url, who="owner", events=EVENTS):
    """An endpoint with its secret at `.secret`."""
    with world.acting_as(who):
        made, secret = endpoints.create(url=url, events=list(events))
    made.secret = secret
    return made


def turn(endpoint):
    """A worker's turn at it, whenever it is due."""
    send.take_turn(Schedule.objects.get(subject_id=endpoint.id).id)


def deliveries(world, endpoint, who="owner"):
    with world.acting_as(who):
        rows = WebhookDelivery.objects.filter(endpoint_id=endpoint.id)
        return list(rows.order_by("created_at", "id"))


def due_again(world, endpoint):
    """What waits is due now."""
    with world.acting_as("owner"):
        rows = WebhookDelivery.objects.filter(endpoint_id=endpoint.id, state="waiting")
        rows.update(due_at="2026-01-01T00:00:00Z")
