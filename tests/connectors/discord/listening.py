"""Momo's gateway in a thread, at the fake Discord's websocket."""

import asyncio
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from connectors.discord.connector import discord
from connectors.discord.fake import FakeDiscord
from connectors.discord.gateway import run_gateway
from connectors.live.app import read_app
from connectors.live.contract import Incoming

WAIT_SECONDS = 20.0


class Listening:
    """`with Listening(fake) as gateway:` — `arrived` is what came, in order."""

    def __init__(self, fake: FakeDiscord, take: Callable[[Incoming], object] | None = None) -> None:
        self.fake = fake
        self.arrived: list[Incoming] = []
        self.failure: BaseException | None = None
        self._take = take
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.until(lambda: "GUILD_CREATE" in self.names)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def names(self) -> list[str]:
        return [incoming.event for incoming in self.arrived]

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what other threads do; a failure ends the wait."""
        end = time.monotonic() + WAIT_SECONDS
        while not holds():
            if self.failure:
                raise self.failure
            assert time.monotonic() < end, f"nothing but {self.names} came"
            time.sleep(0.005)

    def stop(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(WAIT_SECONDS)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        app = read_app("discord", discord.app_settings, self.fake.app_settings())
        self._task = self._loop.create_task(run_gateway(app, self._keep))
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # noqa: BLE001  (for the test to raise)
            self.failure = error
        finally:
            self._loop.close()

    def _keep(self, incoming: Incoming) -> None:
        if self._take:
            self._take(incoming)
        self.arrived.append(incoming)
