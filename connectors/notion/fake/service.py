"""A Notion of our own: `with FakeNotion() as notion: notion.do_page("Choices", text="...")`."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar, NoReturn

from aiohttp import web

from connectors.fakes.faults import Fault
from connectors.fakes.server import FakeProvider, json_answer
from connectors.notion.fake.oauth import Access
from connectors.notion.fake.verbs import Verbs
from connectors.notion.fake.wire import Comment, Item, Json, Page, error, listing
from connectors.notion.fake.workspace import Workspace, dashed, new_id

MAX_PAGE_SIZE = 100
_CODES = {
    429: "rate_limited", 500: "internal_server_error", 503: "service_unavailable",
    504: "gateway_timeout", 529: "service_overload", 409: "conflict_error",
    401: "unauthorized", 403: "restricted_resource", 400: "validation_error",
}  # fmt: skip


class FakeNotion(Verbs, Access, FakeProvider):
    """Speaks the paths, bodies, errors and cursors of the API, version 2025-09-03.

    `denied` are capabilities that the connection was not given: comments, users, emails.
    """

    unlimited: ClassVar[frozenset[str]] = frozenset({"/v1/oauth/authorize"})

    def __init__(self, port: int = 0, **how: Any) -> None:
        now = how.pop("now", lambda: datetime.now(UTC))
        super().__init__(port, **how)
        self.workspace = Workspace(now)
        self.integration_id, self.subscription_id = new_id(), new_id()
        self.webhook_token = "secret_" + new_id().replace("-", "")
        self.denied: set[str] = set()
        self.open_accounts()

    def start(self) -> "FakeNotion":
        super().start()
        self.workspace.site = self.url
        return self

    def app_settings(self) -> dict[str, str]:
        return {
            "MOMO_APP_NOTION_CLIENT_ID": self.client_id,
            "MOMO_APP_NOTION_CLIENT_SECRET": self.client_secret,
            "MOMO_APP_NOTION_WEBHOOK_TOKEN": self.webhook_token,
            "MOMO_APP_NOTION_API_URL": self.url,
        }

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        return [
            *self.oauth_routes(),
            web.post("/v1/search", self._search),
            web.get("/v1/pages/{id}", self._page),
            web.get("/v1/blocks/{id}", self._block),
            web.get("/v1/blocks/{id}/children", self._children),
            web.get("/v1/databases/{id}", self._database),
            web.get("/v1/data_sources/{id}", self._data_source),
            web.post("/v1/data_sources/{id}/query", self._query),
            web.get("/v1/comments", self._comments),
            web.get("/v1/users", self._users),
            web.get("/v1/users/{id}", self._user),
            web.get("/p/{slug}", self._shown),
        ]

    def error(self, fault: Fault) -> web.Response:
        code = _CODES.get(fault.status, "internal_server_error")
        wait = {"Retry-After": str(int(fault.retry_after))} if fault.retry_after else {}
        return json_answer(error(fault.status, code, fault.name), fault.status, **wait)

    async def _search(self, request: web.Request) -> web.Response:
        self.check(request)
        asked = await request.json()
        only = asked.get("filter", {})
        trash = only.get("in_trash") is True
        space = self.workspace
        found: list[tuple[datetime, str, Json]] = []
        if only.get("value", "page") == "page":
            found += [(each.edited, each.id, each.json()) for each in self._of(space.pages, trash)]
        if only.get("value", "data_source") == "data_source":
            found += [
                (each.edited, each.source_id, each.source_json())
                for each in self._of(space.databases, trash)
            ]
        newest_first = asked.get("sort", {}).get("direction") != "ascending"
        found.sort(key=lambda each: each[:2], reverse=newest_first)
        return self._paged("page_or_data_source", [each[2] for each in found], asked)

    def _of(self, items: dict[str, Any], trash: bool) -> list[Any]:
        """Those that the connection sees: what is live, or what was itself put into the trash."""
        space = self.workspace
        shared = [each for each in items.values() if space.is_shared(each)]
        return [each for each in shared if (each.in_trash if trash else space.is_live(each))]

    async def _page(self, request: web.Request) -> web.Response:
        return json_answer(self._seen(request, self.workspace.pages).json())

    async def _block(self, request: web.Request) -> web.Response:
        key = dashed(request.match_info["id"])
        space = self.workspace
        self._seen(request, space.blocks if key in space.blocks else space.pages)
        return json_answer(space.child_json(key))

    async def _children(self, request: web.Request) -> web.Response:
        key = dashed(request.match_info["id"])
        space = self.workspace
        item: Any = self._seen(request, space.blocks if key in space.blocks else space.pages)
        there = [each for each in item.children if not self.workspace.item(each).in_trash]
        shown = [space.child_json(each) for each in there]
        return self._paged("block", shown, dict(request.query))

    async def _database(self, request: web.Request) -> web.Response:
        return json_answer(self._seen(request, self.workspace.databases).json())

    async def _data_source(self, request: web.Request) -> web.Response:
        return json_answer(self._source(request).source_json())

    async def _query(self, request: web.Request) -> web.Response:
        database = self._source(request)
        rows = [self.workspace.pages[key] for key in database.children]
        asked = await request.json()
        newest_first = asked.get("sorts", [{}])[0].get("direction") == "descending"
        rows = [row for row in rows if not row.in_trash]
        rows.sort(key=lambda row: row.edited, reverse=newest_first)
        return self._paged("page_or_data_source", [row.json() for row in rows], asked)

    async def _comments(self, request: web.Request) -> web.Response:
        self.check(request)
        self._allowed("comments")
        place = dashed(request.query.get("block_id", ""))
        there = self.workspace.pages.get(place) or self.workspace.blocks.get(place)
        self._shared(there)
        comments = [each for each in self.workspace.comments.values() if not each.resolved]
        shown = [each.json() for each in comments if place in each.parent.values()]
        return self._paged("comment", shown, dict(request.query))

    async def _users(self, request: web.Request) -> web.Response:
        self.check(request)
        self._allowed("users")
        emails = "emails" not in self.denied
        people = [each.json(emails=emails) for each in self.workspace.users.values()]
        return self._paged("user", people, dict(request.query))

    async def _user(self, request: web.Request) -> web.Response:
        self.check(request)
        self._allowed("users")
        found = self.workspace.users.get(dashed(request.match_info["id"]))
        if found is None:
            self._missing()
        return json_answer(found.json(emails="emails" not in self.denied))

    async def _shown(self, request: web.Request) -> web.Response:
        """A page as people see it, so that a citation can be followed."""
        key = dashed(request.match_info["slug"][-32:])
        page = self.workspace.pages.get(key)
        if page is None:
            raise web.HTTPNotFound
        return web.Response(text=f"<h1>{_escaped(page)}</h1>", content_type="text/html")

    def _seen(self, request: web.Request, items: dict[str, Any]) -> Any:
        self.check(request)
        item = items.get(dashed(request.match_info["id"]))
        self._shared(item)
        return item

    def _source(self, request: web.Request) -> Any:
        self.check(request)
        item = self.workspace.source(dashed(request.match_info["id"]))
        self._shared(item)
        return item

    def _shared(self, item: Item | None) -> None:
        place = item
        if isinstance(item, Comment):
            place = self.workspace.pages[item.page]
        if place is None or not self.workspace.is_shared(place):
            self._missing()

    def _missing(self) -> NoReturn:
        self.fail(404, "object_not_found", "Could not find it, or it is not shared.")

    def _allowed(self, capability: str) -> None:
        if capability in self.denied:
            self.fail(403, "restricted_resource", "Insufficient permissions for this endpoint.")

    def _paged(self, kind: str, results: list[Json], asked: Json) -> web.Response:
        """One page of a listing; a cursor is the id of what comes next, as Notion has it."""
        size = int(asked.get("page_size", MAX_PAGE_SIZE))
        if not 0 < size <= MAX_PAGE_SIZE:
            self.fail(400, "validation_error", "page_size should be at most 100.")
        at = 0
        if start := asked.get("start_cursor"):
            places = [place for place, each in enumerate(results) if each["id"] == start]
            if not places:
                self.fail(400, "validation_error", "The start_cursor provided is invalid.")
            at = places[0]
        onward = results[at + size]["id"] if at + size < len(results) else None
        return json_answer(listing(kind, results[at : at + size], onward))


def _escaped(page: Page) -> str:
    return page.title.replace("&", "&amp;").replace("<", "&lt;")
