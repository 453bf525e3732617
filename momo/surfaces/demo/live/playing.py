"""Running the fakes until told to stop, each playing its scenario."""

import json
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from connectors.fakes.server import FakeProvider
from momo.surfaces.demo.live import cast


def play(first_port: int, momo: str, settings: Path, *, wait: Callable[[], object]) -> None:
    """Start all fakes, write the variables that point Momo at them, and play until `wait` ends.

    What happens while Momo does not answer is lost on the way, as it would be anywhere: a service
    brings it in later.
    """
    with ExitStack() as running:
        fakes = cast.fakes(first_port, momo)
        for fake in fakes.values():
            running.enter_context(fake)
        _write(settings, fakes)
        for kind, fake in fakes.items():
            fake.deliver = _quietly(fake)
            threading.Thread(target=fake.play, args=[cast.scenario(kind)], daemon=True).start()
        wait()


def until_stopped() -> None:
    stopped = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopped.set())
    stopped.wait()


def _quietly(fake: FakeProvider) -> Callable[..., int]:
    import httpx2

    send = fake.deliver

    def deliver(*delivery: object) -> int:
        try:
            return send(*delivery)  # type: ignore[arg-type]
        except httpx2.TransportError:
            return 0

    return deliver


def _write(path: Path, fakes: dict[str, FakeProvider]) -> None:
    """Whole or not at all: whoever waits for the file reads it at once."""
    values: dict[str, str] = {}
    for fake in fakes.values():
        values |= fake.app_settings()  # type: ignore[attr-defined]  # each fake has it
    half = path.with_suffix(".half")
    half.write_text(json.dumps(values))
    half.chmod(0o600)
    half.rename(path)
