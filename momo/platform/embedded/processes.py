"""Telling a server's process from another that was given its number later."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

from momo.platform.embedded.tuning import POLL_INTERVAL_S


def pid_in_file(pid_file: Path, folder: Path) -> int | None:
    """The process that `pid_file` names, if it lives and works in `folder`; else None.

    Both servers stay in their data folder, so a recycled process number is not mistaken for
    one of them.
    """
    try:
        pid = int(pid_file.read_text().split()[0])
    except (FileNotFoundError, NotADirectoryError, ValueError, IndexError):
        return None
    return pid if psutil.pid_exists(pid) and _works_in(psutil.Process(pid), folder) else None


def processes_in(folder: Path) -> Iterator[psutil.Process]:
    """Every live process that works in `folder`."""
    return (process for process in psutil.process_iter() if _works_in(process, folder))


def wait_until(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Whether `condition` came true within `timeout_s` seconds."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_INTERVAL_S)
    return True


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return Path(process.cwd()) == folder
    except (psutil.NoSuchProcess, psutil.AccessDenied, FileNotFoundError):
        return False
