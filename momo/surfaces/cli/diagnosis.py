"""The checks behind `momo doctor`."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from importlib import metadata

import click
import redis
from django.conf import settings
from django.db import OperationalError, connection

from decisions.providers import providers
from lifecycle.reindex import teams_behind
from momo.platform.ai import ProviderError
from momo.surfaces.cli import diagnosis_sources, schema
from momo.surfaces.cli.finding import Finding

MINIMUM_POSTGRES = 15
MINIMUM_PGVECTOR = (0, 7)  # halfvec came with 0.7


def diagnose(servers: Callable[[], AbstractContextManager[None]]) -> list[Finding]:
    """Run every check; one that needs what an earlier one found missing is left out."""
    findings = [*_machine(), *_settings(), *diagnosis_sources.sources()]
    try:
        with servers():
            findings += [*_postgres(), *_redis(), *_models(), *diagnosis_sources.workers()]
    except click.ClickException as error:
        advice = "Check DATABASE_URL and REDIS_URL, or unset both to use the embedded servers."
        findings.append(Finding("servers", False, error.message, advice))
    return findings


def _machine() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("Python", sys.version_info >= (3, 11), version, "Install Python 3.11 or newer.")
    git = shutil.which("git")
    yield Finding(
        "git", git is not None, git or "not found", "Install git, to bring in repositories."
    )
    for package in ("django", "celery", "psycopg", "pgvector", "wordllama", "openai"):
        try:
            yield Finding(package, True, metadata.version(package))
        except metadata.PackageNotFoundError:
            yield Finding(package, False, "not installed", "Run: make run, which installs all.")


def _settings() -> Iterator[Finding]:
    yield Finding("settings", True, "production" if settings.PRODUCTION else "one's own machine")
    yield Finding("data folder", True, str(settings.DATA_DIR))
    keys = settings.MOMO_MASTER_KEYS
    yield Finding("master keys", True, f"{len(keys.keys)}, {keys.active!r} wraps")


def _postgres() -> Iterator[Finding]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version_num")
            number = int(cursor.fetchone()[0])
            cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
            row = cursor.fetchone()
            cursor.execute(
                "SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles "
                "WHERE rolname = current_user"
            )
            role, bypasses = cursor.fetchone()
    except OperationalError as error:
        advice = "Is it running, and does DATABASE_URL name it? docs/deploy.md has the steps."
        yield Finding("Postgres", False, type(error).__name__, advice)
        return
    yield Finding(
        "Postgres", number // 10_000 >= MINIMUM_POSTGRES, f"{number // 10_000}.{number % 10_000}",
        f"Momo needs Postgres {MINIMUM_POSTGRES} or newer.",
    )  # fmt: skip
    version = row[0] if row else ""
    recent = bool(row) and tuple(map(int, version.split(".")[:2])) >= MINIMUM_PGVECTOR
    yield Finding(
        "pgvector", recent, version or "not installed",
        "As a superuser, in Momo's database: CREATE EXTENSION vector; (0.7 or newer)",
    )  # fmt: skip
    yield Finding(
        "serving role", not bypasses, role,
        "Point DATABASE_URL at momo_app: a role with NOSUPERUSER and NOBYPASSRLS.",
    )  # fmt: skip
    yield from _migrations()


def _migrations() -> Iterator[Finding]:
    if "owner" not in settings.DATABASES:
        yield Finding("migrations", True, "not checked: this machine only serves")
        return
    waiting = schema.pending()
    yield Finding(
        "migrations", not waiting, f"{waiting} waiting" if waiting else "applied",
        "Run: momo migrate",
    )  # fmt: skip


def _redis() -> Iterator[Finding]:
    try:
        version = redis.Redis.from_url(settings.URLS.redis_url).info("server")["redis_version"]
    except redis.RedisError as error:
        advice = "Is it running, and does REDIS_URL name it? Without it nothing is lost, but slow."
        yield Finding("Redis", False, type(error).__name__, advice)
        return
    yield Finding("Redis", True, str(version))


def _models() -> Iterator[Finding]:
    models = providers()
    try:
        shape = models.embeddings.embed(["ready"]).shape if models.chat is None else ()
    except ProviderError as error:
        yield Finding("embeddings", False, models.embeddings.model, str(error))
    else:
        yield Finding("embeddings", True, f"{models.embeddings.model} {shape or ''}".strip())
    chat = models.chat.model if models.chat else "none: rules extract, answers quote"
    yield Finding("chat model", True, chat)
    yield from _index(models.embeddings.model)


def _index(model: str) -> Iterator[Finding]:
    """Whether all teams are searched with the configured model."""
    if "owner" not in settings.DATABASES or schema.pending():
        return
    behind = teams_behind(model)
    yield Finding(
        "vectors", not behind,
        f"{behind} teams are searched with another model" if behind else f"all of {model}",
        "What came since the change is found by its words alone. Run: momo reindex --every-team",
    )  # fmt: skip
