"""Which system account runs a server. Postgres refuses to run as root."""

import os
import pwd
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from momo.platform.embedded.errors import EmbeddedError
from momo.platform.embedded.tuning import ACCOUNT_TIMEOUT_S

POSTGRES_ACCOUNT = "momo-postgres"


class RunAs(TypedDict, total=False):
    """The arguments of subprocess.run that change the account."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """A system account, by its numbers."""

    uid: int
    gid: int

    @classmethod
    def current(cls) -> "Account":
        return cls(uid=os.geteuid(), gid=os.getegid())

    @classmethod
    def owning(cls, path: Path) -> "Account":
        found = path.stat()
        return cls(uid=found.st_uid, gid=found.st_gid)

    @property
    def is_current(self) -> bool:
        return self.uid == os.geteuid()

    def run_as(self) -> RunAs:
        if self.is_current:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def postgres_account() -> Account:
    """This process' account, or for root one of its own, created when missing.

    Raises EmbeddedError when root cannot create it.
    """
    if os.geteuid() != 0:
        return Account.current()
    return _find(POSTGRES_ACCOUNT) or _create(POSTGRES_ACCOUNT)


def _find(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(uid=entry.pw_uid, gid=entry.pw_gid)


def _create(name: str) -> Account:
    """Add a system account. Another process may be adding it, or hold the account database."""
    deadline = time.monotonic() + ACCOUNT_TIMEOUT_S
    while True:
        problem = _useradd(name)
        if account := _find(name):
            return account
        if problem is None or time.monotonic() > deadline:
            raise EmbeddedError(
                f"Postgres does not run as root and the account {name} cannot be created "
                f"({problem}): run as another user, or set DATABASE_URL"
            )
        time.sleep(0.2)


def _useradd(name: str) -> str | None:
    """What went wrong, or None."""
    options = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"]
    try:
        done = subprocess.run(  # noqa: S603 - fixed arguments
            ["useradd", *options, name],  # noqa: S607 - its folder differs between systems
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise EmbeddedError(
            "Postgres does not run as root and this system has no useradd: "
            "run as another user, or set DATABASE_URL"
        ) from None
    return done.stderr.strip() or None
