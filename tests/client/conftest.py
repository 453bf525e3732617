"""The real server on loopback, and a key for it."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import uvicorn
from django.core.asgi import get_asgi_application
from django.db import connections

from momo.platform.accounts import keys
from tests.conftest import World


@dataclass(frozen=True)
class Server:
    world: World
    url: str

    def key(self, who: str = "owner", *scopes: str) -> str:
        with self.world.acting_as(who):
            _, plain = keys.create_key(
                principal_id=self.world.scope(who).principal_id, name="client",
                scopes=scopes or ("read", "write", "admin"),
            )  # fmt: skip
        return plain


@pytest.fixture
def server(committed_world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    # A request's thread ends with it, and so must its connection.
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    settings = uvicorn.Config(
        get_asgi_application(), host="127.0.0.1", port=0, lifespan="off", log_level="error"
    )
    running = uvicorn.Server(settings)
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    port = running.servers[0].sockets[0].getsockname()[1]
    yield Server(committed_world, f"http://127.0.0.1:{port}")
    running.should_exit = True
    thread.join()
    connections.close_all()
