"""Pages and table rows of a Notion export as Momo's records. Pure."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from connectors.contract import MediaType, Person, SourceRecord
from connectors.files.members import Member
from connectors.files.people import listed
from connectors.files.text import encode, one_line, stable_id
from connectors.files.times import from_iso, from_words
from connectors.notion_export.columns import (
    AUTHORS,
    CREATED,
    DATE,
    DECIDERS,
    EDITED,
    OTHERS,
    TAGS,
)
from connectors.notion_export.names import named, titles
from connectors.notion_export.page import Page


def page_record(raw: bytes, member: Member, page: Page, media_type: MediaType) -> SourceRecord:
    """Map one page."""
    name = named(member.path.stem)
    key = name.id or page.id
    return _record(
        external_id=key or stable_id(member.path.with_suffix("").as_posix()),
        raw=raw.replace(b"\0", b""),
        media_type=media_type,
        title=one_line(page.title or name.title),
        properties=page.properties,
        url=f"https://www.notion.so/{key}" if key else "",
        container=titles(member.path.parent),
        modified=member.modified,
    )


def row_record(row: Mapping[str, str], title: str, row_key: str, table: Member) -> SourceRecord:
    """Map a row that has no page of its own; `row_key` tells it from the table's other rows."""
    name = named(table.path.stem)
    place = name.id or table.path.with_suffix("").as_posix()
    lines = [f"{key}: {value}" for key, value in row.items() if value]
    return _record(
        external_id=stable_id(f"{place}#{row_key}"),
        raw=encode("\n".join([f"# {title}", "", *lines])),
        media_type=MediaType.MARKDOWN,
        title=title,
        properties={key.lower(): value for key, value in row.items()},
        url=f"https://www.notion.so/{name.id}" if name.id else "",
        container=(*titles(table.path.parent), name.title),
        modified=table.modified,
    )


def _record(
    *, external_id: str, raw: bytes, media_type: MediaType, title: str,
    properties: Mapping[str, str], url: str, container: Iterable[str], modified: datetime,
) -> SourceRecord:  # fmt: skip
    edited = _time(properties, EDITED)
    moment = _time(properties, CREATED) or _time(properties, DATE) or edited
    people = _people(properties)
    author = next(iter(people), None)
    is_author = author is not None and author.role == "author"
    return SourceRecord(
        external_id=external_id,
        kind="page",
        raw=raw,
        media_type=media_type,
        occurred_at=moment or modified,
        dated=moment is not None,
        title=title,
        author=author if is_author else None,
        participants=people[1:] if is_author else people,
        url=url,
        container=" / ".join(container),
        edited_at=edited if edited != moment else None,
        tags=_tags(properties),
    )


def _people(properties: Mapping[str, str]) -> tuple[Person, ...]:
    """Authors first, each person once in each role. An owner stands in where no author is named."""
    roles = ((AUTHORS, "author"), (DECIDERS, "decider"), (OTHERS, "mentioned"))
    found = [
        person
        for keys, role in roles
        for key in keys
        for person in listed(properties.get(key, ""), role)
    ]
    if not any(properties.get(key) for key in AUTHORS):
        found = [*listed(properties.get("owner", ""), "author")[:1], *found]
    return tuple(dict.fromkeys(found))


def _time(properties: Mapping[str, str], keys: Iterable[str]) -> datetime | None:
    values = (properties.get(key, "") for key in keys)
    return next((time for value in values if (time := from_iso(value) or from_words(value))), None)


def _tags(properties: Mapping[str, str]) -> tuple[str, ...]:
    values = (properties.get(key, "") for key in TAGS)
    tags = (tag.strip() for value in values for tag in re.split(r"[,;]", value))
    return tuple(dict.fromkeys(filter(None, tags)))
