"""What changes from day to day, by Gmail's history.

What is deleted, or goes to the trash or to Spam, is followed at once. New mails wait in the cursor
until there is room for them in their day. Where Google has forgotten the history since the last
time, mails are listed by date instead, and the onboarding is read again.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from connectors.contract import Refusal, SourceRecord
from connectors.gmail import onboarding
from connectors.gmail.changes import Changes, read_changes
from connectors.gmail.client import Gmail
from connectors.gmail.mapping import (
    SENT,
    SPAM,
    STARRED,
    TRASH,
    State,
    deletion,
    odd,
    read_state,
)
from connectors.gmail.reading import is_collected, read_mails
from connectors.gmail.tuning import BATCH_CALLS, GAP_OVERLAP, LATE_ARRIVALS, ONBOARDING_WINDOW
from connectors.gmail.waiting import Waiting
from connectors.live.contract import Cursor, Page
from connectors.live.errors import CursorExpired, Unavailable
from connectors.live.session import Session

NEW = "new"  # the first step across a gap; the others are labels


@dataclass(slots=True)
class Standing:
    """Where polling is. Times are seconds since 1970."""

    history: str  # Gmail's id of the last change that was read
    since: int  # when the mailbox was connected: what arrives after it is new
    seen: int  # when the history was last read to its end
    touched: list[str] = field(default_factory=list)  # mails that changed, and were not looked at
    marked: list[str] = field(default_factory=list)  # those of them that people starred, say
    waiting: Waiting = field(default_factory=Waiting)
    gap: dict[str, Any] | None = None  # seen, step and page, where history was forgotten

    @classmethod
    def read(cls, cursor: Cursor) -> "Standing":
        stored = deepcopy(dict(cursor))
        return cls(**{**stored, "waiting": Waiting(**stored["waiting"])})

    def wants(self, state: State, marks: frozenset[str]) -> bool:
        """Whether a mail that changed is Momo's business: a new one, one that onboarding would
        take, or one of any age that somebody gives one of `marks`: a star, or a chosen label."""
        if state.is_unwanted:
            return False
        is_marked = state.id in self.marked
        if is_marked and state.labels & marks:
            return True
        since = datetime.fromtimestamp(self.since, UTC) - LATE_ARRIVALS
        is_first = is_marked or bool(state.labels & {SENT, STARRED})
        return state.at >= (since - ONBOARDING_WINDOW if is_first else since)


def poll(session: Session, cursor: Cursor | None) -> Page:
    """The next changes. Raises SourceError."""
    with Gmail(session) as gmail:
        if cursor is None:
            return Page(cursor=asdict(_begin(session, gmail)))
        standing = Standing.read(cursor)
        if standing.gap:
            return _cross(session, gmail, standing)
        readings: list[SourceRecord | Refusal] = []
        if len(standing.touched) < BATCH_CALLS:
            try:
                told = gmail.history(standing.history)
            except CursorExpired:
                return _open_gap(session, gmail, standing)
            readings += _note(standing, read_changes(told, session.chosen or ()), session.now())
        trouble: list[Unavailable] = []
        with _put_aside(trouble):
            readings += _look(session, gmail, standing)
        # What changed is stored before new mail is read, whose trouble it then cannot share; and
        # only at the history's end is it known which of the new mails come first.
        more = bool(readings) or asdict(standing) != cursor
        if not more:
            standing.seen = int(session.now().timestamp())
            waited = standing.waiting.total
            with _put_aside(trouble):
                readings += _bring(session, gmail, standing)
            came = standing.waiting.total < waited
            if trouble and not came:
                raise trouble[0]
            more = came and bool(_due(session, standing))
    readings += _dropped(standing)
    return Page(readings=readings, cursor=asdict(standing), more=more)


@contextmanager
def _put_aside(trouble: list[Unavailable]) -> Iterator[None]:
    """Go on where Gmail cannot hand out some mails, so that they hold up no others."""
    try:
        yield
    except Unavailable as error:
        trouble.append(error)


def _begin(session: Session, gmail: Gmail) -> Standing:
    now = int(session.now().timestamp())
    return Standing(history=_history_of(gmail), since=now, seen=now)


def _history_of(gmail: Gmail) -> str:
    history = str(gmail.profile().get("historyId", ""))
    if not history.isdecimal():
        raise Unavailable("Gmail did not say where its history stands.")
    return history


def _note(standing: Standing, changes: Changes, now: datetime) -> list[SourceRecord]:
    """Note what changed; what was deleted for good is followed at once."""
    standing.history = changes.last or standing.history
    standing.touched = list(dict.fromkeys([*standing.touched, *changes.touched]))
    standing.marked = list(dict.fromkeys([*standing.marked, *changes.marked]))
    return _gone(standing, changes.deleted, now)


def _look(session: Session, gmail: Gmail, standing: Standing) -> list[SourceRecord | Refusal]:
    """Look at some of the mails that changed: what is gone goes, what is new waits."""
    marks = frozenset({STARRED}) | (session.chosen or frozenset())
    answers = gmail.states(standing.touched[:BATCH_CALLS])
    gone = list(answers.gone)
    readings: list[SourceRecord | Refusal] = [odd(mail_id) for mail_id in answers.refused]
    for mail_id, told in answers.found.items():
        state = read_state(told)
        if state is None:
            readings.append(odd(mail_id))
        elif state.labels & {TRASH, SPAM}:
            gone.append(mail_id)
        elif standing.wants(state, marks) and is_collected(session, state):
            standing.waiting.add(state)
    if answers.problem:
        gmail.heed(answers.problem)
    looked = {*answers.found, *answers.gone, *answers.refused}
    standing.touched = [mail_id for mail_id in standing.touched if mail_id not in looked]
    standing.marked = [mail_id for mail_id in standing.marked if mail_id not in looked]
    return readings + _gone(standing, gone, session.now())


def _due(session: Session, standing: Standing) -> list[str]:
    return standing.waiting.next(session.now(), BATCH_CALLS)


def _bring(session: Session, gmail: Gmail, standing: Standing) -> list[SourceRecord | Refusal]:
    """Read the mails whose day it is."""
    mails = read_mails(session, gmail, _due(session, standing))
    standing.waiting.came(set(mails.came), session.now())
    standing.waiting.drop(set(mails.passed))
    return mails.readings + _gone(standing, mails.gone, session.now())


def _gone(standing: Standing, ids: Sequence[str], now: datetime) -> list[SourceRecord]:
    standing.waiting.drop(set(ids))
    return [deletion(mail_id, now) for mail_id in ids]


def _dropped(standing: Standing) -> list[Refusal]:
    count = standing.waiting.overflow()
    reason = f"{count} mails were left out: for many days there were more new ones than a day takes"
    return [Refusal("new mails", reason, skipped=True)] if count else []


def _open_gap(session: Session, gmail: Gmail, standing: Standing) -> Page:
    """Note where the history stands now, before anything is listed, so that nothing falls between.

    Sent and starred mail comes with the onboarding, which begins anew: what it has costs nothing.
    """
    standing.history = _history_of(gmail)
    standing.gap = {"seen": standing.seen, "step": NEW, "page": ""}
    return Page(cursor=asdict(standing), more=True, restart=onboarding.begin(session))


def _cross(session: Session, gmail: Gmail, standing: Standing) -> Page:
    """One list of a gap: new mail first, then what lies in the trash and in Spam by now."""
    gap: dict[str, Any] = standing.gap or {}
    try:
        told = _listed(gmail, gap)
    except CursorExpired:  # the page was forgotten: this list again
        standing.gap = gap | {"page": ""}
        return Page(cursor=asdict(standing), more=True)
    ids = onboarding.listed_ids(told)
    readings: list[SourceRecord | Refusal] = []
    if gap["step"] == NEW:
        standing.waiting.add_older("others", ids)
        readings += _dropped(standing)
    else:
        readings += _gone(standing, ids, session.now())
    page = str(told.get("nextPageToken", ""))
    following = {NEW: TRASH, TRASH: SPAM}
    if page:
        standing.gap = gap | {"page": page}
    elif gap["step"] in following:
        standing.gap = gap | {"page": "", "step": following[gap["step"]]}
    else:
        standing.gap = None
        standing.seen = int(session.now().timestamp())
    return Page(readings=readings, cursor=asdict(standing), more=True)


def _listed(gmail: Gmail, gap: Mapping[str, Any]) -> Mapping[str, Any]:
    overlap = int(GAP_OVERLAP.total_seconds())
    if gap["step"] == NEW:
        query = f"after:{gap['seen'] - overlap} -in:sent -is:starred -in:drafts -in:chats"
        return gmail.listed(query=query, page=gap["page"])
    # What arrived in the gap was never taken, so it need not be deleted.
    query = f"before:{gap['seen'] + overlap}"
    return gmail.listed(label=gap["step"], query=query, page=gap["page"], with_trash=True)
