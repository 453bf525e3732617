"""Where a page lies: the pages and databases above it, as far as they are shared."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from connectors.files.json_input import as_object, as_text
from connectors.live.errors import Forbidden
from connectors.notion.client import Invalid, NotionApi
from connectors.notion.ids import compact
from connectors.notion.mapping import in_trash
from connectors.notion.properties import page_title
from connectors.notion.richtext import plain

MAX_ABOVE = 20  # pages in pages that are followed upwards


@dataclass(frozen=True, slots=True)
class Place:
    """A page, database, data source or block. `ids` are those it is known by: a data source goes
    by its database's id as well. Blocks have no title."""

    ids: tuple[str, ...]
    title: str
    parent: Mapping[str, object]
    is_trashed: bool
    is_block: bool = False


def ids_of(places: Iterable[Place]) -> frozenset[str]:
    return frozenset(key for place in places for key in place.ids)


class Places:
    """What was asked in one call, so that each place is asked for once in it."""

    def __init__(self, api: NotionApi) -> None:
        self._api = api
        self._known: dict[tuple[str, str], Place | None] = {}

    def above(self, parent: object) -> tuple[Place, ...]:
        """Outermost first; it ends where something is not shared. Raises errors.SourceError."""
        chain: list[Place] = []
        seen: set[str] = set()
        current = as_object(parent)
        while len(chain) < MAX_ABOVE:
            place = self._place(current)
            if place is None or seen.intersection(place.ids):
                break
            seen.update(place.ids)
            chain.append(place)
            current = dict(place.parent)
        return tuple(reversed(chain))

    def ids_above(self, parent: object) -> frozenset[str]:
        return ids_of(self.above(parent))

    def lists(self, page: Mapping[str, object]) -> bool:
        """Whether the page is a row of a data source that is shared. The search need not know all
        rows, so they are listed there."""
        parent = as_object(page.get("parent"))
        return parent.get("type") == "data_source_id" and bool(self.above(parent))

    def of_page(self, page: Mapping[str, object]) -> Place:
        """A page that was read already; those in it are not asked for it again."""
        key = compact(page.get("id"))
        title = page_title(as_object(page.get("properties")), {})
        place = Place((key,), title, as_object(page.get("parent")), in_trash(page))
        self._known["page_id", key] = place
        return place

    def _place(self, parent: Mapping[str, object]) -> Place | None:
        kind = as_text(parent.get("type"))
        key = compact(parent.get(kind)) if kind in _ASK else ""
        if not key:
            return None
        if (kind, key) not in self._known:
            try:
                self._known[kind, key] = _ASK[kind](self, key)
            except (Forbidden, Invalid):
                self._known[kind, key] = None
        return self._known[kind, key]

    def _page(self, key: str) -> Place:
        return self.of_page(self._api.page(key))

    def _block(self, key: str) -> Place:
        block = self._api.block(key)
        return Place((key,), "", as_object(block.get("parent")), in_trash(block), is_block=True)

    def _database(self, key: str) -> Place:
        database = self._api.database(key)
        title = plain(database.get("title"), {})
        return Place((key,), title, as_object(database.get("parent")), in_trash(database))

    def _data_source(self, key: str) -> Place:
        """With the database around it in one, which the answer describes well enough."""
        source = self._api.data_source(key)
        parent = as_object(source.get("parent"))
        database = compact(parent.get("database_id"))
        above = as_object(source.get("database_parent")) if database else parent
        ids = (key, database) if database else (key,)
        return Place(ids, plain(source.get("title"), {}), above, in_trash(source))


_ASK = {
    "page_id": Places._page,
    "block_id": Places._block,
    "database_id": Places._database,
    "data_source_id": Places._data_source,
}
