"""Running `momo` as its user does: a process of its own, on this test's database."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connections


def environment(**extra: str) -> dict[str, str]:
    """This test's servers and keys, by the variables a user would set."""
    return os.environ | {
        "MOMO_DATA_DIR": str(settings.DATA_DIR),
        "DATABASE_URL": _url("default"),
        "MOMO_OWNER_DATABASE_URL": _url("owner"),
        "REDIS_URL": settings.URLS.redis_url,
        "DJANGO_SETTINGS_MODULE": "momo.settings",
        **extra,
    }


def _url(alias: str) -> str:
    parameters = connections[alias].get_connection_params()
    password = f":{parameters['password']}" if parameters.get("password") else ""
    host, port = parameters["host"], parameters.get("port", 5432)
    return (
        f"postgresql://{parameters['user']}{password}@/{parameters['dbname']}"
        f"?host={host}&port={port}"
    )


@dataclass(frozen=True)
class Momo:
    """The command line as one person in one team."""

    team: str
    email: str

    def env(self) -> dict[str, str]:
        return environment(MOMO_TEAM=self.team, MOMO_USER=self.email)

    def start(self, *arguments: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "momo", *map(str, arguments)],
            env=self.env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def __call__(self, *arguments: object) -> str:
        """Run a command that must succeed; what it printed."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *arguments: object) -> Any:
        return json.loads(self(*arguments, "--json"))
