"""Runs the git program on a repository that may be hostile: it reads, and runs nothing."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from connectors.contract import UnreadableSource
from connectors.files.text import decode

# A repository's own configuration can name programs to run and remotes to fetch from.
_SAFE_CONFIG = {
    "safe.directory": "*",  # reading the repository of another user is what an import is
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "protocol.allow": "never",
    "log.showSignature": "false",
    "core.pager": "cat",
}
_SAFE_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
}
_NO_GIT = "The git program is missing: install git and try again."


class GitError(Exception):
    """Git ended with an error."""


def git_text(folder: Path, *arguments: str, search_above: bool = False) -> str:
    """What a short git command prints. Raises GitError and UnreadableSource."""
    with git_output(folder, *arguments, search_above=search_above) as output:
        return decode(output.read()).strip()


@contextmanager
def git_output(folder: Path, *arguments: str, search_above: bool = False) -> Iterator[IO[bytes]]:
    """What a git command prints, while it runs; with `search_above`, in a repository's subfolder.

    Raises GitError when all is read and git ended badly, UnreadableSource without git.
    """
    with subprocess.Popen(  # noqa: S603  a fixed program, no shell, and no path among the options
        [*_git(), *arguments], cwd=folder, env=_environment(folder, search_above=search_above),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        output = process.stdout
        assert output is not None
        try:
            yield output
        finally:
            is_unread = bool(output.read(1))
            if is_unread:
                process.kill()
    if not is_unread and process.returncode != 0:
        raise GitError


def _git() -> list[str]:
    program = shutil.which("git")
    if program is None:
        raise UnreadableSource(_NO_GIT)
    options = [part for key, value in _SAFE_CONFIG.items() for part in ("-c", f"{key}={value}")]
    return [program, "--no-pager", "--no-replace-objects", "--no-optional-locks", *options]


def _environment(folder: Path, *, search_above: bool) -> dict[str, str]:
    """No GIT_ variable of the caller's, no network, and no search above unless it is wanted."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    ceiling = {} if search_above else {"GIT_CEILING_DIRECTORIES": str(folder.resolve().parent)}
    return kept | _SAFE_ENVIRONMENT | ceiling
