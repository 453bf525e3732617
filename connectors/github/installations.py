"""What events about the installation, its repositories and their members bring about."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from connectors.contract import Audience
from connectors.files.json_input import as_object, as_text, objects
from connectors.github import failures, sweep
from connectors.github.client import Client, installation
from connectors.github.place import Place, place_of
from connectors.github.places import current_place, forget
from connectors.github.texts import Item
from connectors.github.tuning import HORIZON
from connectors.live.contract import Page, Task
from connectors.live.errors import Forbidden, Malformed, Revoked
from connectors.live.session import Session


@dataclass(slots=True)
class Scene:
    """An event, and what is needed to act on it."""

    session: Session
    payload: Item
    at: datetime
    _client: Client | None = field(default=None, init=False)

    def told(self) -> Place:
        """The repository as the event tells it. Raises Malformed."""
        place = place_of(as_object(self.payload.get("repository")))
        if place is None:
            raise Malformed("The event names no repository.")
        return place

    def place(self) -> Place | None:
        """The repository as it is now, with its members; None where it is not collected.

        Raises errors.SourceError; Forbidden where nobody can say who may see it.
        """
        told = self.told()
        return self.readable(told) if self.session.collects(told.id) else None

    def readable(self, told: Place) -> Place:
        """A repository with who may see it now, chosen or not: what was collected before stays.

        Raises errors.SourceError; Forbidden where nobody can say who may see it.
        """
        self._client = self._client or Client(self.session)
        return current_place(self._client, self.session, told)


def privatized(scene: Scene) -> Page:
    """Closed at once, to nobody at all where GitHub does not say who has access.

    Then it is read again: an old event must not close for good what is public by now.
    """
    told = scene.told()
    forget(scene.session, told.id)
    try:
        place = scene.readable(told)
    except Forbidden:
        place = told
    forget(scene.session, told.id)
    if place.audience is None:
        return Page()
    audience = replace(place.audience, as_of=place.audience.as_of or scene.at)
    return replace(_read(scene, [told]), closed={place.prefix: audience})


def publicized(scene: Scene) -> Page:
    told = scene.told()
    forget(scene.session, told.id)
    return _read(scene, [told])


def came_here(scene: Scene) -> Page:
    return _read(scene, [scene.told()])


def renamed(scene: Scene) -> Page:
    forget(scene.session, scene.told().id)
    return Page()


def deleted(scene: Scene) -> Page:
    return Page(emptied=(scene.told().prefix,))


def members_changed(scene: Scene) -> Page:
    place = scene.readable(scene.told())
    if place.audience is None:
        return Page()
    return Page(audiences=(place.audience,))


def teams_changed(scene: Scene) -> Page:
    return Page(then=frozenset({Task.ACL}))


def account_renamed(scene: Scene) -> Page:
    login = as_text(as_object(scene.payload.get("organization")).get("login"))
    return Page(account_name=login)


def stopped(scene: Scene) -> Page:
    """Asks GitHub itself: the event may be an old one. Raises Revoked."""
    try:
        told = installation(scene.session)
    except Forbidden:
        raise Revoked(failures.UNINSTALLED) from None
    if told.get("suspended_at"):
        raise Revoked(failures.SUSPENDED)
    return Page()


def resumed(scene: Scene) -> Page:
    since = scene.session.now() - HORIZON
    return Page(then=frozenset({Task.POLL, Task.ACL}), restart=sweep.begin(since))


def repositories_added(scene: Scene) -> Page:
    return _read(scene, _listed(scene, "repositories_added"))


def repositories_removed(scene: Scene) -> Page:
    """Nobody can say any more who may see the private ones, so nobody does."""
    return Page(audiences=_empty(_listed(scene, "repositories_removed"), scene.at))


def _read(scene: Scene, places: Iterable[Place]) -> Page:
    wanted = [place.id for place in places if scene.session.collects(place.id)]
    if not wanted:
        return Page()
    cursor = sweep.begin_with(wanted, scene.session.now() - HORIZON)
    return Page(then=frozenset({Task.ACL}), restart=cursor)


def _listed(scene: Scene, key: str) -> list[Place]:
    places = [place_of(each) for each in objects(scene.payload.get(key))]
    return [place for place in places if place]


def _empty(places: Iterable[Place], at: datetime) -> tuple[Audience, ...]:
    return tuple(
        replace(place.audience, members=(), as_of=at) for place in places if place.audience
    )
