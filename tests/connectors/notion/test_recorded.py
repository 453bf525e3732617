"""Recorded traffic with the real Notion: it maps, and the fake writes what Notion writes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
import yaml
from aiohttp import web

from connectors.contract import SourceRecord
from connectors.fakes.server import FakeProvider
from connectors.notion.client import NotionApi
from connectors.notion.connector import notion
from connectors.notion.directory import Directory, forget
from connectors.notion.fake.service import FakeNotion
from connectors.notion.ids import compact
from connectors.notion.mapping import in_trash
from connectors.notion.reader import PageReader
from tests.conftest import SHARED_DATA
from tests.connectors.live.sessions import make_session

FOLDER = SHARED_DATA / "notion"
CASSETTES = sorted(path.name for path in FOLDER.glob("*.yaml")) or ["absent"]
Body = dict[str, Any]


class Recording(FakeProvider):
    """Answers with what was recorded for a path and cursor, in its order; 404 for the rest."""

    def __init__(self, name: str) -> None:
        super().__init__()
        path = FOLDER / name
        if not path.exists():
            pytest.skip(f"needs the shared data: {path} is absent")
        self.bodies: list[tuple[str, str, Body]] = []
        self.waiting: dict[tuple[str, str], list[Body]] = defaultdict(list)
        for each in yaml.safe_load(path.read_text())["interactions"]:
            address = urlsplit(each["request"]["uri"])
            body = json.loads(each["response"]["body"]["string"])
            method = each["request"]["method"]
            self.bodies.append((method, address.path, body))
            if method == "GET" or address.path == "/v1/search":
                start = parse_qs(address.query).get("start_cursor", [""])[0]
                self.waiting[address.path.replace("-", ""), start].append(body)

    def routes(self) -> Iterable[web.AbstractRouteDef]:
        return [web.route("*", "/{path:.*}", self._answer)]

    async def _answer(self, request: web.Request) -> web.Response:
        key = request.path.replace("-", ""), request.query.get("start_cursor", "")
        if not self.waiting[key]:
            if key[0].endswith(("/children", "/comments")):
                return web.json_response({"object": "list", "results": [], "next_cursor": None})
            return web.json_response(
                {"object": "error", "status": 404, "code": "object_not_found", "message": "No."},
                status=404,
            )
        return web.json_response(self.waiting[key].pop(0))

    def of(self, kind: str) -> list[Body]:
        """The recorded objects of a kind, those in listings included."""
        found = [body for _, _, body in self.bodies] + [
            each for _, _, body in self.bodies for each in body.get("results", [])
        ]
        return [each for each in found if each.get("object") == kind]


@pytest.fixture
def recording(request: pytest.FixtureRequest) -> Iterator[Recording]:
    forget()
    with Recording(request.param) as service:
        yield service


def api(service: FakeProvider) -> tuple[NotionApi, PageReader]:
    environment = {
        "MOMO_APP_NOTION_CLIENT_ID": "x",
        "MOMO_APP_NOTION_CLIENT_SECRET": "x",
        "MOMO_APP_NOTION_API_URL": service.url,
    }
    session = make_session(notion, environment, credentials={"access_token": "ntn_x"})
    client = NotionApi(session)
    return client, PageReader(client, session)


@pytest.mark.parametrize("recording", CASSETTES, indirect=True)
def test_every_page_comment_and_user_maps(recording: Recording) -> None:
    client, reader = api(recording)
    with client:
        for page in [each for each in recording.of("page") if "properties" in each]:
            record, *comments = reader.read(page).readings
            assert isinstance(record, SourceRecord)
            assert record.external_id == compact(page["id"])
            assert record.title.startswith("Test 2026")
            assert record.url == page["url"]
            assert record.author is not None
            assert len(comments) == len({each["id"] for each in recording.of("comment")})
        users = recording.of("user")
        known = Directory(client, "recorded").known(compact(user["id"]) for user in users)
        assert [known.names[compact(user["id"])] for user in users] == [
            user["name"] for user in users
        ]


@pytest.mark.parametrize("recording", ["test_iterate_paginated_api.yaml"], indirect=True)
def test_blocks_are_read_through_all_recorded_pages(recording: Recording) -> None:
    client, reader = api(recording)
    with client:
        (page,) = [each for each in recording.of("page") if "properties" in each]
        before, after = reader.read(page).readings[0], reader.read(page).readings[0]
    assert isinstance(before, SourceRecord)
    assert isinstance(after, SourceRecord)
    lines = [line for line in before.raw.decode().split("\n\n") if line.startswith("paragraph")]
    assert lines == [f"paragraph {number}" for number in range(5)]
    assert b"paragraph" not in after.raw  # they were deleted between the two recordings


@pytest.mark.parametrize("recording", ["test_comments_list.yaml"], indirect=True)
def test_the_recorded_comment_answers_its_page(recording: Recording) -> None:
    client, reader = api(recording)
    with client:
        (page,) = [each for each in recording.of("page") if "properties" in each]
        record, comment = reader.read(page).readings
    assert isinstance(record, SourceRecord)
    assert isinstance(comment, SourceRecord)
    assert comment.raw == b"This is a test comment."
    assert comment.reply_to == comment.thread_key == record.external_id
    assert comment.author is not None
    assert comment.author.name == "notion-sdk-py"


@pytest.mark.parametrize("recording", ["test_search.yaml"], indirect=True)
def test_the_recorded_search_ends_a_backfill(recording: Recording) -> None:
    client, _ = api(recording)
    with client:
        page = client.search(size=25)
    assert page["results"] == []
    assert page["type"] == "page_or_data_source"


@pytest.mark.parametrize("recording", CASSETTES, indirect=True)
def test_what_was_deleted_says_that_it_is_in_the_trash(recording: Recording) -> None:
    for method, _, body in recording.bodies:
        assert in_trash(body) is (method == "DELETE")


def shape(value: Any) -> Any:
    """The keys of a payload, all the way down; a list is what its first item is."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value).__name__


