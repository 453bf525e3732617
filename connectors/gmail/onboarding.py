"""What is there already: the newest sent and starred mails of the last 90 days.

First both sides are counted, then each is read up to its share, newest first. The cursor holds the
listed ids that are still to be read, at most a batch of them, so that nothing is skipped where
mails come and go meanwhile; how many of each side were taken; and the window, which stays.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any

from connectors.gmail.client import Gmail
from connectors.gmail.mapping import SENT, STARRED, is_id
from connectors.gmail.reading import read_mails
from connectors.gmail.tuning import (
    BATCH_CALLS,
    LISTED_IDS,
    ONBOARDING_MAILS,
    ONBOARDING_WINDOW,
    SENT_MAILS,
)
from connectors.live.contract import Cursor, Page
from connectors.live.session import Session

_STARTED = "count"


@dataclass(slots=True)
class Onboarding:
    """How far it is. `after` and `before` are seconds since 1970; `page` is Google's token."""

    after: int
    before: int
    step: str = _STARTED  # count, then SENT, then STARRED
    counts: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=lambda: {SENT: 0, STARRED: 0})
    ids: list[str] = field(default_factory=list)
    page: str = ""
    listed: bool = False  # whether the step's list has ended

    @property
    def shares(self) -> tuple[int, int]:
        return shares(self.counts[SENT], self.counts[STARRED])

    @property
    def room(self) -> int:
        """How many more the step may take. What sent mail left free, starred mail takes."""
        if self.step == SENT:
            return self.shares[0] - self.taken[SENT]
        return ONBOARDING_MAILS - self.taken[SENT] - self.taken[STARRED]

    def query(self, label: str) -> str:
        """The search for one side. A mail that is both counts as sent."""
        apart = " -in:sent" if label == STARRED else ""
        return f"after:{self.after} before:{self.before} -in:drafts -in:chats{apart}"


def shares(sent: int, starred: int) -> tuple[int, int]:
    """How many of so many sent and starred mails are taken: 70 and 30 % of 5,000, and what one
    side does not need the other may take."""
    of_sent = min(sent, max(SENT_MAILS, ONBOARDING_MAILS - starred))
    return of_sent, min(starred, ONBOARDING_MAILS - of_sent)


def begin(session: Session) -> Cursor:
    """The cursor of an onboarding that begins now."""
    now = session.now()
    window = Onboarding(
        after=int((now - ONBOARDING_WINDOW).timestamp()), before=int(now.timestamp()) + 1
    )
    return asdict(window)


def onboard(session: Session, cursor: Cursor | None) -> Page:
    """The next page of it. Raises SourceError."""
    progress = Onboarding(**deepcopy(dict(cursor or begin(session))))
    with Gmail(session) as gmail:
        if progress.step == _STARTED:
            return _count(gmail, progress)
        _list(gmail, progress)
        mails = read_mails(session, gmail, progress.ids)
    progress.ids = mails.left
    progress.taken[progress.step] += len(mails.readings)
    expected = sum(progress.shares) if session.chosen is None else None  # known of all labels alone
    return Page(readings=mails.readings, cursor=_next(progress), expected=expected)


def _count(gmail: Gmail, progress: Onboarding) -> Page:
    """Count one side, as far as it matters: at most ten calls."""
    label = STARRED if STARRED not in progress.counts else SENT
    count, page = 0, ""
    while count < ONBOARDING_MAILS:
        told = gmail.listed(label=label, query=progress.query(label), page=page, most=LISTED_IDS)
        count += len(listed_ids(told))
        page = str(told.get("nextPageToken", ""))
        if not page:
            break
    progress.counts[label] = min(count, ONBOARDING_MAILS)
    if label == SENT:
        progress.step = SENT
    return Page(cursor=asdict(progress))


def _list(gmail: Gmail, progress: Onboarding) -> None:
    """Fill up the ids to read with the next of the step, no more than it may take. Those that are
    left from before stay among them, so that one which Gmail cannot hand out holds up no other."""
    most = min(BATCH_CALLS, progress.room) - len(progress.ids)
    if progress.listed or most <= 0:
        return
    told = gmail.listed(
        label=progress.step, query=progress.query(progress.step), page=progress.page, most=most
    )
    progress.ids += listed_ids(told)
    progress.page = str(told.get("nextPageToken", ""))
    progress.listed = not progress.page


def _next(progress: Onboarding) -> Cursor | None:
    if progress.ids or not (progress.listed or progress.room <= 0):
        return asdict(progress)
    if progress.step == STARRED:
        return None
    progress.step, progress.page, progress.listed = STARRED, "", False
    return asdict(progress)


def listed_ids(told: Mapping[str, Any]) -> list[str]:
    """The ids in an answer of `messages.list`."""
    messages = told.get("messages")
    found = (
        each.get("id")
        for each in (messages if isinstance(messages, list) else ())
        if isinstance(each, dict)
    )
    return [str(mail_id) for mail_id in found if is_id(mail_id)]
