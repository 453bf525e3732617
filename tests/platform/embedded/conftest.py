import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from momo.platform.embedded import Services

_CHECKOUT = Path(__file__).resolve().parents[3]
_PRELUDE = """
import os, signal, sys
from pathlib import Path
from momo.platform.embedded import Services
servers = Services(Path(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def make_folder() -> Iterator[Callable[[str], Path]]:
    """Data folders of any name, whose servers are stopped and files removed afterwards."""
    # Not tmp_path: pytest closes its parents to the account that runs Postgres for root.
    root = Path(tempfile.mkdtemp(prefix="momo-"))
    made: list[Path] = []

    def make(name: str) -> Path:
        made.append(root / name)
        return made[-1]

    yield make
    for folder in made:
        Services(folder).stop()
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def folder(make_folder: Callable[[str], Path]) -> Path:
    """One data folder for a module's tests, since making a database takes longest."""
    return make_folder("data")


@pytest.fixture
def servers(folder: Path) -> Iterator[Services]:
    """The servers of `folder`, stopped before and after a test."""
    servers = Services(folder)
    yield servers
    servers.stop()


@pytest.fixture
def in_another_process(folder: Path) -> Callable[[str], "subprocess.Popen[str]"]:
    """Start a program that has `servers` for the same folder; its input and output are pipes."""

    def start(code: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", _PRELUDE + code, folder],
            cwd=_CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    return start


@pytest.fixture
def other_session(
    in_another_process: Callable[[str], "subprocess.Popen[str]"],
) -> Callable[[], AbstractContextManager["subprocess.Popen[str]"]]:
    """A context: another process is in a session; leaving the context ends it in good order."""

    @contextmanager
    def other() -> Iterator["subprocess.Popen[str]"]:
        code = "with servers.session(): print('in', flush=True); sys.stdin.read()"
        with in_another_process(code) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "in\n"
            yield process

    return other
