"""The demo's story as it is written down: people, items and the decisions they state.

Times are offsets: `When(-12, 09:30)` is half past nine UTC, twelve days before the day on which
the demo is loaded, so that it is as fresh next year as today.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import time

from decisions.extraction.contract import DecisionType, Status


@dataclass(frozen=True, slots=True)
class When:
    """A time of day (UTC), `day` days from the load date (negative: before it)."""

    day: int
    at: time


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Somebody in the story. `role` is the role in Momo, empty for those outside the team."""

    key: str
    name: str
    email: str = ""
    title: str = ""
    role: str = ""
    mailbox: bool = False
    slack: str = ""
    discord: str = ""
    git_name: str = ""
    git_email: str = ""
    bot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDecision:
    """A decision that an item states: what extraction should find in it.

    `people` are character keys; `due` is in days from the load date, moved back to Friday from a
    weekend. `replaces`, `restates`, `disputes` and `kept_by` are item keys.
    """

    type: DecisionType
    title: str
    people: tuple[str, ...]
    status: Status = Status.DECIDED
    due: int | None = None
    options: tuple[Mapping[str, object], ...] = ()
    replaces: str = ""
    restates: str = ""
    disputes: str = ""
    kept_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing somebody wrote. `key` is stable: questions and measurements name items by it."""

    key: str
    when: When
    by: str
    text: str = ""
    topic: str = ""
    decides: StatedDecision | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail(Item):
    """A mail. `form` is plain, html or both; `footer` is signature, phone or none."""

    subject: str
    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    form: str = "plain"
    footer: str = "signature"
    headers: Mapping[str, str] = field(default_factory=dict)
    answers: str = ""  # key of the mail before it in the thread
    thread: str = ""  # key of the thread's first mail

    @property
    def named(self) -> tuple[str, ...]:
        """Everyone in its header, who therefore has a copy."""
        return (self.by, *self.to, *self.cc)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackMessage(Item):
    """A Slack message; `thread` is the key of the message that it answers, if any."""

    channel: str
    thread: str = ""
    edited: str = ""  # time of day of the edit
    event: str = ""  # "join": written by Slack itself, so no connector should take it


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordMessage(Item):
    """A message of the community channel."""

    reply_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit(Item):
    """A commit; `text` is the body of its message, `files` maps paths to their new content."""

    subject: str
    files: Mapping[str, str]
    co_authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Adr(Item):
    """An architecture decision record, `form` madr or nygard."""

    number: int
    form: str
    title: str
    status: str  # accepted | proposed | rejected | superseded
    deciders: tuple[str, ...]
    supersedes: str = ""
    superseded_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Item):
    """A Notion page below `parent`."""

    title: str
    parent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Item):
    """A note typed up after a call."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackChannel:
    """A Slack channel; a private one names its members."""

    name: str
    topic: str
    private: bool = False
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """All of it, each source's items oldest first."""

    company: str
    domain: str
    repository: str
    community: str
    discord_channel: str
    discord_topic: str
    people: Mapping[str, Character]
    channels: Mapping[str, SlackChannel]
    mails: tuple[Mail, ...]
    slack: tuple[SlackMessage, ...]
    discord: tuple[DiscordMessage, ...]
    commits: tuple[Commit, ...]
    adrs: tuple[Adr, ...]
    pages: tuple[Page, ...]
    notes: tuple[Note, ...]

    @property
    def members(self) -> tuple[Character, ...]:
        """The six people of the team, the owner first."""
        return tuple(person for person in self.people.values() if person.role)

    def items(self) -> Iterator[Item]:
        """Every item, source by source."""
        for source in (
            self.mails,
            self.slack,
            self.discord,
            self.commits,
            self.adrs,
            self.pages,
            self.notes,
        ):
            yield from source

    def stated(self) -> Iterator[tuple[Item, StatedDecision]]:
        """Each item that states a decision, with what it states."""
        for item in self.items():
            if item.decides:
                yield item, item.decides
