"""`momo up`: everything, on this machine."""

import os
from contextlib import ExitStack
from pathlib import Path

import click
from django.conf import settings

from connectors.live import gateways
from momo.surfaces.cli import live, running, schema, session
from momo.surfaces.cli.show import err, inert, out, step
from momo.surfaces.cli.supervisor import Supervisor, free_port, python, wait_for
from momo.surfaces.demo import load

WEB_START_SECONDS = 60.0
WORKERS_NICENESS = 5  # whoever waits for an answer, a person or a service, goes first


@click.command()
@click.option(
    "--port",
    type=int,
    default=running.DEFAULT_PORT,
    envvar="MOMO_PORT",
    help="Or the next free one.",
)
@click.option("--demo/--no-demo", default=True, help="A demo team, where there is no team yet.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=max(1, min(4, (os.cpu_count() or 2) - 1)),
    show_default=True,
    help="Processes that work through backfills.",
)
@click.option("--live-demo", is_flag=True, help="Connect the demo team to services played here.")
def up(port: int, demo: bool, workers: int, live_demo: bool) -> None:
    """Start Momo: web, workers and scheduler, with an embedded Postgres and Redis.

    DATABASE_URL and REDIS_URL name real servers instead. Stop it with Ctrl-C.
    """
    if live_demo and settings.PRODUCTION:
        raise click.UsageError("--live-demo plays services for one's own machine only.")
    with ExitStack() as held:
        with step("Starting Postgres and Redis"):
            held.enter_context(session.servers())
        _prepare()
        port = free_port(port)
        held.enter_context(running.noted(port))
        live.forget_services()
        services = live.play_services(port, _logs()) if live_demo else []
        supervisor = supervisor_of(port, workers, _logs())
        supervisor.children += services
        supervisor.start()
        try:
            with step("Starting web, workers and scheduler"):
                if not wait_for(port, supervisor, seconds=WEB_START_SECONDS):
                    raise click.ClickException(f"The web server did not start: see {_logs()}")
            if demo or live_demo:
                _demo()
            _welcome(port)
            if live_demo:
                live.connect(port)
            out.print("Stop with Ctrl-C.", style="dim")
            supervisor.watch()
        finally:
            with step("Stopping"):
                supervisor.stop()
            live.forget_services()


def _prepare() -> None:
    waiting = schema.pending()
    if waiting:
        with step(f"Migrating the database ({waiting} migrations)"):
            schema.migrate()
    schema.refuse_unbound_role()


def supervisor_of(port: int, workers: int, logs: Path) -> Supervisor:
    """Momo's processes, not started yet."""
    supervisor = Supervisor(logs, os.environ | {"DJANGO_SETTINGS_MODULE": "momo.settings"})
    supervisor.add(
        "web",
        *python("uvicorn", "momo.asgi:application", "--host", "127.0.0.1", "--port", str(port)),
        "--no-access-log",
    )
    # A queue has its own processes, so that a backfill never delays a message that just came.
    for queue, processes in (("realtime", 1), ("sync", 2), ("backfill", workers)):
        supervisor.add(
            queue,
            *python("celery", "--app", "momo.celery", "worker", "--queues", queue),
            *("--concurrency", str(processes), "--hostname", f"{queue}@%h", "--loglevel", "INFO"),
            "--without-gossip",
            "--without-mingle",
            niceness=WORKERS_NICENESS,
        )
    supervisor.add("scheduler", *python("celery", "--app", "momo.celery", "beat"))
    if gateways.listening():
        supervisor.add("gateway", *python("momo", "gateway"))
    return supervisor


def _demo() -> None:
    if load.is_wanted():
        with step("Bringing in the demo team's mails, messages, commits and pages"):
            team = load.load(on_step=lambda text: err.print(f"    {text}"))
            session.write_profile(team=team.team, user=team.email)


def _welcome(port: int) -> None:
    out.print(f"\n[bold]Momo is at {running.local(port)}[/]   API: /api/docs/")
    demo = load.existing()
    if demo:
        out.print(f"Sign in as [bold]{demo.email}[/] with the password [bold]{demo.password}[/]")
        out.print(f'\nAsk it something: momo ask "{inert(demo.question)}"')
        out.print(f"\n{inert(load.answer(demo))}")
    out.print()


def _logs() -> Path:
    return Path(settings.DATA_DIR) / "logs"
