"""Who may read what is not for everybody, kept in step with the server."""

from collections.abc import Sequence
from dataclasses import replace

from connectors.contract import Audience
from connectors.discord.client import Missing
from connectors.discord.directory import Directory
from connectors.discord.places import PRIVATE_THREAD, TEXT, Place
from connectors.discord.steps import Step, as_json, from_json, threads_page
from connectors.discord.tuning import PLACES_A_CALL
from connectors.live.contract import Choice, Cursor, Page
from connectors.live.errors import Forbidden, RateLimited, Unavailable
from connectors.live.session import Session


def choices(session: Session) -> list[Choice]:
    """All channels that can hold messages. Their threads go with them."""
    directory = Directory(session, since=session.now())
    found = []
    for place in directory.offered():
        readers = readers_of(directory, place) if directory.is_closed(place) else None
        found.append(Choice(place.id, directory.name(place), "channel", readers))
    return found


def refresh(session: Session, cursor: Cursor | None) -> Page:
    """The readers of closed channels first, then of private threads, some at a time.

    A list that cannot be had in full is left out.
    """
    if cursor is None:
        directory = Directory(session, since=session.now())
        active = [each.id for each in directory.active_threads() if each.type == PRIVATE_THREAD]
        texts = [place for place in directory.collected() if place.type == TEXT]
        archived = [Step("private", place.id, "1") for place in texts]
        channels = closed_channels(directory)
        # What was open when it was collected, chosen or not by now, is closed here at the latest.
        closed = {f"{readers.key}:": readers for readers in channels}
        return replace(_page(channels, active, archived), closed=closed)
    return _threads(Directory(session), list(cursor["threads"]), from_json(cursor["archived"]))


def closed_channels(directory: Directory) -> list[Audience]:
    """Chosen or not: what was collected before stays."""
    return audiences_of(directory, [p for p in directory.offered() if directory.is_closed(p)])


def _threads(directory: Directory, threads: list[str], archived: list[Step]) -> Page:
    audiences: list[Audience] = []
    for number in range(PLACES_A_CALL):
        try:
            if threads:
                audiences += audiences_of(directory, _places(directory, threads[0]))
                del threads[0]
            elif archived:
                found, following = threads_page(directory, archived[0])
                threads += [each.id for each in found]
                archived[:1] = following
        except Forbidden:
            del archived[0]  # the bot does not see this channel: nothing of it is here
        except (RateLimited, Unavailable):
            if number == 0:
                raise
            break
    return _page(audiences, threads, archived)


def _page(audiences: Sequence[Audience], threads: list[str], archived: list[Step]) -> Page:
    left = {"threads": threads, "archived": as_json(archived)} if threads or archived else None
    return Page(audiences=audiences, cursor=left, more=left is not None)


def _places(directory: Directory, key: str) -> list[Place]:
    try:
        return [directory.place(key)]
    except Forbidden:
        return []


def audiences_of(directory: Directory, places: Sequence[Place]) -> list[Audience]:
    """As far as they are known in full."""
    found = []
    for place in places:
        try:
            found.append(directory.audience(place))
        except Missing:
            continue
        except Forbidden:
            break  # the members of the server are not listed: no place's readers can be told
    return found


def readers_of(directory: Directory, place: Place) -> Audience:
    """Of a closed place. Nobody where it cannot be told who."""
    known = audiences_of(directory, [place])
    return known[0] if known else Audience(place.id, directory.name(place), ())
