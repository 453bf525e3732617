"""What is there already: every page that is shared, those edited last first."""

from collections.abc import Iterator
from typing import Any

from connectors.files.json_input import as_object, as_text, objects
from connectors.files.times import from_iso
from connectors.live.contract import Choice, Cursor, Page
from connectors.live.session import Session
from connectors.notion.client import Json, NotionApi
from connectors.notion.ids import compact
from connectors.notion.properties import page_title
from connectors.notion.reader import PageReader
from connectors.notion.richtext import plain
from connectors.notion.walk import Kind, Step, Walk, steps_of

LISTED = 25  # pages and data sources found at a time
MAX_CHOICE_REQUESTS = 20  # of 100 pages each, to find those at the top


def backfill(session: Session, cursor: Cursor | None) -> Page:
    """The cursor holds the steps that wait, where the listing goes on, and how far back it got.
    Raises errors.SourceError."""
    at: dict[str, Any] = {"start": "", **(cursor or {})}
    with NotionApi(session) as api:
        walk = Walk(PageReader(api, session), steps_of(at.get("steps")))
        walk.go()
        if not walk.steps and walk.has_time and at["start"] is not None:
            _find(walk, at)
    at["steps"] = walk.as_json()
    is_last = not walk.steps and at["start"] is None
    return Page(walk.readings, cursor=None if is_last else at, gone=walk.gone)


def beneath(steps: list[Step]) -> Cursor:
    """A cursor that takes these steps and nothing else."""
    return {"steps": [step.as_json() for step in steps], "start": None}


def choices(session: Session) -> Iterator[Choice]:
    """The pages and databases at the top of what is shared. Raises errors.SourceError."""
    with NotionApi(session) as api:
        found = list(_everything(api))
    keys = {key for each in found for key in _keys(each)}
    offered: set[str] = set()
    for each in found:
        key = _keys(each)[-1]
        if key and key not in offered and not keys.intersection(_above(each)):
            offered.add(key)
            yield Choice(key, _title(each) or "Untitled", "page")


def _find(walk: Walk, at: dict[str, Any]) -> None:
    """Read what the listing shows next.

    What is edited meanwhile moves to its beginning, also the place where it goes on: what is newer
    than how far back it got was read, or is for `poll` to find.
    """
    listed = walk.reader.api.search(size=LISTED, start=as_text(at["start"]))
    reached = from_iso(as_text(at.get("reached")))
    waiting: list[Step] = []
    goes_on = True
    for each in objects(listed.get("results")):
        key = compact(each.get("id"))
        edited = from_iso(as_text(each.get("last_edited_time")))
        if edited and reached and edited > reached:
            continue
        at["reached"] = edited.isoformat() if edited else at.get("reached")
        if each.get("object") == "data_source" and key:
            waiting.append(Step(Kind.ROWS, key))
        elif each.get("object") == "page" and key:
            goes_on = goes_on and walk.read(each, Kind.FOUND)
            waiting += [] if goes_on else [Step(Kind.FOUND, key)]
    walk.steps = [*reversed(waiting), *walk.steps]
    onward = as_text(listed.get("next_cursor"))
    at["start"] = onward if listed.get("has_more") is True and onward else None


def _everything(api: NotionApi) -> Iterator[Json]:
    start = ""
    for _ in range(MAX_CHOICE_REQUESTS):
        listed = api.search(size=100, start=start)
        yield from objects(listed.get("results"))
        start = as_text(listed.get("next_cursor"))
        if listed.get("has_more") is not True or not start:
            return


def _keys(each: Json) -> list[str]:
    """The ids something is known by; the last one is a database's rather than its data source's."""
    own = compact(each.get("id"))
    database = compact(as_object(each.get("parent")).get("database_id"))
    is_source = each.get("object") == "data_source" and database
    return [own, database] if is_source else [own]


def _above(each: Json) -> set[str]:
    """The ids of what it lies in directly."""
    is_source = each.get("object") == "data_source"
    parent = as_object(each.get("database_parent" if is_source else "parent"))
    return {key for value in parent.values() if (key := compact(value))}


def _title(each: Json) -> str:
    if each.get("object") == "data_source":
        return plain(each.get("title"), {})
    return page_title(as_object(each.get("properties")), {})
