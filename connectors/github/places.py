"""What GitHub says now of a repository and of who may read it.

Events tell what was true when they were sent; one that comes late must not open to the team what
was made private meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from connectors.contract import Person
from connectors.files.json_input import as_object, as_text, objects
from connectors.files.people import chat_member
from connectors.github.client import Client
from connectors.github.place import Place, place_of
from connectors.github.tuning import FACTS_SECONDS, MOST_MEMBER_PAGES, PAGE_SIZE
from connectors.live.errors import Forbidden
from connectors.live.session import Session

MOST_KEPT = 5_000  # repositories that a process remembers
_CLOSED = "GitHub does not let Momo read who has access to the repository."


@dataclass(frozen=True, slots=True)
class _MemberPage:
    etag: str
    members: tuple[Person, ...]
    more: bool


T = TypeVar("T")
_Key = tuple[str, str]  # the session's key, the repository
_facts: dict[_Key, tuple[datetime, Place]] = {}
_pages: dict[_Key, list[_MemberPage]] = {}


def current_place(client: Client, session: Session, told: Place) -> Place:
    """A repository as it is now, with its members where it is private.

    `told` is what an event says; where either says private it is. Raises errors.SourceError, and
    Forbidden where nobody can say who its members are.
    """
    place = _facts_of(client, session, told.id)
    if told.audience and not place.audience:
        place = replace(place, audience=told.audience)
    return with_members(client, session, place) if place.audience else place


def with_members(client: Client, session: Session, place: Place) -> Place:
    """A private repository with the complete list of its members, as of now."""
    as_of = session.now()
    return place.with_members(_members(client, session, place.id), as_of)


def forget(session: Session, repository: str) -> None:
    """What is known of the repository has changed."""
    _facts.pop((session.key, repository), None)


def forget_all() -> None:
    """Ask for everything anew."""
    _facts.clear()
    _pages.clear()


def _facts_of(client: Client, session: Session, repository: str) -> Place:
    now, key = session.now(), (session.key, repository)
    known = _facts.get(key)
    if known and abs((now - known[0]).total_seconds()) < FACTS_SECONDS:
        return known[1]
    place = place_of(as_object(client.get(f"/repositories/{repository}").body))
    if place is None:
        raise Forbidden(_CLOSED)
    _bounded(_facts)[key] = now, place
    return place


def _members(client: Client, session: Session, repository: str) -> tuple[Person, ...]:
    """Everyone with access. An unchanged list costs nothing of GitHub's allowance."""
    key = session.key, repository
    known = _pages.get(key, [])
    pages: list[_MemberPage] = []
    while len(pages) < MOST_MEMBER_PAGES:
        number = len(pages)
        before = known[number] if number < len(known) else None
        pages.append(_member_page(client, repository, number + 1, before))
        if not pages[-1].more:
            _bounded(_pages)[key] = pages
            return tuple(person for page in pages for person in page.members)
    raise Forbidden(_CLOSED)


def _member_page(
    client: Client, repository: str, number: int, before: _MemberPage | None
) -> _MemberPage:
    answer = client.get(
        f"/repositories/{repository}/collaborators",
        etag=before.etag if before else "", per_page=PAGE_SIZE, page=number,
    )  # fmt: skip
    if answer.body is None and before:
        return before
    users = objects(answer.body)
    # A full page may get a successor without changing itself, so that is always asked for.
    more = answer.more or len(users) >= PAGE_SIZE
    return _MemberPage(answer.etag, tuple(map(_member, users)), more)


def _member(user: Mapping[str, object]) -> Person:
    """Without an address: the one that people show on their profile is of their own choosing."""
    return chat_member(as_text(user.get("login")), as_text(user.get("id")), role="member")


def _bounded(kept: dict[_Key, T]) -> dict[_Key, T]:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    return kept
