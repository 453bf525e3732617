"""A Momo of its own, as a newcomer starts it: `momo up` in an empty folder."""

import email
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import psutil

START_SECONDS = 90
STOP_SECONDS = 30
MAIL_SECONDS = 20
FIRST_PORT, PORTS, PORTS_APART = 8700, 25, 10
OURS = ("DATABASE_URL", "MOMO_OWNER_DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")


@dataclass(frozen=True)
class Installation:
    """Where it answers, what it printed, and what another of its processes is to be told."""

    address: str
    output: str
    folder: Path
    environment: Mapping[str, str] = field(repr=False)

    @property
    def demo_person(self) -> tuple[str, str]:
        """The address and the password of the demo team's owner."""
        told = re.search(r"Sign in as (\S+) with the password (\S+)", self.output)
        assert told
        return told[1], told[2]

    def mail_to(self, address: str, subject: str) -> str:
        """The text of the newest mail to this address whose subject has these words, once it is
        written."""
        deadline = time.monotonic() + MAIL_SECONDS
        while not (found := self._mails(address, subject)):
            assert time.monotonic() < deadline, f"no mail to {address} about {subject!r}"
            time.sleep(0.1)
        body = found[-1].get_body(("plain",))
        assert body
        return str(body.get_content())

    def _mails(self, address: str, subject: str) -> list[EmailMessage]:
        written = sorted(
            (self.folder / "mail").glob("*.log"), key=lambda path: path.stat().st_mtime
        )
        texts = [text for path in written for text in path.read_bytes().split(b"-" * 79)]
        mails = [
            email.message_from_bytes(text.strip(), policy=email.policy.default) for text in texts
        ]
        return [
            mail for mail in mails if address in str(mail["To"]) and subject in str(mail["Subject"])
        ]


@contextmanager
def installed(folder: Path, *options: str, **environment: str) -> Iterator[Installation]:
    """Started with one worker and these options, and stopped with all of its processes."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    # Far from each other, so that two that start at once do not find the same port free.
    port = FIRST_PORT + PORTS_APART * (os.getpid() % PORTS)
    own = {"MOMO_DATA_DIR": str(folder), "MOMO_PORT": str(port), "PYTHONUNBUFFERED": "1"}
    told = kept | own | environment
    log = folder / "up.log"
    command = [sys.executable, "-m", "momo", "up", "--workers", "1", *options]
    with log.open("wb") as out:
        up = subprocess.Popen(command, env=told, stdout=out, stderr=out)
    try:
        _wait_for(log, up)
        address = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
        assert address
        yield Installation(address[0], log.read_text(), folder, told)
    finally:
        _stop(up, log)


def _wait_for(log: Path, up: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while "Stop with Ctrl-C" not in log.read_text():
        assert up.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.2)


def _stop(up: subprocess.Popen[bytes], log: Path) -> None:
    children = psutil.Process(up.pid).children(recursive=True) if up.poll() is None else []
    up.send_signal(signal.SIGINT)
    assert up.wait(timeout=STOP_SECONDS) == 0, log.read_text()
    assert not [c for c in children if c.is_running() and c.status() != psutil.STATUS_ZOMBIE]
