"""Reading issues and pull requests, each with all that was said in it."""

from collections.abc import Callable
from typing import Any

from connectors.contract import Refusal
from connectors.files.json_input import as_object, as_text, objects
from connectors.github.client import Client
from connectors.github.mapping import (
    Reading,
    comment_record,
    issue_record,
    pull_record,
    remark_record,
    review_record,
    thread_of,
)
from connectors.github.place import Place
from connectors.github.texts import Item
from connectors.github.tuning import PAGE_SIZE, THREADS_A_CALL
from connectors.live.errors import Forbidden

Position = dict[str, Any] | None  # where in a stage; None begins it, and ends it
Rest = list[list[Any]]  # [part, number of the thread, page]
_Part = tuple[str, str, Callable[[Item, Item, Place], Reading]]  # of what, its list, its mapping


def _comment(comment: Item, issue: Item, place: Place) -> Reading:
    return comment_record(comment, thread_of(issue, place), place)


_PARTS: dict[str, _Part] = {
    "reviews": ("pulls", "reviews", review_record),
    "remarks": ("pulls", "comments", remark_record),
    "comments": ("issues", "comments", _comment),
}


def read_threads(
    client: Client, place: Place, since: str, position: Position
) -> tuple[list[Reading], Position]:
    """The next few threads changed since, newest first, or what is left of a long one."""
    at = position or {"page": 1, "rest": []}
    page, rest = at["page"], list(at["rest"])
    if rest:
        part, number, part_page = rest.pop(0)
        readings, more = _continue(client, place, part, number, part_page)
        rest = [*more, *rest]
    else:
        answer = client.get(
            f"/repositories/{place.id}/issues", state="all", sort="updated", direction="desc",
            since=since, per_page=THREADS_A_CALL, page=page,
        )  # fmt: skip
        readings, rest = [], []
        for issue in objects(answer.body):
            try:
                found, left = _thread(client, place, issue)
            except Forbidden:  # deleted meanwhile, or the app may not read pull requests
                told = f"{place.label}, number {as_text(issue.get('number'))}"
                found, left = [Refusal(told, "GitHub does not let Momo read it", skipped=True)], []
            readings += found
            rest += left
        page = page + 1 if answer.more else None
    return readings, {"page": page, "rest": rest} if page or rest else None


def _thread(client: Client, place: Place, issue: Item) -> tuple[list[Reading], Rest]:
    """One thread, with the first page of each of its parts."""
    number = as_text(issue.get("number"))
    opener, parts = issue, ["comments"] if issue.get("comments") else []
    readings: list[Reading] = []
    if "pull_request" in issue:
        opener = as_object(client.get(f"/repositories/{place.id}/pulls/{number}").body)
        readings.append(pull_record(opener, place))
        parts = ["reviews", *(["remarks"] if opener.get("review_comments") else []), *parts]
    else:
        readings.append(issue_record(issue, place))
    rest: Rest = []
    for part in parts:
        found, left = _part(client, place, opener, part, number, 1)
        readings += found
        rest += left
    return readings, rest


def _continue(
    client: Client, place: Place, part: str, number: str, page: int
) -> tuple[list[Reading], Rest]:
    """A later page of a part; its thread is asked for again, for its title."""
    try:
        kind = _PARTS[part][0]
        opener = as_object(client.get(f"/repositories/{place.id}/{kind}/{number}").body)
        return _part(client, place, opener, part, number, page)
    except Forbidden:
        return [], []


def _part(
    client: Client, place: Place, opener: Item, part: str, number: str, page: int
) -> tuple[list[Reading], Rest]:
    kind, path, record = _PARTS[part]
    answer = client.get(
        f"/repositories/{place.id}/{kind}/{number}/{path}", per_page=PAGE_SIZE, page=page
    )
    readings = [record(each, opener, place) for each in objects(answer.body)]
    return readings, [[part, number, page + 1]] if answer.more else []
