"""A source is one folder and one line in the registry: every door knows it by that alone."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.test import Client

from connectors.live.models import Connection
from connectors.registry import LIVE_CONNECTORS
from momo.surfaces.cli.main import run
from tests.api import ROOT, session
from tests.conftest import CHECKOUT
from tests.connectors.live.harness import Live, allow
from tests.connectors.live.toy.connector import sign, toy
from tests.connectors.live.toy.fake import FakeToy

PACKAGES = ("momo", "connectors", "decisions", "retrieval", "lifecycle")
REGISTRY = "connectors/registry.py"
FAKES = "momo/surfaces/"  # plays the services for the demo, and so names them


@pytest.fixture
def fake() -> Iterator[FakeToy]:
    with FakeToy() as service:
        service.do_message("We decided to use Redis for the queue.")
        yield service


@pytest.fixture
def registered(live: Live, fake: FakeToy, monkeypatch) -> Live:
    """The toy's line in the registry, and its settings, as an operator sets them."""
    monkeypatch.setattr("tests.connectors.live.harness.CALLBACK", "http://testserver/api")
    monkeypatch.setitem(LIVE_CONNECTORS, toy.kind, toy)
    live.settings.MOMO_APPS = {**live.settings.MOMO_APPS, **fake.app_settings()}
    return live


def begin(live: Live) -> dict[str, str]:
    return dict(session(live.world, "owner").post(f"{ROOT}/connectors/toy/authorizations").json())


def connect(live: Live) -> str:
    """In the browser, to the address of the source that it becomes."""
    owner = session(live.world, "owner")
    page = owner.get(f"{ROOT}/connectors/toy/callback", allow(begin(live)["url"]))
    assert "Connected: Acme" in page.content.decode()
    (made,) = owner.get(f"{ROOT}/integrations").json()["items"]
    return f"{ROOT}/integrations/{made['id']}"


def momo(live: Live, *arguments: str) -> str:
    world = live.world
    env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
    done = CliRunner().invoke(run, arguments, env=env)
    assert done.exit_code == 0, done.output
    return done.output


def test_it_is_offered_with_what_it_asks_for(registered: Live) -> None:
    offers = session(registered.world, "teammate").get(f"{ROOT}/connectors").json()["items"]
    offer = next(each for each in offers if each["kind"] == "toy")
    assert (offer["title"], offer["configured"], offer["offers_choices"]) == ("Toy", True, True)
    assert offer["webhook"].endswith(f"{ROOT}/webhooks/toy")
    assert offer["docs"] == "docs/connectors/toy.md"


def test_it_is_connected_chosen_from_and_followed_to_the_end(
    registered: Live, fake: FakeToy
) -> None:
    fake.do_room("random")
    address, owner = connect(registered), session(registered.world, "owner")
    choices = owner.get(f"{address}/choices").json()["items"]
    assert {each["id"] for each in choices} == {"general", "random"}
    assert owner.put(f"{address}/choices", {"ids": ["general"]}).status_code == 200
    registered.settle()
    progress = owner.get(f"{address}/progress").json()
    assert (progress["finished"], progress["run"]["added"]) == (True, 1)
    assert owner.post(f"{address}/sync").status_code == 202
    assert owner.post(f"{address}/pause").json()["connection"]["state"] == "paused"
    assert owner.post(f"{address}/resume").json()["connection"]["state"] == "connected"
    assert owner.post(f"{address}/disconnect", {"items": "keep"}).status_code == 200
    assert not fake.tokens


def test_its_deliveries_come_in_by_its_own_address(registered: Live, fake: FakeToy) -> None:
    address = connect(registered)
    registered.settle()
    body = fake.delivery("noise")
    told = Client().post(
        f"{ROOT}/webhooks/toy", body, content_type="application/json",
        headers={"X-Toy-Signature": sign(fake.secret, body)},
    )  # fmt: skip
    assert told.status_code == 200
    registered.settle()
    (item,) = session(registered.world, "owner").get(f"{address}/deliveries").json()["items"]
    assert (item["event"], item["state"]) == ("noise", "ignored")


def test_what_was_decided_there_is_answered_with_its_address(
    registered: Live, fake: FakeToy
) -> None:
    connect(registered)
    registered.settle()
    asked = {"question": "What did we decide to use for the queue?"}
    answer = session(registered.world, "teammate").post(f"{ROOT}/ask", asked).json()
    assert "Redis" in answer["text"]
    assert f"{fake.url}/m/m1" in json.dumps(answer["citations"])


def test_the_command_line_knows_it(registered: Live) -> None:
    connect(registered)
    registered.settle()
    (shown,) = json.loads(momo(registered, "connections", "--json"))
    assert (shown["kind"], shown["connection"]["state"]) == ("toy", "connected")
    assert "toy" in momo(registered, "connect").lower()
    momo(registered, "sync")
    momo(registered, "disconnect", shown["name"], "--keep")
    with registered.world.acting_as("owner"):
        assert Connection.objects.get().state == Connection.State.DISCONNECTED


@pytest.mark.xdist_group("imported")
@pytest.mark.parametrize("kind", sorted(LIVE_CONNECTORS))
def test_nothing_but_the_registry_names_a_sources_folder(kind: str) -> None:
    """So a sixth has nothing else to be named in. An export of a source may read as it does."""
    folder = f"connectors.{kind}"
    naming = {
        str(path.relative_to(CHECKOUT))
        for path in _others(kind)
        if any(f"{each}.".startswith(f"{folder}.") for each in _imported(path))
    }
    assert {name for name in naming if not name.startswith(FAKES)} == {REGISTRY}


@pytest.mark.parametrize(
    "path", sorted((CHECKOUT / "connectors/live").glob("*.py")), ids=attrgetter("name")
)
def test_no_code_of_all_sources_asks_which_one_it_is(path: Path) -> None:
    said = {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not said & set(LIVE_CONNECTORS)


def _others(kind: str) -> Iterator[Path]:
    own = [CHECKOUT / "connectors" / name for name in (kind, f"{kind}_export")]
    for package in PACKAGES:
        for path in (CHECKOUT / package).rglob("*.py"):
            if not any(path.is_relative_to(folder) for folder in own):
                yield path


@cache
def _imported(path: Path) -> frozenset[str]:
    """The modules that a file names; read once for all sources."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
    return frozenset(found)
