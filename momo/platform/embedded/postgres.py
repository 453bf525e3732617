"""One embedded Postgres: initialize, start, ask, stop. Callers hold the services' lock."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import psycopg

from momo.platform.embedded.accounts import Account, postgres_account
from momo.platform.embedded.binaries import postgres_installation, postgres_libraries
from momo.platform.embedded.errors import EmbeddedError
from momo.platform.embedded.folders import let_pass, let_read, passage_folder, private_folder
from momo.platform.embedded.layout import POSTGRES_SOCKET, Layout
from momo.platform.embedded.logs import tail
from momo.platform.embedded.processes import pid_in_file, processes_in, wait_until
from momo.platform.embedded.tuning import (
    POSTGRES_SETTINGS,
    PROBE_TIMEOUT_S,
    START_TIMEOUT_S,
    STOP_TIMEOUT_S,
)
from momo.platform.embedded.urls import superuser_url

MAJOR_VERSION = "18"

# Words are lowered and sorted alike on every system, whatever locales it has installed.
_INITDB = (
    "--username=postgres",
    "--auth-local=trust",
    "--auth-host=reject",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
)


def answers(layout: Layout) -> bool:
    """Whether it accepts connections now."""
    try:
        psycopg.connect(superuser_url(layout.root), connect_timeout=PROBE_TIMEOUT_S).close()
    except psycopg.OperationalError:
        return False
    return True


def pid(layout: Layout) -> int | None:
    return pid_in_file(layout.postgres / "postmaster.pid", layout.postgres)


def start(layout: Layout) -> None:
    """Bring it up, from nothing, from a clean stop or from a crash.

    Raises EmbeddedError with the log's end when it does not come up.
    """
    account = postgres_account()
    _prepare(layout, account)
    if pid(layout) is None:
        _forget_crash(layout)
        _launch(layout, account)
    # A server that somebody else launched may still be recovering.
    if not wait_until(lambda: answers(layout), START_TIMEOUT_S):
        raise EmbeddedError(f"Postgres does not answer. Its log ends:\n{tail(_log(layout))}")


def stop(layout: Layout) -> None:
    """Stop it cleanly; nothing happens when it is not running."""
    if pid(layout) is None:
        return
    command = ["stop", "--mode=fast", "--wait", f"--timeout={STOP_TIMEOUT_S:.0f}"]
    done = _run(Account.owning(layout.postgres), "pg_ctl", *command, f"--pgdata={layout.postgres}")
    if done.returncode != 0:
        raise EmbeddedError(f"Postgres does not stop. Its log ends:\n{tail(_log(layout))}")


def _prepare(layout: Layout, account: Account) -> None:
    if not account.is_current:
        for folder in (postgres_installation(), *postgres_libraries()):
            let_pass(folder)
            let_read(folder)
        let_pass(layout.postgres)
    if not (layout.postgres / "PG_VERSION").exists():
        _initialize(layout, account)
    private_folder(layout.postgres, account)
    _check_version(layout)
    if layout.has_short_sockets:
        passage_folder(layout.short_root)
        private_folder(layout.postgres_socket_dir, account)


def _initialize(layout: Layout, account: Account) -> None:
    """Make the database aside and move it in place whole: a kill half-way leaves nothing."""
    if layout.postgres.exists() and any(layout.postgres.iterdir()):
        raise EmbeddedError(f"{layout.postgres} holds no database: move it away, then try again")
    fresh = layout.postgres.with_name("postgres.new")
    shutil.rmtree(fresh, ignore_errors=True)
    private_folder(fresh, account)
    done = _run(account, "initdb", *_INITDB, f"--pgdata={fresh}")
    if done.returncode != 0:
        raise EmbeddedError(f"Postgres cannot make its database:\n{done.stderr.strip()}")
    fresh.rename(layout.postgres)


def _check_version(layout: Layout) -> None:
    found = (layout.postgres / "PG_VERSION").read_text().strip()
    if found != MAJOR_VERSION:
        raise EmbeddedError(
            f"{layout.postgres} was made by Postgres {found}, this is {MAJOR_VERSION}: dump it "
            "with the older Momo and restore it, or set MOMO_DATA_DIR to a new folder"
        )


def _forget_crash(layout: Layout) -> None:
    """Wait for a killed server's children to leave, then drop the lock files it left.

    Postgres would not start while they live, nor if its old number is in use: by another
    process, or by its own remains where nothing collects those (a container's process 1).
    """
    left = (
        layout.postgres / "postmaster.pid",
        layout.postgres_socket_dir / f"{POSTGRES_SOCKET}.lock",
    )
    if not any(path.exists() for path in left):
        return
    if not wait_until(lambda: not any(processes_in(layout.postgres)), START_TIMEOUT_S):
        raise EmbeddedError(f"processes of a killed Postgres still work in {layout.postgres}")
    for path in left:
        path.unlink(missing_ok=True)


def _launch(layout: Layout, account: Account) -> None:
    settings = {**POSTGRES_SETTINGS, "unix_socket_directories": str(layout.postgres_socket_dir)}
    options = " ".join(shlex.quote(f"--{name}={value}") for name, value in settings.items())
    command = ["start", "--wait", f"--timeout={START_TIMEOUT_S:.0f}", f"--log={_log(layout)}"]
    done = _run(account, "pg_ctl", *command, f"--pgdata={layout.postgres}", f"--options={options}")
    if done.returncode != 0:
        raise EmbeddedError(f"Postgres does not start. Its log ends:\n{tail(_log(layout))}")


def _log(layout: Layout) -> Path:
    return layout.postgres / "server.log"


def _run(account: Account, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one of Postgres' programs with none of this process' environment (PG*, LC_*)."""
    return subprocess.run(  # noqa: S603 - our own program and paths
        [postgres_installation() / "bin" / program, *arguments],
        cwd="/",
        env={"PATH": os.defpath, "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        **account.run_as(),
    )
