"""Reading history in steps, a bounded number at a time; what is left to do is the cursor.

A step is one listing to go on with: the messages of a place after an id, or the archived threads of
a channel before a time. Doing one may give more of them, and it may be done again at no harm.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from connectors.contract import Refusal, SourceRecord
from connectors.discord.client import Answer, Missing
from connectors.discord.directory import Directory
from connectors.discord.mapping import message_record
from connectors.discord.messages import Channel
from connectors.discord.places import FORUMS, TEXT, WITH_MESSAGES, Place
from connectors.discord.snowflakes import as_id, moment_of
from connectors.discord.tuning import (
    MESSAGES_A_REQUEST,
    REQUESTS_A_CALL,
    THREADS_A_REQUEST,
)
from connectors.files.json_input import as_object, objects
from connectors.files.times import from_iso
from connectors.live.errors import Forbidden, RateLimited, Unavailable

Reading = SourceRecord | Refusal
_ARCHIVED = {
    "archived": "/channels/{}/threads/archived/public",
    "private": "/channels/{}/users/@me/threads/archived/private",  # those the bot was added to
}


@dataclass(frozen=True, slots=True)
class Step:
    """`mark` is where to go on: an id for messages, a time or an id for archived threads. Nothing
    older than the id `floor` is read."""

    what: Literal["messages", "archived", "private"]
    place: str
    floor: str
    mark: str = ""


@dataclass(slots=True)
class Done:
    """What some steps brought and what is left."""

    left: list[Step]
    readings: list[Reading] = field(default_factory=list)


def steps_of(place: Place, floor: str) -> list[Step]:
    """All that a channel or thread holds, but for the threads that are active."""
    steps = []
    if place.is_thread or place.type in WITH_MESSAGES:
        steps.append(Step("messages", place.id, floor))
    if not place.is_thread:
        steps += archives_of(place, floor)
    return steps


def archives_of(place: Place, floor: str) -> list[Step]:
    """The threads of a channel that are archived."""
    private = [Step("private", place.id, floor)] if place.type == TEXT else []
    public = [Step("archived", place.id, floor)] if place.type in FORUMS | {TEXT, 5} else []
    return public + private


def take_steps(directory: Directory, steps: Sequence[Step]) -> Done:
    """Do as many as one call may. What hinders them halfway is left for the next call, which
    keeps what is there already. Raises errors.SourceError where nothing was done."""
    done = Done(list(steps))
    for number in range(REQUESTS_A_CALL):
        if not done.left:
            break
        try:
            done.left[:1] = _take(directory, done.left[0], done.readings)
        except Forbidden as closed:
            place, gone = done.left[0].place, isinstance(closed, Missing)
            done.left = [step for step in done.left if step.place != place]
            done.readings.append(Refusal(f"channel {place}", str(closed), skipped=gone))
        except (RateLimited, Unavailable):
            if number == 0:
                raise
            break
    return done


def as_json(steps: Sequence[Step]) -> list[dict[str, str]]:
    return [asdict(step) for step in steps]


def from_json(steps: Sequence[Mapping[str, Any]]) -> list[Step]:
    return [Step(**step) for step in steps]


def _take(directory: Directory, step: Step, readings: list[Reading]) -> list[Step]:
    if step.what == "messages":
        return _messages(directory, step, readings)
    return _threads(directory, step)


def _messages(directory: Directory, step: Step, readings: list[Reading]) -> list[Step]:
    place = directory.place(step.place)
    channel = directory.channel(place)
    after = step.mark or step.floor
    path = f"/channels/{place.id}/messages"
    answer = directory.rest.get(path, after=after, limit=MESSAGES_A_REQUEST)
    entries = [each for each in objects(answer.body) if as_id(each.get("id"))]
    entries.sort(key=lambda each: int(as_id(each.get("id"))))  # so that answers come after
    readings += [read(directory, each, place, channel, answer) for each in entries]
    newest = as_id(entries[-1].get("id")) if entries else after
    if len(entries) < MESSAGES_A_REQUEST or int(newest) <= int(after):
        return []
    return [Step("messages", place.id, step.floor, newest)]


def read(
    directory: Directory, entry: Mapping[str, object], place: Place, channel: Channel,
    answer: Answer | None = None,
) -> Reading:  # fmt: skip
    """One message of a place, from an answer of Discord's or an event."""
    return message_record(
        entry,
        channel,
        root="" if place.is_thread else directory.root(entry, place.id),
        title=place.name if place.is_thread and entry.get("id") == place.id else "",
        read_at=answer.at if answer else None,
        names=directory.public_name,
    )


def _threads(directory: Directory, step: Step) -> list[Step]:
    found, following = threads_page(directory, step)
    written_in = [each for each in found if int(each.last or step.floor) >= int(step.floor)]
    return [*(Step("messages", each.id, step.floor) for each in written_in), *following]


def threads_page(directory: Directory, step: Step) -> tuple[list[Place], list[Step]]:
    """Some archived threads of a channel, and how to go on."""
    query: dict[str, str | int] = {"limit": THREADS_A_REQUEST}
    if step.mark:
        query["before"] = step.mark
    found = as_object(directory.rest.get(_ARCHIVED[step.what].format(step.place), **query).body)
    threads = directory.learn(found)
    inside = [each for each in threads if _is_within(each, step)]
    if found.get("has_more") is not True or len(inside) < len(threads) or not threads:
        return inside, []
    # Public ones are listed by the time of their archiving, private ones by their ids.
    last = threads[-1]
    mark = last.archived_at if step.what == "archived" else last.id
    if mark in ("", step.mark):
        return inside, []
    return inside, [Step(step.what, step.place, step.floor, mark)]


def _is_within(thread: Place, step: Step) -> bool:
    """Whether anything in a thread can be newer than the floor: it was archived after it. Private
    ones are listed in another order, so that one that is too old says nothing of the next."""
    floor, archived = moment_of(step.floor), from_iso(thread.archived_at)
    return step.what == "private" or floor is None or archived is None or archived >= floor
