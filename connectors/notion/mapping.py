"""Notion's pages and comments as Momo's records. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from connectors.contract import MediaType, Person, Refusal, SourceRecord
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.text import encode, one_line
from connectors.files.times import EARLIEST, from_iso
from connectors.notion.blocks import Node, blocks_markdown
from connectors.notion.ids import address, compact
from connectors.notion.people import Known
from connectors.notion.properties import lines, page_title, people, tags
from connectors.notion.richtext import markdown, mentions_in

MAX_TITLE_CHARS = 1_000
MAX_PAGE_CHARS = 1_000_000  # of one page; the Normalize stage reads no more
MAX_PARTICIPANTS = 200
MAX_URL_CHARS = 2_000

Payload = Mapping[str, object]


def page_record(
    page: Payload, nodes: Sequence[Node], path: Sequence[str], known: Known
) -> SourceRecord | Refusal:
    """A page with what is on it. `path` are the titles of those it lies in, outermost first."""
    key = compact(page.get("id"))
    if not key:
        return Refusal("page", "A page without an id.")
    properties, names = as_object(page.get("properties")), known.names
    title = page_title(properties, names)[:MAX_TITLE_CHARS]
    url = page_url(page)
    text = "\n\n".join(filter(None, [
        f"# {title}" if title else "",
        "\n".join(lines(properties, names)),
        blocks_markdown(nodes, names, url),
    ]))[:MAX_PAGE_CHARS]  # fmt: skip
    created, edited = _times(page)
    author, participants = _people(page, nodes, known)
    return SourceRecord(
        external_id=key,
        kind="page",
        raw=encode(text),
        media_type=MediaType.MARKDOWN,
        occurred_at=created or edited or EARLIEST,
        dated=bool(created or edited),
        title=title,
        author=author,
        participants=participants,
        thread_key=key,
        url=url,
        container=" / ".join(path),
        edited_at=edited if edited != created else None,
        tags=tags(properties),
        as_of=edited,
    )


def comment_records(
    comments: Iterable[Payload], page: SourceRecord, known: Known
) -> list[SourceRecord | Refusal]:
    """The comments of a page, in its thread: the first of a discussion answers the page, each
    other one the one before it."""
    oldest_first = sorted(comments, key=lambda each: as_text(each.get("created_time")))
    last: dict[str, str] = {}
    mapped: list[SourceRecord | Refusal] = []
    for comment in oldest_first:
        discussion = compact(comment.get("discussion_id"))
        answered = last.get(discussion, page.external_id)
        record = _comment(comment, page, answered, known)
        if isinstance(record, SourceRecord) and discussion:
            last[discussion] = record.external_id
        mapped.append(record)
    return mapped


def gone(record: SourceRecord | Refusal) -> SourceRecord | Refusal:
    """The record as one that is deleted, with nothing left of what it said."""
    if isinstance(record, Refusal):
        return record
    return replace(record, raw=b"", title="", author=None, participants=(), tags=(), deleted=True)


def deleted(key: str, kind: str, at: datetime, *, dated: bool) -> SourceRecord:
    """What an event says is deleted and can no longer be read. `dated`: nothing that was said
    before may bring it back; a page, though, may be shared again as it was."""
    return SourceRecord(
        external_id=key,
        kind=kind,
        raw=b"",
        media_type=MediaType.MARKDOWN,
        occurred_at=at,
        deleted=True,
        as_of=at.replace(second=0, microsecond=0) if dated else None,
    )


def page_url(page: Payload) -> str:
    """Where the page opens: as Notion says, or by its id."""
    url = as_text(page.get("url"))
    usable = url.startswith(("https://", "http://")) and url.split() == [url]
    return url if usable and len(url) <= MAX_URL_CHARS else address(page.get("id"))


def in_trash(payload: Payload) -> bool:
    """`archived` is the older word for it."""
    return payload.get("in_trash") is True or payload.get("archived") is True


def _times(payload: Payload) -> tuple[datetime | None, datetime | None]:
    created = from_iso(as_text(payload.get("created_time")))
    return created, from_iso(as_text(payload.get("last_edited_time"))) or created


def _people(
    page: Payload, nodes: Sequence[Node], known: Known
) -> tuple[Person | None, tuple[Person, ...]]:
    """The author, and everyone else once in each role. Who made the page is its author, where no
    property names one."""
    named = people(as_object(page.get("properties")), known.names)
    found = [
        person if isinstance(person, Person) else known.person(person, role)
        for role, person in named
    ]
    author = next((person for person in found if person.role == "author"), None)
    if author is None and (key := compact(as_object(page.get("created_by")).get("id"))):
        author = known.person(key, "author")
    mentioned = [compact(as_object(page.get("last_edited_by")).get("id")), *_mentions(nodes)]
    found += [known.person(key, "mentioned") for key in mentioned if key]
    others = (
        person
        for person in dict.fromkeys(found)
        if person != author and not (person.role == "mentioned" and _same(person, author))
    )
    return author, tuple(others)[:MAX_PARTICIPANTS]


def _same(person: Person, author: Person | None) -> bool:
    return author is not None and bool(person.handle) and person.handle == author.handle


def _mentions(nodes: Sequence[Node]) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        found.update(dict.fromkeys(mentions_in(node.content.get("rich_text"))))
        waiting += node.children
    return sorted(found)


def _comment(
    comment: Payload, page: SourceRecord, answered: str, known: Known
) -> SourceRecord | Refusal:
    key = compact(comment.get("id"))
    if not key or not isinstance(comment.get("rich_text"), list):
        return Refusal(f"page {page.external_id}", "A comment that is not shown.", skipped=True)
    created, edited = _times(comment)
    text = markdown(comment.get("rich_text"), known.names)
    discussion = compact(comment.get("discussion_id"))
    url = f"{page.url}?d={discussion}" if discussion and "?" not in page.url else page.url
    files = [_attachment(file, url) for file in objects(comment.get("attachments"))]
    return SourceRecord(
        external_id=key,
        kind="message",
        raw=encode("\n\n".join(filter(None, [text, "\n".join(files)]))),
        media_type=MediaType.MARKDOWN,
        occurred_at=created or edited or page.occurred_at,
        dated=bool(created or edited),
        author=_commenter(comment, known),
        participants=tuple(
            known.person(user, "mentioned") for user in mentions_in(comment.get("rich_text"))
        )[:MAX_PARTICIPANTS],
        thread_key=page.external_id,
        reply_to=answered,
        url=url,
        container=" / ".join(filter(None, [page.container, page.title])),
        edited_at=edited if edited != created else None,
        as_of=edited,
    )


def _commenter(comment: Payload, known: Known) -> Person | None:
    """Who wrote it; Notion shows a name of its own beside comments of integrations."""
    key = compact(as_object(comment.get("created_by")).get("id"))
    shown = one_line(as_text(as_object(comment.get("display_name")).get("resolved_name")))
    person = known.person(key, "author") if key else None
    if person and (person.name or not shown):
        return person
    return Person(name=shown, handle=key) if shown else None


def _attachment(file: Payload, url: str) -> str:
    """By kind; a comment's file has no name, and its address holds for an hour only."""
    kind = one_line(as_text(file.get("category"))) or "file"
    return f"[{kind.capitalize()}]({url})" if url else kind.capitalize()
