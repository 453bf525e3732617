"""Reading one page with all that belongs to it: blocks, place, people, comments."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from connectors.contract import Refusal, SourceRecord
from connectors.files.json_input import as_text, objects
from connectors.live.errors import Forbidden
from connectors.live.session import Session
from connectors.notion.client import Denied, Invalid, Json, NotionApi
from connectors.notion.directory import Directory
from connectors.notion.ids import compact
from connectors.notion.mapping import comment_records, gone, page_record
from connectors.notion.people import Known
from connectors.notion.places import Place, Places, ids_of
from connectors.notion.richtext import users_in
from connectors.notion.tree import MAX_BLOCKS, Tree, read_tree

MAX_COMMENT_PAGES = 5  # requests of 100 comments each, of one page
MAX_INLINE = 30  # blocks of a page whose comments are asked for, whatever the setting says

Reading = SourceRecord | Refusal


@dataclass(slots=True)
class Read:
    """What a page gave. `pages` and `databases` lie in it, and it in what is `above`."""

    readings: list[Reading] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    databases: list[str] = field(default_factory=list)
    above: frozenset[str] = frozenset()


class PageReader:
    """Reads pages in one call to the connector; what it asked once it does not ask again."""

    def __init__(self, api: NotionApi, session: Session) -> None:
        self.api = api
        self.places = Places(api)
        self._session = session
        self._directory = Directory(api, session.key)
        self._inline = _number(session.app["inline_comments"])
        self._comments_denied = False

    def read(self, page: Json) -> Read:
        """Raises errors.SourceError. A page in the trash, or in something that is, is deleted."""
        key = compact(page.get("id"))
        own = self.places.of_page(page)
        above = self.places.above(page.get("parent"))
        if not key:
            return Read([Refusal("page", "A page without an id.")])
        if not self._collects([*above, own]):
            return Read()
        tree = read_tree(self.api, key)
        if any(place.is_trashed for place in (*above, own)):
            readings: list[Reading] = [gone(page_record(page, (), (), Known()))]
        elif not tree.is_readable:  # what is stored of it is more than its title
            readings = [Refusal(f"page {key}", "Its content is not shown by the API.")]
        else:
            readings = self._mapped(page, tree, above, self._comments(key, tree))
            readings += _left_out(key, tree)
        return Read(readings, tree.pages, tree.databases, ids_of(above))

    def comments_of(self, page: Json, place: str) -> list[Reading]:
        """What is said about a page or one block of it, as it stands. Raises errors.SourceError."""
        own, above = self.places.of_page(page), self.places.above(page.get("parent"))
        shown = not any(each.is_trashed for each in (*above, own))
        if not shown or not self._collects([*above, own]):
            return []
        return self._mapped(page, Tree(), above, list(self._listed(place)))[1:]

    def collects_rows(self, source_id: str) -> bool:
        """Whether anything of a data source is collected. Raises errors.SourceError."""
        parent = {"type": "data_source_id", "data_source_id": source_id}
        return self._collects(self.places.above(parent))

    def _collects(self, chain: Iterable[Place]) -> bool:
        if self._session.chosen is None:
            return True
        return any(self._session.collects(key) for key in ids_of(chain))

    def _mapped(
        self, page: Json, tree: Tree, above: Iterable[Place], comments: list[dict[str, object]]
    ) -> list[Reading]:
        blocks = [node.block for node in tree.all()]
        known = self._directory.known(users_in([page, blocks, comments]))
        path = [place.title or "Untitled" for place in above if not place.is_block]
        record = page_record(page, tree.nodes, path, known)
        if isinstance(record, Refusal):
            return [record]
        return [record, *comment_records(comments, record, known)]

    def _comments(self, key: str, tree: Tree) -> list[dict[str, object]]:
        """The page's own, and those beside its first blocks with text: each block is a request."""
        texts = (
            block_id
            for node in tree.all()
            if node.content.get("rich_text") and (block_id := compact(node.block.get("id")))
        )
        found = {as_text(each.get("id")): each for each in self._listed(key)}
        for place in islice(texts, self._inline):
            found.update((as_text(each.get("id")), each) for each in self._listed(place, pages=1))
        return list(found.values())

    def _listed(self, place: str, pages: int = MAX_COMMENT_PAGES) -> Iterator[dict[str, object]]:
        start = ""
        for _ in range(pages):
            if self._comments_denied:
                return
            try:
                page = self.api.comments(place, start)
            except Denied:  # the app was not given the capability to read comments
                self._comments_denied = True
                return
            except (Forbidden, Invalid):
                return
            yield from objects(page.get("results"))
            start = as_text(page.get("next_cursor"))
            if not start:
                return


def _left_out(key: str, tree: Tree) -> Iterator[Refusal]:
    if tree.is_cut:
        reason = f"Longer or deeper than is read ({MAX_BLOCKS} blocks): the rest is left out."
        yield Refusal(f"page {key}", reason)
    if tree.closed:
        reason = f"{tree.closed} parts are not shared with the connection, or not shown by the API."
        yield Refusal(f"page {key}", reason, skipped=True)


def _number(text: str) -> int:
    """A setting in digits; anything else counts as none."""
    return min(int(text), MAX_INLINE) if text.isascii() and text.isdigit() else 0
