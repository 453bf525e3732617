"""A git repository on this machine, through the git program."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from connectors.contract import Refusal, SourceRecord, Visibility
from connectors.files.members import MIB
from connectors.files.times import EARLIEST
from connectors.git.log import MAX_FIELD_BYTES, Commit, commits, starting_point
from connectors.git.mapping import commit_record
from connectors.git.process import GitError, git_text
from connectors.git.remote import Remote, remote_of

_TOO_LONG = f"the message is longer than {MAX_FIELD_BYTES // MIB} MiB and was left out"
_STOPPED = "git could not read on: run `git fsck` there, or clone the repository again"


class GitConnector:
    """Reads commit and merge messages, oldest first."""

    kind = "git"
    source = "github"
    title = "Git repository"
    description = "A repository on the machine that Momo runs on: momo ingest git PATH."
    accepts = ()
    default_visibility = Visibility.SHARED
    ids_hold_by_place = True

    def count(self, path: Path) -> int:
        """How many commits there are. Raises UnreadableSource."""
        start = starting_point(path)
        if start is None:
            return 0
        try:
            return int(git_text(path, "rev-list", "--count", start, "--"))
        except (GitError, ValueError):
            return 0

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Every commit behind HEAD. Raises UnreadableSource for what is no repository."""
        start = starting_point(path)
        if start is None:
            return
        remote = _origin(path)
        container = remote.path or path.resolve().name.removesuffix(".git")
        earlier = EARLIEST
        try:
            for commit in commits(path, start):
                taken = _take(commit, remote, container, earlier)
                if isinstance(taken, SourceRecord):
                    earlier = taken.occurred_at
                yield taken
        except GitError:
            yield Refusal(container, _STOPPED)


git = GitConnector()


def _take(
    commit: Commit, remote: Remote, container: str, earlier: datetime
) -> SourceRecord | Refusal:
    if commit.message is None:
        return Refusal(f"commit {commit.sha}", _TOO_LONG)
    if not commit.message.strip():
        return Refusal(f"commit {commit.sha}", "the message is empty", skipped=True)
    return commit_record(commit, commit.message, remote, container=container, earlier=earlier)


def _origin(repository: Path) -> Remote:
    try:
        return remote_of(git_text(repository, "config", "--get", "remote.origin.url"))
    except GitError:  # git's answer where there is none
        return Remote()
