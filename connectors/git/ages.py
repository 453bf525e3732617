"""When the files of a folder first appeared in its repository's history."""

from datetime import datetime
from pathlib import Path

from connectors.contract import UnreadableSource
from connectors.files.text import decode
from connectors.files.times import from_iso
from connectors.git.process import GitError, git_output, git_text

_DATE = "\x01"
_OPTIONS = ("-z", "--no-renames", "--diff-filter=A", "--name-only", "--relative", "--no-ext-diff")


def first_committed(folder: Path) -> dict[str, datetime]:
    """Time of first commit by path below the folder; empty outside a repository or without git.

    A shallow clone tells nothing: there, every file appears with the oldest commit it has.
    """
    try:
        if git_text(folder, "rev-parse", "--is-shallow-repository", search_above=True) != "false":
            return {}
        arguments = ("log", *_OPTIONS, f"--format={_DATE}%aI", "--", ".")
        with git_output(folder, *arguments, search_above=True) as output:
            return _ages(output.read())
    except (GitError, UnreadableSource, OSError):
        return {}


def _ages(listing: bytes) -> dict[str, datetime]:
    """From dates, each followed by the names of the files that its commit added; newest first."""
    ages: dict[str, datetime] = {}
    moment: datetime | None = None
    for part in listing.split(b"\0"):
        text = decode(part).strip("\n")
        if text.startswith(_DATE):
            moment = from_iso(text.removeprefix(_DATE))
        elif text and moment:
            ages[text] = moment
    return ages
