"""One embedded Redis: start, ask, stop. Callers hold the services' lock."""

import os
import signal
import socket
import subprocess
from pathlib import Path

from momo.platform.embedded.accounts import Account
from momo.platform.embedded.binaries import redis_program
from momo.platform.embedded.errors import EmbeddedError
from momo.platform.embedded.folders import passage_folder, private_folder
from momo.platform.embedded.layout import Layout
from momo.platform.embedded.logs import tail
from momo.platform.embedded.processes import pid_in_file, wait_until
from momo.platform.embedded.tuning import (
    PROBE_TIMEOUT_S,
    REDIS_SETTINGS,
    START_TIMEOUT_S,
    STOP_TIMEOUT_S,
)


def answers(layout: Layout) -> bool:
    """Whether it serves now; not while it is still loading its data."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PROBE_TIMEOUT_S)
        try:
            connection.connect(str(layout.redis_socket))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def pid(layout: Layout) -> int | None:
    return pid_in_file(layout.redis / REDIS_SETTINGS["pidfile"], layout.redis)


def start(layout: Layout) -> None:
    """Bring it up. Raises EmbeddedError with the log's end when it does not come up."""
    account = Account.current()
    private_folder(layout.redis, account)
    if layout.has_short_sockets:
        passage_folder(layout.short_root)
        private_folder(layout.redis_socket.parent, account)
    if pid(layout) is None:
        _launch(layout)
    if not wait_until(lambda: answers(layout), START_TIMEOUT_S):
        raise EmbeddedError(f"Redis does not answer. Its log ends:\n{tail(_log(layout))}")


def stop(layout: Layout) -> None:
    """Stop it cleanly, its data written; nothing happens when it is not running."""
    running = pid(layout)
    if running is None:
        return
    os.kill(running, signal.SIGTERM)
    if not wait_until(lambda: pid(layout) is None, STOP_TIMEOUT_S):
        raise EmbeddedError(f"Redis does not stop. Its log ends:\n{tail(_log(layout))}")


def _launch(layout: Layout) -> None:
    settings = {**REDIS_SETTINGS, "unixsocket": str(_socket_setting(layout))}
    configuration = layout.redis / "redis.conf"
    configuration.write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    # The working folder stands for the data folder's path, which may hold any character.
    done = subprocess.run(  # noqa: S603 - our own program
        [redis_program(), configuration.name],
        cwd=layout.redis,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise EmbeddedError(f"Redis does not start:\n{(done.stderr or done.stdout).strip()}")


def _socket_setting(layout: Layout) -> Path:
    """Relative where it can be, since a relative name has no length limit to speak of."""
    if layout.redis_socket.parent == layout.redis:
        return Path(layout.redis_socket.name)
    return layout.redis_socket


def _log(layout: Layout) -> Path:
    return layout.redis / REDIS_SETTINGS["logfile"]
