"""Where the embedded servers keep their files: a pure function of the data folder."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from momo.platform.embedded.tuning import SOCKET_PATH_MAX_BYTES

POSTGRES_SOCKET = ".s.PGSQL.5432"
REDIS_SOCKET = "redis.sock"

# libpq splits a host at commas and URLs give spaces and percent signs a meaning.
_PLAIN_PATH = re.compile(r"[A-Za-z0-9_./+-]+")
# Not the TMPDIR of the moment: every process must compute the same place.
_SHORT_ROOT = Path("/tmp")  # noqa: S108 - a private folder in it, whose owner is checked


@dataclass(frozen=True)
class Layout:
    """The files of one data folder. `root` is absolute, with symlinks resolved."""

    root: Path

    @classmethod
    def of(cls, data_dir: Path) -> "Layout":
        return cls(root=data_dir.expanduser().resolve())

    @property
    def postgres(self) -> Path:
        """Postgres' data directory, its log and, if the path is short enough, its socket."""
        return self.root / "postgres"

    @property
    def redis(self) -> Path:
        """Redis' configuration, append-only file, log and, as above, its socket."""
        return self.root / "redis"

    @property
    def lock_file(self) -> Path:
        """Held while servers are started or stopped."""
        return self.root / "services.lock"

    @property
    def sessions_file(self) -> Path:
        """Lock-shared by every process that uses the servers for a while."""
        return self.root / "sessions.lock"

    @property
    def keep_file(self) -> Path:
        """There when the servers were asked to stay until they are stopped by name."""
        return self.root / "keep-running"

    @property
    def short_root(self) -> Path:
        """Where the sockets go when the data folder's path is too long or not plain."""
        digest = hashlib.sha256(str(self.root).encode()).hexdigest()[:16]
        return _SHORT_ROOT / f"momo-{digest}"

    @property
    def has_short_sockets(self) -> bool:
        longest = str(self.postgres / POSTGRES_SOCKET)
        fits = len(longest.encode()) <= SOCKET_PATH_MAX_BYTES
        return not (fits and _PLAIN_PATH.fullmatch(longest))

    @property
    def postgres_socket_dir(self) -> Path:
        return self.short_root / "postgres" if self.has_short_sockets else self.postgres

    @property
    def redis_socket(self) -> Path:
        folder = self.short_root / "redis" if self.has_short_sockets else self.redis
        return folder / REDIS_SOCKET
