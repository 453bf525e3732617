"""What a source hands to Momo: the one contract every connector keeps.

A connector reads its source and yields `SourceRecord`s, and a `Refusal` for each thing it could
not take. It stores nothing and knows nothing of teams; `connectors.services` does both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from momo.platform.tenancy.visibility import Visibility


class MediaType(StrEnum):
    """How `SourceRecord.raw` is written; the Normalize stage picks its cleaner by it."""

    MAIL = "message/rfc822"
    HTML = "text/html"
    MARKDOWN = "text/markdown"
    PLAIN = "text/plain"
    SLACK = "text/vnd.slack.mrkdwn"
    DISCORD = "text/vnd.discord.markdown"


@dataclass(frozen=True, slots=True)
class Person:
    """Someone named by a source. At least one of name, email and handle is set."""

    name: str = ""
    email: str = ""
    handle: str = ""
    role: str = "author"  # author | to | cc | co_author | mentioned | decider


@dataclass(frozen=True, slots=True)
class Declared:
    """What a source states about a decision itself (an ADR's status, say); believed, not guessed.

    `supersedes` and `superseded_by` hold external ids of the same connector.
    """

    status: str = "decided"  # decided | pending | reversed
    title: str = ""
    summary: str = ""
    rationale: str = ""
    quote: str = ""  # verbatim in the normalized text
    options: tuple[Mapping[str, str], ...] = ()  # option, outcome (chosen | rejected), reason
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Audience:
    """The members of a private channel or repository; its items are `restricted` to them.

    `as_of` is when the source's list said so. Only a newer list than the one before adds members;
    any other, and one without a date, only takes members away. A live source tells a member's
    address only where the service vouches for it: whoever may choose theirs freely could choose a
    teammate's. Without one, people are known by their handle once they have signed in there.
    """

    key: str  # stable in the source, for example a channel id
    name: str
    members: tuple[Person, ...]
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One message, mail, commit, page or note as its source gave it.

    `external_id` is stable in the source: reading the same thing twice gives the same id.
    `raw` is the source's own bytes; `names` maps the ids mentioned in it to display names.
    All times are aware and in UTC; `dated` is False where the source gave no usable time.
    """

    external_id: str
    kind: str  # mail | message | commit | page | adr | note
    raw: bytes
    media_type: MediaType
    occurred_at: datetime
    title: str = ""
    author: Person | None = None
    participants: tuple[Person, ...] = ()
    thread_key: str = ""
    reply_to: str = ""  # external id of the message answered
    url: str = ""
    container: str = ""  # mailbox, channel, repository or folder
    dated: bool = True
    edited_at: datetime | None = None
    deleted: bool = False
    audience: Audience | None = None
    declared: Declared | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    visibility: Visibility | None = (
        None  # stated by the record itself; None: the connector's default
    )
    # Which version this is, in the source's own clock: one older than what is stored changes
    # nothing, so events may arrive out of order. None: whatever is read last holds.
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something found in the source and not taken, and what to do about it.

    `skipped` is normal (an empty message, a join notice); otherwise it was refused as bad input.
    `locator` says where it is ("message 17", "general/2024-01-03.json"), never what it says.
    """

    locator: str
    reason: str
    skipped: bool = False


class UnreadableSource(Exception):
    """The path as a whole is not what the connector reads. The message says what to do."""


class FileConnector(Protocol):
    """A source read from a path; its folder exports one instance, which the registry lists."""

    @property
    def kind(self) -> str: ...

    @property
    def source(self) -> str:
        """gmail, github, notion, slack, discord or file: where the items come from."""
        ...

    @property
    def title(self) -> str: ...

    @property
    def description(self) -> str:
        """What to hand in, and where one gets it, in a sentence or two."""
        ...

    @property
    def accepts(self) -> Sequence[str]:
        """The endings of files that may be handed in; none where only a path on the machine that
        Momo runs on will do."""
        ...

    @property
    def default_visibility(self) -> Visibility: ...

    @property
    def ids_hold_by_place(self) -> bool:
        """Whether its ids are unique in one folder or repository only, so that each is an
        integration of its own; otherwise all that a holder brings in is one."""
        ...

    def count(self, path: Path) -> int:
        """How many readings to expect, cheaply; for progress only.

        Raises UnreadableSource.
        """
        ...

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Yield every record in the same order at each call, in constant memory.

        Raises UnreadableSource where the whole path cannot be read; what is wrong with a single
        record is a Refusal, and reading goes on.
        """
        ...


__all__ = [
    "Audience", "Declared", "FileConnector", "MediaType", "Person", "Refusal", "SourceRecord",
    "UnreadableSource", "Visibility",
]  # fmt: skip
