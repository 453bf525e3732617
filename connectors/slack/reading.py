"""What there is already, and what changed: the two walks over a workspace's channels."""

from collections.abc import Sequence

from connectors.contract import Audience
from connectors.files.text import stable_id
from connectors.live.contract import Cursor, Page
from connectors.live.session import Session
from connectors.slack.client import SlackClient
from connectors.slack.directory import Directory, Place
from connectors.slack.tuning import HORIZON, OVERLAP, RESCAN, pace_of
from connectors.slack.walk import Position, Walk, collected


def backfill(session: Session, cursor: Cursor | None) -> Page:
    """The next page of history; a cursor may also name single channels, to read them anew."""
    if cursor is None:
        places = collected(session, Directory(session, SlackClient(session)))
        began = history_of(session, [place.id for place in places])
        return Page(cursor=began if places else None)
    walk = Walk(session, Position.of(cursor))
    readings = walk.step()
    return Page(readings, cursor=None if walk.at.ended else walk.at.cursor)


def history_of(session: Session, channel_ids: list[str]) -> Cursor:
    """Where the backfill of some channels begins."""
    oldest = session.now() - HORIZON
    return Position(oldest.timestamp(), queue=channel_ids[::-1]).cursor


def poll(session: Session, cursor: Cursor | None) -> Page:
    """The next step of a round: late replies, edits and what no event told of.

    The cursor holds the time of the last whole round (`since`), that of this one (`round`), the
    channels that were there, with whether they are private (`known`), and where the round stands.
    """
    now = session.now().timestamp()
    if cursor is None:
        return Page(cursor={"since": now, "known": None, "at": None})
    if cursor["at"] is None:
        return _begin_round(session, cursor, now)
    walk = Walk(session, Position.of(cursor["at"]))
    readings = walk.step()
    if walk.at.ended:
        ended = {"since": cursor["round"], "known": cursor["known"], "at": None}
        return Page(readings, cursor=ended)
    steps, most = cursor["steps"] + 1, pace_of(session.app).poll_requests
    rests = most is not None and steps >= most
    going = {**cursor, "at": walk.at.cursor, "steps": 0 if rests else steps}
    return Page(readings, cursor=going, more=not rests)


def _begin_round(session: Session, cursor: Cursor, now: float) -> Page:
    """List the channels. Those that were not there before, or are private now and were not, are
    read as a whole, by the backfill."""
    directory = Directory(session, SlackClient(session))
    places = collected(session, directory)
    known = cursor["known"]
    anew = [] if known is None else [p for p in places if known.get(p.id) != p.private]
    since = cursor["since"] - OVERLAP.total_seconds()
    at = Position(
        oldest=min(since, now - RESCAN.total_seconds()), since=since,
        queue=[place.id for place in places if place.joined],  # the backfill joins the others
    )  # fmt: skip
    return Page(
        cursor={
            "since": cursor["since"], "round": now, "steps": 0,
            "known": {place.id: place.private for place in places},
            "at": at.cursor if at.queue else None,
        },
        more=bool(at.queue),
        closed=closed_by(directory, anew),
        restart=history_of(session, [place.id for place in anew]) if anew else None,
    )  # fmt: skip


def closed_by(directory: Directory, places: Sequence[Place]) -> dict[str, Audience]:
    """The private ones of some channels, for `Page.closed`: what their items' ids begin with."""
    return {
        f"{stable_id(place.id)}:": directory.audience(place) for place in places if place.private
    }
