"""Running the web server, the workers and the scheduler as children, until told to stop."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

STOP_SECONDS = 10.0  # for a child to finish its batch; then it is killed, and loses nothing
RESTART_SECONDS = 2.0  # before a child that died is started again
POLL_SECONDS = 0.3


@dataclass(slots=True)
class Child:
    """A process and where it logs."""

    name: str
    command: Sequence[str]
    niceness: int = 0  # how far it lets others go first, as nice(1) counts
    process: subprocess.Popen[bytes] | None = None
    restart_at: float = 0.0


@dataclass(slots=True)
class Supervisor:
    """Keeps children running. Each logs to `<logs>/<name>.log`."""

    logs: Path
    environment: Mapping[str, str]
    children: list[Child] = field(default_factory=list)
    stopping: bool = False

    def add(self, name: str, *command: str, niceness: int = 0) -> None:
        self.children.append(Child(name, command, niceness))

    def start(self) -> None:
        self.logs.mkdir(parents=True, exist_ok=True)
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(signum, self._on_signal)
        for child in self.children:
            if child.process is None:
                self._spawn(child)

    def watch(self) -> None:
        """Block until told to stop, starting again what dies."""
        while not self.stopping:
            self.tend()
            time.sleep(POLL_SECONDS)

    def tend(self) -> None:
        """Start again the children that have died, each after a short wait."""
        now = time.monotonic()
        for child in self.children:
            if child.process is not None and child.process.poll() is not None:
                child.process, child.restart_at = None, now + RESTART_SECONDS
            if child.process is None and now >= child.restart_at:
                self._spawn(child)

    def stop(self) -> None:
        """Ask the children to finish, then insist."""
        self.stopping = True
        running = [c.process for c in self.children if c.process is not None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _spawn(self, child: Child) -> None:
        with (self.logs / f"{child.name}.log").open("ab") as log:
            child.process = subprocess.Popen(  # noqa: S603  (our own commands)
                child.command,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C reaches this process alone, which stops them
            )
        if child.niceness:
            os.setpriority(os.PRIO_PROCESS, child.process.pid, child.niceness)

    def _on_signal(self, signum: int, frame: FrameType | None) -> None:
        self.stopping = True


def python(*arguments: str) -> tuple[str, ...]:
    """A command of this very Python."""
    return (sys.executable, "-m", *arguments)


def free_port(wanted: int, host: str = "127.0.0.1") -> int:
    """`wanted`, or the next port above it that nothing listens on."""
    for port in range(wanted, wanted + 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port from {wanted} to {wanted + 99}")


def wait_for(port: int, supervisor: Supervisor, *, seconds: float, host: str = "127.0.0.1") -> bool:
    """Wait until something answers on a port, tending the children meanwhile."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not supervisor.stopping:
        with socket.socket() as probe:
            probe.settimeout(0.2)
            if probe.connect_ex((host, port)) == 0:
                return True
        supervisor.tend()
        time.sleep(0.1)
    return False
