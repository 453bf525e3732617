"""A repository's history as git prints it, commit by commit, in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from connectors.contract import UnreadableSource
from connectors.files.members import CHUNK_BYTES, MIB, ByteStream
from connectors.files.text import decode
from connectors.git.process import GitError, git_output, git_text

MAX_FIELD_BYTES = MIB  # of a message; longer ones are generated
_FIELDS = (
    "%H",
    "%aN",
    "%aE",
    "%aI",
    "%cI",
    "%B",
)  # with names as the repository's .mailmap has them
_NOT_A_REPOSITORY = (
    "It is not a git repository that can be read: give the folder that holds .git, or a bare"
    " repository."
)


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. The times are ISO 8601; `message` is None where it was too long to keep."""

    sha: str
    name: str
    email: str
    authored: str
    committed: str
    message: str | None


def starting_point(repository: Path) -> str | None:
    """What to read: HEAD, or every branch where HEAD points nowhere; None without any commit.

    Raises UnreadableSource for what is no repository.
    """
    if not repository.is_dir():
        raise UnreadableSource(_NOT_A_REPOSITORY)
    try:
        git_text(repository, "rev-parse", "--git-dir")
        has_refs = bool(git_text(repository, "for-each-ref", "--count=1"))
    except (GitError, OSError) as error:
        raise UnreadableSource(_NOT_A_REPOSITORY) from error
    try:
        git_text(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except GitError:
        return "--all" if has_refs else None
    return "HEAD"


def commits(repository: Path, start: str) -> Iterator[Commit]:
    """The history, oldest first. Raises GitError where git stops before its end."""
    options = ("-z", "--reverse", "--topo-order", "--encoding=UTF-8", "--no-color", "--no-patch")
    layout = "--format=" + "%x00".join(_FIELDS)
    with git_output(repository, "log", *options, layout, start, "--") as output:
        fields = _fields(output)
        for sha in fields:
            rest = [next(fields, b"") for _ in _FIELDS[1:]]
            name, email, authored, committed = (decode(part or b"") for part in rest[:4])
            message = None if rest[4] is None else decode(rest[4])
            yield Commit(decode(sha or b""), name, email, authored, committed, message)


def _fields(stream: ByteStream) -> Iterator[bytes | None]:
    """Fields that each end with a NUL; None for one that is too long, which is not kept."""
    held = b""
    too_long = False
    while chunk := stream.read(CHUNK_BYTES):
        *whole, held = (held + chunk).split(b"\0")
        for field in whole:
            yield None if too_long or len(field) > MAX_FIELD_BYTES else field
            too_long = False
        if len(held) > MAX_FIELD_BYTES:
            held, too_long = b"", True
