"""The fake's API: the addresses that Momo asks, with pages, etags, tokens and GitHub's errors."""

import hashlib
import json
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import jwt
from aiohttp import BasicAuth, web

from connectors.github.fake import graphql, shapes
from connectors.github.fake.places import Installation
from connectors.github.fake.shapes import Json
from connectors.github.fake.state import Repository, State, Thread

ROOT = "/api/v3"
TOKEN_SECONDS = 3600


class Api:
    """Mixed into the server."""

    state: State
    installation: Installation
    user_tokens: dict[str, str]
    app_id: str
    client_id: str
    client_secret: str
    public_key: str
    remaining: int
    owners: set[str]
    installed: Any

    def api_routes(self) -> Iterable[web.AbstractRouteDef]:
        one = ROOT + "/repositories/{id}"
        return [
            web.post(ROOT + "/app/installations/{id}/access_tokens", self._mint),
            web.get(ROOT + "/app/installations/{id}", self._installation),
            web.delete(ROOT + "/installation/token", self._drop_token),
            web.get(ROOT + "/installation/repositories", self._repositories),
            web.get(ROOT + "/user", self._user),
            web.get(ROOT + "/user/installations", self._user_installations),
            web.get(ROOT + "/user/installations/{id}/repositories", self._user_repositories),
            web.delete(ROOT + "/applications/{client}/token", self._drop_user_token),
            web.get(one, self._repository),
            web.get(one + "/collaborators", self._collaborators),
            web.get(one + "/issues", self._issues),
            web.get(one + "/issues/{number}", self._issue),
            web.get(one + "/issues/{number}/comments", self._comments),
            web.get(one + "/pulls/{number}", self._pull),
            web.get(one + "/pulls/{number}/reviews", self._reviews),
            web.get(one + "/pulls/{number}/comments", self._remarks),
            web.get(one + "/releases", self._releases),
            web.get(one + "/commits", self._commits),
            web.post("/api/graphql", self._graphql),
        ]

    async def _mint(self, request: web.Request) -> web.Response:
        self._check_app(request)
        if request.match_info["id"] != str(self.installation.id):
            raise refusal(404, "Not Found")
        if self.installation.suspended_at:
            raise refusal(403, "This installation has been suspended")
        until = datetime.fromtimestamp(time.time() + TOKEN_SECONDS, UTC)
        told = {"token": self.installation.new_token(), "expires_at": f"{until:%Y-%m-%dT%H:%M:%SZ}"}
        return web.json_response(told, status=201)

    async def _installation(self, request: web.Request) -> web.Response:
        self._check_app(request)
        if request.match_info["id"] != str(self.installation.id):
            raise refusal(404, "Not Found")
        return self._answer(request, self.installed())

    async def _drop_token(self, request: web.Request) -> web.Response:
        self._check_installation(request)
        self.installation.tokens.discard(_token(request))
        return web.Response(status=204)

    async def _repositories(self, request: web.Request) -> web.Response:
        self._check_installation(request)
        return self._page(request, [r.facts for r in self._selected()], key="repositories")

    async def _user(self, request: web.Request) -> web.Response:
        return self._answer(request, self.state.person(self._login(request)))

    async def _user_installations(self, request: web.Request) -> web.Response:
        sees = self._seen_by(self._login(request)) and self.installation.id
        return self._page(request, [self.installed()] if sees else [], key="installations")

    async def _user_repositories(self, request: web.Request) -> web.Response:
        login = self._login(request)
        if request.match_info["id"] != str(self.installation.id):
            raise refusal(404, "Not Found")
        return self._page(request, self._seen_by(login), key="repositories")

    async def _drop_user_token(self, request: web.Request) -> web.Response:
        given = BasicAuth.decode(request.headers.get("Authorization", ""))
        if (given.login, given.password) != (self.client_id, self.client_secret):
            raise refusal(401, "Bad credentials")
        self.user_tokens.pop((await request.json())["access_token"], None)
        return web.Response(status=204)

    async def _repository(self, request: web.Request) -> web.Response:
        return self._answer(request, self._place(request).facts)

    async def _collaborators(self, request: web.Request) -> web.Response:
        members = [shapes.shown(self.state.person(who)) for who in self._place(request).members]
        return self._page(request, members)

    async def _issues(self, request: web.Request) -> web.Response:
        since = request.query.get("since", "")
        there = [
            shapes.pull_as_issue(thread.body) if thread.kind == "pull_request" else thread.body
            for thread in self._place(request).threads.values()
            if thread.kind != "discussion" and thread.body["updated_at"] >= since
        ]
        there.sort(key=lambda found: str(found["updated_at"]), reverse=True)
        return self._page(request, there)

    async def _issue(self, request: web.Request) -> web.Response:
        thread = self._thread_of(request, "issue", "pull_request")
        is_pull = thread.kind == "pull_request"
        found = shapes.pull_as_issue(thread.body) if is_pull else thread.body
        return self._answer(request, found)

    async def _comments(self, request: web.Request) -> web.Response:
        return self._page(request, self._thread_of(request, "issue", "pull_request").comments)

    async def _pull(self, request: web.Request) -> web.Response:
        return self._answer(request, self._thread_of(request, "pull_request").body)

    async def _reviews(self, request: web.Request) -> web.Response:
        there = self._thread_of(request, "pull_request").reviews
        # Events write the state in lower case.
        return self._page(request, [each | {"state": each["state"].upper()} for each in there])

    async def _remarks(self, request: web.Request) -> web.Response:
        return self._page(request, self._thread_of(request, "pull_request").remarks)

    async def _releases(self, request: web.Request) -> web.Response:
        return self._page(request, self._place(request).releases)

    async def _commits(self, request: web.Request) -> web.Response:
        found, since = self._place(request), request.query.get("since", "")
        if not found.commits:
            raise refusal(409, "Git Repository is empty.")
        there = [each for each in found.commits if each["timestamp"] >= since]
        people = self.state.people
        listed = [shapes.listed_commit(c, people.get(c["author"]["username"])) for c in there]
        return self._page(request, listed)

    async def _graphql(self, request: web.Request) -> web.Response:
        self._check_installation(request)
        asked = await request.json()
        selected = [found for found in self.state.repositories.values() if found.selected]
        return web.json_response(graphql.answer(asked, selected))

    def _check_app(self, request: web.Request) -> None:
        try:
            claims = jwt.decode(_token(request), self.public_key, algorithms=["RS256"])
        except jwt.PyJWTError:
            raise refusal(401, "A JSON web token could not be decoded") from None
        if claims.get("iss") != self.app_id:
            raise refusal(401, "Integration not found")

    def _check_installation(self, request: web.Request) -> None:
        if _token(request) not in self.installation.tokens:
            raise refusal(401, "Bad credentials")
        if self.installation.suspended_at:
            raise refusal(403, "This installation has been suspended")

    def _login(self, request: web.Request) -> str:
        login = self.user_tokens.get(_token(request))
        if login is None:
            raise refusal(401, "Bad credentials")
        return login

    def _selected(self) -> list[Repository]:
        return [found for found in self.state.repositories.values() if found.selected]

    def _seen_by(self, login: str) -> list[Json]:
        """The installation's repositories that a person may see: an owner sees all."""
        is_owner = login in self.owners
        return [f.facts for f in self._selected() if is_owner or login in f.members]

    def _place(self, request: web.Request) -> Repository:
        self._check_installation(request)
        found = self.state.repositories.get(int(request.match_info["id"]))
        if found is None or not found.selected:
            raise refusal(404, "Not Found")
        return found

    def _thread_of(self, request: web.Request, *kinds: str) -> Thread:
        thread = self._place(request).threads.get(int(request.match_info["number"]))
        if thread is None or thread.kind not in kinds:
            raise refusal(404, "Not Found")
        return thread

    def _page(self, request: web.Request, found: list[Json], key: str = "") -> web.Response:
        size = min(int(request.query.get("per_page", 30)), 100)
        page = int(request.query.get("page", 1))
        part = found[(page - 1) * size : page * size]
        following = request.url.update_query(page=page + 1)
        links = {"Link": f'<{following}>; rel="next"'} if page * size < len(found) else {}
        body = {"total_count": len(found), key: part} if key else part
        return self._answer(request, body, links)

    def _answer(
        self, request: web.Request, body: Any, headers: dict[str, str] | None = None
    ) -> web.Response:
        text = json.dumps(body)
        etag = f'W/"{hashlib.sha256(text.encode()).hexdigest()}"'
        unchanged = request.headers.get("If-None-Match") == etag
        self.remaining -= 0 if unchanged else 1
        limits = {
            "ETag": etag, "x-ratelimit-limit": "5000",
            "x-ratelimit-remaining": str(max(self.remaining, 0)),
            "x-ratelimit-reset": str(int(time.time()) + 3600),
        }  # fmt: skip
        told = limits | (headers or {})
        if unchanged:
            return web.Response(status=304, headers=told)
        return web.Response(text=text, content_type="application/json", headers=told)


def refusal(status: int, message: str) -> web.HTTPException:
    kinds: dict[int, type[web.HTTPException]] = {
        401: web.HTTPUnauthorized, 403: web.HTTPForbidden, 404: web.HTTPNotFound,
        409: web.HTTPConflict,
    }  # fmt: skip
    return kinds[status](text=json.dumps({"message": message}), content_type="application/json")


def _token(request: web.Request) -> str:
    return request.headers.get("Authorization", "").partition(" ")[2]
