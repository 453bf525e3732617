"""What can be connected, as people are told of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from connectors.live.app import variable
from connectors.live.contract import Ability, LiveConnector
from connectors.registry import LIVE_CONNECTORS
from connectors.runs import is_private


@dataclass(frozen=True, slots=True)
class Scope:
    """One thing that is asked of the service, and what for."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A source that can be connected. `missing` are the variables that the operator still sets."""

    kind: str
    source: str
    title: str
    how: tuple[str, ...]
    scopes: tuple[Scope, ...]
    default_visibility: str
    who_connects: str  # admin | each_person
    offers_choices: bool
    receives: bool
    missing: tuple[str, ...]
    docs: str

    @property
    def configured(self) -> bool:
        return not self.missing


def offers() -> list[Offer]:
    return [_offer(connector) for connector in LIVE_CONNECTORS.values()]


def missing(connector: LiveConnector) -> tuple[str, ...]:
    """The variables without which the source cannot be connected, as far as they are not set."""
    names = [
        variable(connector.kind, setting.name)
        for setting in connector.app_settings
        if setting.default is None
    ]
    return tuple(name for name in names if not settings.MOMO_APPS.get(name))


def _offer(connector: LiveConnector) -> Offer:
    return Offer(
        kind=connector.kind,
        source=connector.source,
        title=connector.title,
        how=tuple(_how(connector)),
        scopes=tuple(Scope(name, why) for name, why in connector.scopes),
        default_visibility=connector.default_visibility,
        who_connects="each_person" if is_private(connector.default_visibility) else "admin",
        offers_choices=Ability.OFFERS_CHOICES in connector.abilities,
        receives=Ability.RECEIVES in connector.abilities,
        missing=missing(connector),
        docs=f"docs/connectors/{connector.kind}.md",
    )


def _how(connector: LiveConnector) -> Iterator[str]:
    yield "What is there already is brought in first."
    if Ability.RECEIVES in connector.abilities:
        yield "The service tells of changes as they happen."
    if Ability.POLLS in connector.abilities:
        yield f"It is asked for changes every {_spoken(connector.poll_every)}."
    if Ability.REFRESHES_ACL in connector.abilities:
        yield "What is private there is for its members only, and follows who joins and leaves."
    if Ability.OFFERS_CHOICES in connector.abilities:
        yield "You choose what of it is collected."


def _spoken(pause: timedelta) -> str:
    minutes, seconds = divmod(round(pause.total_seconds()), 60)
    if seconds or not minutes:
        return f"{minutes * 60 + seconds} seconds"
    return "minute" if minutes == 1 else f"{minutes} minutes"
