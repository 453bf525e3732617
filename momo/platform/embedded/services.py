"""The embedded servers of one data folder: shared by processes, owned by none."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from momo.platform.embedded import postgres, redis
from momo.platform.embedded.bootstrap import bootstrap_embedded
from momo.platform.embedded.errors import EmbeddedError
from momo.platform.embedded.layout import Layout
from momo.platform.embedded.locks import exclusively, is_deserted, present
from momo.platform.embedded.urls import Urls, embedded_urls


@dataclass(frozen=True)
class Status:
    """Process numbers of the embedded servers; None for one that is not running."""

    postgres_pid: int | None
    redis_pid: int | None


class Services:
    """Starts, shares and stops the embedded servers of `data_dir`.

    `urls` (from `resolve_urls`) says which of the two are embedded; both by default. A server
    that is not embedded is never started, asked or stopped. Every method may be called from
    several processes at once. All raise EmbeddedError, whose message says what to do.
    """

    def __init__(self, data_dir: Path, urls: Urls | None = None) -> None:
        self.urls = urls or embedded_urls(data_dir)
        self._layout = Layout.of(data_dir)

    def ensure(self) -> Urls:
        """Have the servers running, and keep them so until `stop`, whoever leaves."""
        with self._locked():
            self._start_missing()
            self._layout.keep_file.touch()
        return self.urls

    def ensure_postgres(self) -> Urls:
        """`ensure` for Postgres alone."""
        with self._locked():
            self._start_postgres()
            self._layout.keep_file.touch()
        return self.urls

    def ensure_redis(self) -> Urls:
        """`ensure` for Redis alone."""
        with self._locked():
            self._start_redis()
            self._layout.keep_file.touch()
        return self.urls

    @contextmanager
    def session(self) -> Iterator[Urls]:
        """Have the servers running in the block; the last session to leave stops them.

        Killed processes do not count, and servers that `ensure` asked for stay.
        """
        with ExitStack() as presence:
            with self._locked():
                if self.status() == Status(None, None):
                    self._layout.keep_file.unlink(missing_ok=True)
                self._start_missing()
                presence.enter_context(present(self._layout.sessions_file))
            try:
                yield self.urls
            finally:
                with self._locked():
                    presence.close()
                    self._stop_if_deserted()

    def status(self) -> Status:
        """Which embedded servers run now. Starts nothing."""
        with self._own_folder():
            return Status(
                postgres_pid=postgres.pid(self._layout) if self.urls.embedded_postgres else None,
                redis_pid=redis.pid(self._layout) if self.urls.embedded_redis else None,
            )

    def stop(self) -> None:
        """Stop the servers cleanly, whoever uses them."""
        if self._layout.root.exists():
            with self._locked():
                self._stop()

    def _start_missing(self) -> None:
        # Postgres first: it is the likelier to fail, and then nothing is left running.
        self._start_postgres()
        self._start_redis()

    def _start_redis(self) -> None:
        if self.urls.embedded_redis and not redis.answers(self._layout):
            redis.start(self._layout)

    def _start_postgres(self) -> None:
        if self.urls.embedded_postgres:
            if not postgres.answers(self._layout):
                postgres.start(self._layout)
            bootstrap_embedded(self._layout)

    def _stop_if_deserted(self) -> None:
        if is_deserted(self._layout.sessions_file) and not self._layout.keep_file.exists():
            self._stop()

    def _stop(self) -> None:
        if self.urls.embedded_redis:
            redis.stop(self._layout)
        if self.urls.embedded_postgres:
            postgres.stop(self._layout)
        self._layout.keep_file.unlink(missing_ok=True)
        if self._layout.has_short_sockets:
            shutil.rmtree(self._layout.short_root, ignore_errors=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._own_folder():
            self._layout.root.mkdir(parents=True, exist_ok=True)
            with exclusively(self._layout.lock_file):
                yield

    @contextmanager
    def _own_folder(self) -> Iterator[None]:
        try:
            yield
        except PermissionError as error:
            raise EmbeddedError(
                f"{error.filename} belongs to another account: run as that account, "
                "or set MOMO_DATA_DIR to a folder of your own"
            ) from error