def comparable(recorded: Body) -> Any:
    """Without what differs by the answer: its id, and the kind of place it lies in."""
    left_out = {"request_id", "parent", "avatar_url", "person", "bot"}
    return shape({key: value for key, value in recorded.items() if key not in left_out})


@pytest.mark.parametrize("recording", CASSETTES, indirect=True)
def test_the_fake_writes_what_notion_writes(recording: Recording, fake: FakeNotion) -> None:
    key = fake.do_page("Page", "paragraph 0", name="page")
    fake.workspace.pages[key].properties = {}
    fake.do_comment("page", "This is a test comment.")
    token = fake.tokens()["access_token"]
    headers = {"Authorization": f"Bearer {token}", "Notion-Version": "2025-09-03"}

    def get(path: str) -> Body:
        body: Body = httpx2.get(f"{fake.url}/v1/{path}", headers=headers).json()
        return body

    blocks, comments, users = (
        get(f"blocks/{key}/children"), get(f"comments?block_id={key}"), get("users"),
    )  # fmt: skip
    ours = {
        "page": get(f"pages/{key}"), "block": blocks["results"][0],
        "comment": comments["results"][0],
    }  # fmt: skip
    for kind, body in ours.items():
        for theirs in recording.of(kind):
            if theirs.get("type") != "child_page":
                assert comparable(body) == comparable(theirs), kind
    for theirs in recording.of("user"):
        assert set(theirs) - {"person", "bot"} == set(users["results"][0]) - {"person", "bot"}
    for _, path, theirs in recording.bodies:
        if theirs["object"] == "list":
            ends = {"children": blocks, "comments": comments, "users": users}
            mine = ends.get(path.rpartition("/")[2], {"object", "results", *theirs})
            assert set(theirs) - {"request_id"} == set(mine) - {"request_id"}
