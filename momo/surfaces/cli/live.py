"""The live demo of `momo up`: five services played on this machine, and the demo team in them."""

import json
import os
import time
from pathlib import Path

import click
from django.conf import settings

from momo.surfaces.cli import running
from momo.surfaces.cli.show import inert, out, step
from momo.surfaces.cli.supervisor import Child, Supervisor, free_port, python
from momo.surfaces.demo import load

FIRST_PORT = 8100
START_SECONDS = 30.0


def play_services(port: int, logs: Path) -> list[Child]:
    """Start the services; all that is started from now on finds them. Returns their process.

    Raises click.ClickException.
    """
    told = Path(settings.PLAYED_SERVICES)
    forget_services()
    supervisor = Supervisor(logs, os.environ)
    momo = ("--momo", running.local(port), "--settings", str(told))
    first = str(free_port(FIRST_PORT))
    supervisor.add("services", *python("momo", "fakes", "--first-port", first), *momo)
    with step("Starting Gmail, GitHub, Notion, Slack and Discord as played here"):
        supervisor.start()
        deadline = time.monotonic() + START_SECONDS
        while not told.exists():
            if time.monotonic() > deadline or supervisor.stopping:
                supervisor.stop()
                raise click.ClickException(f"The services did not start: see {logs}")
            time.sleep(0.1)
    settings.MOMO_APPS = json.loads(told.read_text()) | settings.MOMO_APPS
    return supervisor.children


def forget_services() -> None:
    """They are not played any more, or were by a process that was killed."""
    told = Path(settings.PLAYED_SERVICES)
    if told.exists():
        played = json.loads(told.read_text()).items()
        settings.MOMO_APPS = dict(settings.MOMO_APPS.items() - played)
        told.unlink()


def connect(port: int) -> None:
    """Connect the demo team to all of them, and say what to look at.

    Raises click.ClickException where there is no demo team.
    """
    from momo.surfaces.demo.live import connecting  # an HTTP client, which few commands need

    demo = load.existing()
    if demo is None:
        raise click.ClickException(
            "There is no demo team in this data folder: set MOMO_DATA_DIR to an empty one."
        )
    try:
        for kind, said in connecting.connect_all(running.local(port), demo):
            out.print(f"{kind}: {inert(said)}")
    except connecting.NotConnected as error:
        raise click.ClickException(str(error)) from None
    out.print(
        "\nFor some minutes people go on to write, edit and delete there. Watch it:\n"
        "  momo connections\n"
        "  momo decisions list\n"
        '  momo ask "What did we decide about offline bookings on the tablet?"\n'
    )
