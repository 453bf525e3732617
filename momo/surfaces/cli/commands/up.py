"""`momo up`: everything, on this machine."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from django.conf import settings

from momo.surfaces.cli import schema, session
from momo.surfaces.cli.show import err, inert, out
from momo.surfaces.cli.supervisor import Supervisor, free_port, python, wait_for
from momo.surfaces.demo import load

WEB_START_SECONDS = 60.0


@click.command()
@click.option("--port", type=int, default=8000, envvar="MOMO_PORT", help="Or the next free one.")
@click.option("--demo/--no-demo", default=True, help="A demo team, where there is no team yet.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=max(1, min(4, (os.cpu_count() or 2) - 1)),
    show_default=True,
    help="Processes that work through backfills.",
)
def up(port: int, demo: bool, workers: int) -> None:
    """Start Momo: web, workers and scheduler, with an embedded Postgres and Redis.

    DATABASE_URL and REDIS_URL name real servers instead. Stop it with Ctrl-C.
    """
    with ExitStack() as running:
        with _step("Starting Postgres and Redis"):
            running.enter_context(session.servers())
        _prepare()
        port = free_port(port)
        supervisor = _supervisor(port, workers)
        supervisor.start()
        try:
            with _step("Starting web, workers and scheduler"):
                if not wait_for(port, supervisor, seconds=WEB_START_SECONDS):
                    raise click.ClickException(f"The web server did not start: see {_logs()}")
            if demo:
                _demo()
            _welcome(port)
            supervisor.watch()
        finally:
            with _step("Stopping"):
                supervisor.stop()


def _prepare() -> None:
    waiting = schema.pending()
    if waiting:
        with _step(f"Migrating the database ({waiting} migrations)"):
            schema.migrate()
    schema.refuse_unbound_role()


def _supervisor(port: int, workers: int) -> Supervisor:
    supervisor = Supervisor(_logs(), os.environ | {"DJANGO_SETTINGS_MODULE": "momo.settings"})
    supervisor.add(
        "web",
        *python("uvicorn", "momo.asgi:application", "--host", "127.0.0.1", "--port", str(port)),
        "--no-access-log",
    )
    # A queue has its own processes, so that a backfill never delays a message that just came.
    for queue, processes in (("realtime", 1), ("backfill", workers)):
        supervisor.add(
            queue,
            *python("celery", "--app", "momo.celery", "worker", "--queues", queue),
            *("--concurrency", str(processes), "--hostname", f"{queue}@%h", "--loglevel", "INFO"),
            "--without-gossip",
            "--without-mingle",
        )
    supervisor.add("scheduler", *python("celery", "--app", "momo.celery", "beat"))
    return supervisor


def _demo() -> None:
    if load.is_wanted():
        with _step("Bringing in the demo team's mails, messages, commits and pages"):
            team = load.load(on_step=lambda text: err.print(f"    {text}"))
            session.write_profile(team=team.team, user=team.email)


def _welcome(port: int) -> None:
    out.print(f"\n[bold]Momo is at http://127.0.0.1:{port}[/]   API: /api/docs/")
    demo = load.existing()
    if demo:
        out.print(f"Sign in as [bold]{demo.email}[/] with the password [bold]{demo.password}[/]")
        out.print(f'\nAsk it something: momo ask "{inert(demo.question)}"')
        out.print(f"\n{inert(load.answer(demo))}")
    out.print("\nStop with Ctrl-C.", style="dim")


def _logs() -> Path:
    return Path(settings.DATA_DIR) / "logs"


@contextmanager
def _step(what: str) -> Iterator[None]:
    """Show what is going on, and that it is done."""
    with err.status(what):
        yield
    err.print(f"[green]✓[/] {what}")
