"""What a delivery calls for. It says what changed and never how, so the page is read as it is."""

from connectors.contract import Refusal
from connectors.live.contract import Incoming, Page, Task
from connectors.live.errors import Malformed
from connectors.live.session import Session
from connectors.notion.client import Invalid, Missing, NotionApi
from connectors.notion.history import beneath
from connectors.notion.mapping import deleted
from connectors.notion.reader import PageReader
from connectors.notion.walk import Kind, Step, Walk
from connectors.notion.webhook import Event, read_event

_TRASH = {"deleted", "undeleted"}
_SUBJECTS = {"page", "comment", "database", "data_source"}


def receive(session: Session, incoming: Incoming) -> Page:
    """Raises errors.SourceError, errors.Malformed."""
    try:
        return _read(session, read_event(incoming.body))
    except Invalid as error:
        raise Malformed("Notion does not show what the delivery is about.") from error


def _read(session: Session, event: Event) -> Page:
    bot = session.credentials.get("bot_id", "")
    if event.bots and bot and bot not in event.bots:
        return Page()  # for another authorization in the same workspace
    subject, _, happened = event.type.partition(".")
    if subject not in _SUBJECTS:
        return Page()
    if not event.entity:
        raise Malformed("The delivery does not say what it is about.")
    if subject == "comment":
        return _comment(session, event, happened)
    if subject == "page":
        return _page(session, event, happened)
    return _database(session, event, subject, happened)


def _page(session: Session, event: Event, happened: str) -> Page:
    """A page that goes to the trash or comes back takes along what lies in it."""
    kind = Kind.TREE if happened in _TRASH else Kind.PAGE
    with NotionApi(session) as api:
        try:
            page = api.page(event.entity)
        except Missing:
            if happened != "deleted":
                return Page([_not_shared(event.entity)])
            record = deleted(event.entity, "page", event.at, dated=False)
            return Page([record], gone=(event.entity,))
        walk = Walk(PageReader(api, session))
        walk.read(page, kind)
        return _brought(walk)


def _database(session: Session, event: Event, subject: str, happened: str) -> Page:
    """Rows announce themselves; only the trash takes them along in silence."""
    if happened not in _TRASH:
        return Page(then=frozenset({Task.POLL}))
    kind = Kind.DATABASE if subject == "database" else Kind.DEEP_ROWS
    with NotionApi(session) as api:
        return _brought(Walk(PageReader(api, session), [Step(kind, event.entity)]))


def _brought(walk: Walk) -> Page:
    """What the steps bring in one call; what is left is for the backfill."""
    walk.go()
    restart = beneath(walk.steps) if walk.steps else None
    return Page(walk.readings, restart=restart, gone=walk.gone)


def _comment(session: Session, event: Event, happened: str) -> Page:
    if happened == "deleted":
        return Page([deleted(event.entity, "message", event.at, dated=True)])
    if not event.page:
        raise Malformed("The delivery does not say which page the comment is on.")
    with NotionApi(session) as api:
        reader = PageReader(api, session)
        try:
            page = api.page(event.page)
            readings = reader.comments_of(page, event.place or event.page)
        except Missing:
            readings = [_not_shared(event.page)]
    return Page(readings)


def _not_shared(key: str) -> Refusal:
    return Refusal(f"page {key}", "Not shared with the connection any more.", skipped=True)
