"""What changed since the last time, for what no webhook tells: by last edit, and by the trash."""

from datetime import datetime, timedelta
from typing import Any

from connectors.files.json_input import as_object, as_text, objects
from connectors.files.times import from_iso
from connectors.live.contract import Cursor, Page
from connectors.live.session import Session
from connectors.notion.client import Invalid, Json, NotionApi
from connectors.notion.ids import compact
from connectors.notion.mapping import in_trash
from connectors.notion.reader import PageReader
from connectors.notion.walk import Kind, Step, Walk, steps_of

# Last edits are told to the minute, and the search learns of them late. What was read already
# and has not been edited since is not read again.
OVERLAP = timedelta(minutes=10)
SETTLED = timedelta(minutes=2)  # an edit that is older cannot be followed by one of its minute
LISTED = 50  # pages found at a time
TRASHED = 100  # pages of the trash that are looked at, those edited last
MAX_REMEMBERED = 500  # pages read within the overlap
# A comment is no edit. Where no webhook tells of them, the pages edited last are asked for theirs,
# so many a round, so that the turn of each comes every half an hour.
ASKED = 10


def poll(session: Session, cursor: Cursor | None) -> Page:
    """The cursor holds `since`, and while a round is under way `until`, the steps that wait and
    where the listing goes on. Raises errors.SourceError."""
    now = session.now()
    with NotionApi(session) as api:
        since = from_iso(as_text((cursor or {}).get("since")))
        if cursor is None or since is None:
            return Page(cursor={"since": now.isoformat(), "trash": _trash(api)})
        at: dict[str, Any] = {"until": now.isoformat(), "start": "", **cursor}
        walk = Walk(PageReader(api, session), steps_of(at.get("steps")))
        walk.go()
        if not walk.steps and walk.has_time and isinstance(at["start"], str):
            at["start"] = _find(walk, at, since - OVERLAP, now)
    at["steps"] = walk.as_json()
    if walk.steps or at["start"] is not None:
        return Page(walk.readings, cursor=at, more=True, gone=walk.gone)
    done = {
        "since": at["until"], "trash": at.get("trash"), "read": _recent(at), "turn": at.get("turn"),
    }  # fmt: skip
    return Page(walk.readings, cursor=done, gone=walk.gone)


def _find(walk: Walk, at: dict[str, Any], oldest: datetime, now: datetime) -> str | None:
    """Queue what the listing shows next, and after its end what was put into the trash or taken
    out of it. Returns where the listing goes on; None after both."""
    api = walk.reader.api
    listed = api.search(size=LISTED, start=at["start"], kind="page")
    pages = objects(listed.get("results"))
    if not at["start"] and not api.is_told:
        _ask_for_comments(walk, at, pages)
    read: dict[str, str] = {**as_object(at.get("read"))}  # type: ignore[dict-item]
    reached = False
    for page in pages:
        edited = from_iso(as_text(page.get("last_edited_time")))
        key = compact(page.get("id"))
        reached = reached or (edited is not None and edited < oldest)
        if reached or not key or edited is None or read.get(key) == edited.isoformat():
            continue
        walk.steps.insert(0, Step(Kind.PAGE, key))
        if now - edited >= SETTLED:
            read[key] = edited.isoformat()
    at["read"] = read
    start = as_text(listed.get("next_cursor"))
    if not reached and listed.get("has_more") is True and start:
        return start
    _compare_trash(walk, at)
    return None


def _ask_for_comments(walk: Walk, at: dict[str, Any], pages: list[Json]) -> None:
    turn = at["turn"] if isinstance(at.get("turn"), int) else 0
    for page in pages[turn : turn + ASKED]:
        if key := compact(page.get("id")):
            walk.steps.insert(0, Step(Kind.COMMENTS, key))
    at["turn"] = turn + ASKED if turn + ASKED < len(pages) else 0


def _compare_trash(walk: Walk, at: dict[str, Any]) -> None:
    """What came into the trash is deleted with all that lies in it; what left it is read again,
    or is gone for good."""
    before, after = at.get("trash"), _trash(walk.reader.api)
    if isinstance(before, list) and isinstance(after, list):
        changed = sorted(set(map(as_text, before)).symmetric_difference(after))
        walk.steps[:0] = steps_of([each.split(":") for each in changed])
    at["trash"] = after


def _trash(api: NotionApi) -> list[str] | None:
    """What is in the trash, each as the step that goes through it; None where Notion does not
    search there."""
    try:
        listed = api.search(size=TRASHED, in_trash=True)
    except Invalid:
        return None
    items = [each for each in objects(listed.get("results")) if in_trash(each)]
    return sorted(
        f"{Kind.TREE if each.get('object') == 'page' else Kind.DEEP_ROWS}:{key}"
        for each in items
        if (key := compact(each.get("id")))
    )


def _recent(at: Json) -> dict[str, str]:
    """What need not be read again in the next round's overlap."""
    until = from_iso(as_text(at["until"]))
    kept = [
        (key, edited)
        for key, edited in as_object(at.get("read")).items()
        if until and (when := from_iso(as_text(edited))) and when >= until - OVERLAP
    ]
    return {key: as_text(edited) for key, edited in kept[-MAX_REMEMBERED:]}
