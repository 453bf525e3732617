"""What is there already, and what came while nobody listened."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from connectors.contract import Audience
from connectors.discord.directory import Directory
from connectors.discord.places import FORUMS, PRIVATE_THREAD, Place
from connectors.discord.readers import readers_of
from connectors.discord.snowflakes import first_at
from connectors.discord.steps import (
    Step,
    archives_of,
    as_json,
    from_json,
    steps_of,
    take_steps,
)
from connectors.discord.tuning import ARCHIVING, HORIZON, KNOWN_THREADS, READ_AGAIN
from connectors.files.times import from_iso
from connectors.live.contract import Cursor, Page
from connectors.live.session import Session


def backfill(session: Session, cursor: Cursor | None) -> Page:
    """All channels and threads within the horizon, from the oldest message on; or what was written
    since a time that `recently` names."""
    if cursor is None:
        directory = Directory(session, since=session.now())
        steps = _everything(directory, first_at(session.now() - HORIZON))
    elif "since" in cursor:
        directory = Directory(session, since=session.now())
        steps = _recent(directory, cursor["since"])
    else:
        directory, steps = Directory(session), from_json(cursor["steps"])
    done = take_steps(directory, steps)
    left: Cursor | None = {"steps": as_json(done.left)} if done.left else None
    return Page(readings=done.readings, cursor=left)


def recently(at: datetime) -> Cursor:
    """To read again what was written not long before. One cursor an hour: equal ones count once."""
    return {"since": first_at(at.replace(minute=0, second=0, microsecond=0) - READ_AGAIN)}


def poll(session: Session, cursor: Cursor | None) -> Page:
    """What was written since the cursor, and again what is in a channel that was closed or opened.

    The cursor holds the newest message of each place (`last`), which channels are `closed`, the
    threads seen and what they are `inside`, and the `steps` that are left of the last look.
    """
    steps = from_json(cursor["steps"]) if cursor else []
    directory = Directory(session, since=None if steps else session.now())
    if cursor is None:
        floor = first_at(session.now() - HORIZON)
        begun = {"floor": floor, "inside": {}}
        return Page(cursor=_standing(directory, session, begun, directory.active_threads()))
    if not steps:
        return _look(directory, session, cursor)
    done = take_steps(directory, steps)
    cursor = {**cursor, "steps": as_json(done.left)}
    return Page(readings=done.readings, cursor=cursor, more=bool(done.left))


def _look(directory: Directory, session: Session, cursor: Cursor) -> Page:
    """What is different now. It is read from the next call on: what is closed or gone by now does
    not wait for it."""
    threads = directory.active_threads()
    steps = as_json(_news(directory, session, cursor, threads))
    return Page(
        cursor=_standing(directory, session, cursor, threads) | {"steps": steps},
        more=bool(steps),
        closed=_closed(directory, cursor, threads),
        emptied=_emptied(directory, cursor),
    )


def _everything(directory: Directory, floor: str) -> list[Step]:
    threads = directory.active_threads()
    steps = []
    for channel in directory.collected():
        steps += steps_of(channel, floor)
        steps += [Step("messages", each.id, floor) for each in threads if each.parent == channel.id]
    return steps


def _recent(directory: Directory, floor: str) -> list[Step]:
    places = [*directory.collected(), *directory.active_threads()]
    written_in = [each for each in places if int(each.last or "0") >= int(floor)]
    return [Step("messages", each.id, floor) for each in written_in if each.type not in FORUMS]


def _standing(
    directory: Directory, session: Session, before: Cursor, threads: Sequence[Place]
) -> dict[str, Any]:
    channels = directory.collected()
    inside = {**before["inside"], **{thread.id: thread.parent for thread in threads}}
    return {
        "floor": before["floor"],
        "inside": dict(list(inside.items())[-KNOWN_THREADS:]),
        "at": session.now().isoformat(),
        "last": {place.id: place.last or "0" for place in (*channels, *threads)},
        "closed": [place.id for place in channels if directory.is_closed(place)],
        "steps": [],
    }


def _news(
    directory: Directory, session: Session, cursor: Cursor, threads: Sequence[Place]
) -> list[Step]:
    """What to read: a place that is new or whose readers changed from the floor on, any other from
    its last message on."""
    floor, last, closed = cursor["floor"], cursor["last"], set(cursor["closed"])
    steps: list[Step] = []
    for channel in directory.collected():
        inside = [each for each in threads if each.parent == channel.id]
        if channel.id not in last or directory.is_closed(channel) is not (channel.id in closed):
            steps += steps_of(channel, floor)
            steps += [Step("messages", each.id, floor) for each in inside]
        else:
            news = [_after(each, last, floor) for each in (channel, *inside)]
            steps += [step for step in news if step]
            steps += _archived_meanwhile(channel, cursor, session.now())
    return steps


def _closed(directory: Directory, cursor: Cursor, threads: Sequence[Place]) -> dict[str, Audience]:
    """What was open at the last look and is not any more: held back at once, before it is read
    again. A thread that is archived waits for that."""
    found: dict[str, Audience] = {}
    for channel in directory.collected():
        was_open = channel.id in cursor["last"] and channel.id not in cursor["closed"]
        if was_open and directory.is_closed(channel):
            inside = [each for each in threads if each.parent == channel.id]
            public = [each for each in inside if each.type != PRIVATE_THREAD]
            readers = readers_of(directory, channel)
            found |= {f"{each.id}:": readers for each in (channel, *public)}
    return found


def _emptied(directory: Directory, cursor: Cursor) -> list[str]:
    """Channels that are deleted, with the threads known in them. That one is not listed proves
    nothing: Discord is asked for it."""
    inside = cursor["inside"]
    missing = [key for key in cursor["last"] if key not in inside and key not in directory.channels]
    gone = {key for key in missing if directory.is_deleted(key)}
    return [f"{key}:" for key in (*gone, *(t for t, above in inside.items() if above in gone))]


def _after(place: Place, last: Mapping[str, str], floor: str) -> Step | None:
    """The messages of a place after the last one known; None where there is none. A forum has
    none of its own: its last is a thread."""
    known = last.get(place.id, floor)
    if place.type in FORUMS or int(place.last or "0") <= int(known):
        return None
    return Step("messages", place.id, floor if known == "0" else known)


def _archived_meanwhile(channel: Place, cursor: Cursor, now: datetime) -> list[Step]:
    """Threads that were written in and archived while nobody listened."""
    then = from_iso(cursor["at"])
    if then is None or now - then < ARCHIVING:
        return []
    return archives_of(channel, first_at(then))
