"""Reading repositories through, step by step: what a backfill and each poll do.

The cursor is JSON: `since`, the repositories still to read with the one being read first, its
stage, and where in the stage. A step makes a bounded number of requests and can be made again.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from connectors.contract import Refusal
from connectors.files.json_input import as_object, as_text, objects
from connectors.github import discussions
from connectors.github.client import Client
from connectors.github.mapping import Reading
from connectors.github.place import Place, place_of
from connectors.github.places import current_place
from connectors.github.releases import listed_commit, release_record
from connectors.github.threads import Position, read_threads
from connectors.github.tuning import DISCUSSIONS_A_CALL, MOST_ITEMS, PAGE_SIZE
from connectors.live.contract import Page
from connectors.live.errors import Forbidden
from connectors.live.session import Session

Stage = Callable[[Client, Place, str, Position], tuple[list[Reading], Position]]


def begin(since: datetime) -> dict[str, Any]:
    """The cursor of a sweep over all repositories."""
    return {"since": _iso(since), "listed": 1, "todo": []}


def begin_with(repositories: Iterable[str], since: datetime) -> dict[str, Any]:
    """The cursor of a sweep over some repositories, by their ids."""
    return {"since": _iso(since), "todo": list(repositories)}


def step(client: Client, session: Session, cursor: Mapping[str, Any]) -> Page:
    """One step, and the cursor after it: None at the end. Raises errors.SourceError."""
    state = dict(cursor)
    if state.get("listed"):
        return Page(cursor=_listing(client, session, state))
    if not state["todo"]:
        return Page()
    repository = state["todo"][0]
    if not session.collects(repository):  # chosen otherwise meanwhile
        return Page(cursor=_next_repository(state))
    try:
        place = current_place(client, session, Place(repository, "", ""))
    except Forbidden:
        refusal = Refusal(f"repository {repository}", "GitHub does not let Momo read it")
        return Page(readings=[refusal], cursor=_next_repository(state))
    readings, following = _read(client, place, state)
    # Also what was collected while it was public, should the event of its change be lost.
    begins = "stage" not in state
    closed = {place.prefix: place.audience} if begins and place.audience else {}
    return Page(readings=readings, cursor=following, closed=closed)


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _listing(client: Client, session: Session, state: dict[str, Any]) -> dict[str, Any]:
    """Add a page of repositories to read; those changed last come first in the end."""
    answer = client.get("/installation/repositories", per_page=PAGE_SIZE, page=state["listed"])
    for repository in objects(as_object(answer.body).get("repositories")):
        place = place_of(repository)
        if place and session.collects(place.id):
            state["todo"] = [*state["todo"], [as_text(repository.get("pushed_at")), place.id]]
    if answer.more:
        return state | {"listed": state["listed"] + 1}
    newest_first = [key for _, key in sorted(state["todo"], reverse=True)]
    return {"since": state["since"], "todo": list(dict.fromkeys(newest_first))}


def _read(
    client: Client, place: Place, state: dict[str, Any]
) -> tuple[list[Reading], dict[str, Any]]:
    number = state.get("stage", 0)
    name, read = STAGES[number]
    try:
        readings, position = read(client, place, state["since"], state.get("at"))
    except Forbidden:
        told = f"GitHub does not let Momo read its {name}"
        readings, position = [Refusal(place.label, told, skipped=True)], None
    taken = state.get("taken", 0) + len(readings)
    if taken >= MOST_ITEMS or (position is None and number + 1 == len(STAGES)):
        return readings, _next_repository(state)
    stage = number if position is not None else number + 1
    return readings, state | {"stage": stage, "at": position, "taken": taken}


def _next_repository(state: dict[str, Any]) -> dict[str, Any]:
    return {"since": state["since"], "todo": state["todo"][1:]}


def _discussions(
    client: Client, place: Place, since: str, position: Position
) -> tuple[list[Reading], Position]:
    if not place.has_discussions:
        return [], None
    at = position or {"after": "", "rest": []}
    rest = list(at["rest"])
    if rest:
        node_id, after = rest.pop(0)
        node = client.graphql(discussions.MORE_COMMENTS, id=node_id, after=after).get("node")
        found, following = [discussions.from_graphql(as_object(node))], at["after"]
    else:
        owner, _, name = place.name.partition("/")
        data = client.graphql(
            discussions.DISCUSSIONS, owner=owner, name=name, first=DISCUSSIONS_A_CALL,
            after=at["after"] or None,
        )  # fmt: skip
        connection = as_object(data.get("repository")).get("discussions")
        found, following = discussions.page_of(connection)
    new = [each for each in found if not discussions.is_before(each, since)]
    rest += [[each.node_id, each.rest] for each in new if each.rest]
    following = following if len(new) == len(found) else ""
    readings = [reading for each in new for reading in discussions.readings_of(each, place)]
    return readings, {"after": following, "rest": rest} if following or rest else None


def _releases(
    client: Client, place: Place, since: str, position: Position
) -> tuple[list[Reading], Position]:
    page = position["page"] if position else 1
    answer = client.get(f"/repositories/{place.id}/releases", per_page=PAGE_SIZE, page=page)
    found = objects(answer.body)
    new = [each for each in found if _latest(each) >= since]
    more = answer.more and len(new) == len(found)
    return [release_record(each, place) for each in new], {"page": page + 1} if more else None


def _latest(release: Mapping[str, object]) -> str:
    return max(as_text(release.get(k)) for k in ("created_at", "published_at", "updated_at"))


def _commits(
    client: Client, place: Place, since: str, position: Position
) -> tuple[list[Reading], Position]:
    page = position["page"] if position else 1
    answer = client.get(
        f"/repositories/{place.id}/commits",
        sha=place.branch, since=since, per_page=PAGE_SIZE, page=page,
    )  # fmt: skip
    readings = [listed_commit(each, place) for each in objects(answer.body)]
    return readings, {"page": page + 1} if answer.more else None


STAGES: tuple[tuple[str, Stage], ...] = (
    ("issues and pull requests", read_threads),
    ("discussions", _discussions),
    ("releases", _releases),
    ("commits", _commits),
)
