"""A commit as Momo's record. Pure."""

import re
from datetime import datetime

from connectors.contract import MediaType, Person, SourceRecord
from connectors.files.text import encode, one_line
from connectors.files.times import from_iso
from connectors.git.log import Commit
from connectors.git.remote import Remote

# Who reviewed or acknowledged a change had a say in it, so counts among its deciders.
_ROLES = {
    "co-authored-by": "co_author", "reviewed-by": "decider",
    "approved-by": "decider", "acked-by": "decider",
}  # fmt: skip
_TRAILER = re.compile(r"(?im)^(co-authored-by|reviewed-by|approved-by|acked-by):[ \t]*(.+?)[ \t]*$")
_NAMED = re.compile(r"(?P<name>[^<>]*)<(?P<email>[^<>\s]+)>")
_NOREPLY = re.compile(r"(?:\d+\+)?(?P<handle>[\w-]+(?:\[bot\])?)@users\.noreply\.github\.com")
_MERGED = re.compile(r"Merge pull request #(\d+) from \S+")
_SQUASHED = re.compile(r"\(#(\d+)\)\s*$")
_MERGE_REQUEST = re.compile(r"(?m)^See merge request \S*!(\d+)\s*$")


def commit_record(
    commit: Commit, message: str, remote: Remote, *, container: str, earlier: datetime
) -> SourceRecord:
    """Map one commit. `earlier` stands in for the time of a commit whose clock was absurd."""
    subject, _, body = message.strip().partition("\n\n")
    subject = one_line(subject)
    moment = from_iso(commit.authored) or from_iso(commit.committed)
    is_merge = bool(_MERGED.match(subject)) and bool(body.strip())
    return SourceRecord(
        external_id=commit.sha,
        kind="commit",
        raw=encode(message),
        media_type=MediaType.PLAIN,
        occurred_at=moment or earlier,
        dated=moment is not None,
        title=one_line(body.strip().partition("\n")[0]) if is_merge else subject,
        author=_person(commit.name, commit.email, "author"),
        participants=_trailers(message),
        thread_key=_thread_key(subject, body),
        url=remote.commit_url(commit.sha),
        container=container,
    )


def _thread_key(subject: str, body: str) -> str:
    """The pull request that the commit came with, where it says so."""
    found = _MERGED.match(subject) or _SQUASHED.search(subject) or _MERGE_REQUEST.search(body)
    return f"pr:{found[1]}" if found else ""


def _trailers(message: str) -> tuple[Person, ...]:
    people: dict[Person, None] = {}
    for key, value in _TRAILER.findall(message):
        named = _NAMED.match(value)
        name, email = (named["name"].strip(), named["email"]) if named else (value, "")
        person = _person(name, email, _ROLES[key.lower()])
        if person:
            people[person] = None
    return tuple(people)


def _person(name: str, email: str, role: str) -> Person | None:
    """A person; GitHub's no-reply addresses tell the account instead of an address."""
    account = _NOREPLY.fullmatch(email)
    if account:
        return Person(name=name, handle=account["handle"], role=role)
    return Person(name=name, email=email, role=role) if name or email else None
