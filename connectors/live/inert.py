"""What a connector does where its service offers nothing of the kind."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from connectors.live.app import App
from connectors.live.contract import Ability, Choice, Cursor, Incoming, Page, Verified
from connectors.live.errors import Forged
from connectors.live.session import Session
from momo.platform.tenancy.visibility import Visibility

MIB = 1024 * 1024


class Inert:
    """A base for connectors, of which each overrides what its service can do."""

    abilities = Ability.NONE
    default_visibility = Visibility.SHARED
    scopes: Sequence[tuple[str, str]] = ()
    poll_every = timedelta(minutes=10)
    max_delivery_bytes = MIB

    def revoke(self, session: Session) -> None:
        return None

    def choices(self, session: Session) -> Iterable[Choice]:
        return ()

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        return Page(cursor={})

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        raise Forged("This source sends nothing.")

    def receive(self, session: Session, incoming: Incoming) -> Page:
        return Page()

    def refresh_acl(self, session: Session, cursor: Cursor | None) -> Page:
        return Page()

    def renew(self, session: Session) -> timedelta:
        return timedelta(days=1)
