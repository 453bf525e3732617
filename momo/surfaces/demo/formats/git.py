"""A real git repository, made by running git with set authors and dates."""

import os
import shutil
import subprocess
from pathlib import Path

from momo.surfaces.demo.edition import Edition
from momo.surfaces.demo.formats.places import Places
from momo.surfaces.demo.story import Character, Commit


def git_is_installed() -> bool:
    """Whether there is a git to run."""
    return shutil.which("git") is not None


def write_repository(path: Path, edition: Edition) -> Places:
    """Make the repository. An item's place is its commit's hash.

    Raises subprocess.CalledProcessError where git fails.
    """
    path.mkdir()
    _git(path, "init", "--quiet", "--template=")
    _git(path, "symbolic-ref", "HEAD", "refs/heads/main")
    return {commit.key: _commit(path, edition, commit) for commit in edition.story.commits}


def _commit(path: Path, edition: Edition, commit: Commit) -> str:
    for name, content in commit.files.items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, "utf-8")
    _git(path, "add", "--all")
    _git(
        path,
        "commit",
        "--quiet",
        "--message",
        _message(edition, commit),
        identity=_identity(edition, commit),
    )
    return _git(path, "rev-parse", "HEAD")


def _message(edition: Edition, commit: Commit) -> str:
    people = edition.story.people
    trailers = "\n".join(f"Co-authored-by: {_signed(people[key])}" for key in commit.co_authors)
    parts = (commit.subject, edition.told(commit.text), trailers)
    return "\n\n".join(part for part in parts if part)


def _identity(edition: Edition, commit: Commit) -> dict[str, str]:
    author = edition.author(commit)
    moment = edition.moment(commit.when).isoformat()
    return {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", _name(author)), ("EMAIL", _email(author)), ("DATE", moment))
    }


def _signed(person: Character) -> str:
    return f"{_name(person)} <{_email(person)}>"


def _name(person: Character) -> str:
    return person.git_name or person.name


def _email(person: Character) -> str:
    return person.git_email or person.email


def _git(path: Path, *arguments: str, identity: dict[str, str] | None = None) -> str:
    """Run git in `path` with nothing of the machine's own git settings, and return its output."""
    command = shutil.which("git")
    if command is None:
        raise FileNotFoundError("git is not installed")
    # A fresh environment: a GIT_DIR inherited from a hook would write into another repository.
    environment = {
        "PATH": str(Path(command).parent),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        **(identity or {}),
    }
    done = subprocess.run(  # noqa: S603 - fixed program, arguments from our own story files
        [command, "-C", str(path), *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout.strip()
