"""What a live source is to Momo: the one protocol that every connector to a service keeps.

A connector speaks to its service and hands over pages of `SourceRecord`s. It stores nothing, knows
no team and opens no transaction; `connectors.live.engine` stores a page and the cursor after it
together, so that a process which is killed between two pages repeats nothing and loses nothing.
Every call makes a bounded number of requests; what goes wrong is one of `connectors.live.errors`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Flag, StrEnum, auto
from typing import Any, Protocol

from connectors.contract import Audience, Person, Refusal, SourceRecord
from connectors.live.app import App, AppSetting
from connectors.live.session import Session
from momo.platform.tenancy.visibility import Visibility

Cursor = Mapping[str, Any]  # JSON; what it means is the connector's own


class Ability(Flag):
    """What a source can do beyond authorizing and backfilling."""

    NONE = 0
    POLLS = auto()  # is asked for changes at intervals
    RECEIVES = auto()  # is told of changes, over HTTP or a gateway
    REFRESHES_ACL = auto()  # has private places, whose members change
    OFFERS_CHOICES = auto()  # has channels, repositories, labels or pages to pick from
    RENEWS = auto()  # has something at the service that runs out, a watch say


class Task(StrEnum):
    """What there is to do for a connection. Each has its own time, cursor and failures."""

    DELIVER = "deliver"  # what the service sent and nobody has read yet
    POLL = "poll"
    ACL = "acl"
    RENEW = "renew"
    BACKFILL = "backfill"


class Purpose(StrEnum):
    CONNECT = "connect"  # a source for the team, or a person's own
    LINK = "link"  # only to learn who somebody is there


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """One way to the service's consent page and back. `code_challenge` is S256 (RFC 7636)."""

    state: str
    redirect_uri: str
    code_verifier: str
    code_challenge: str
    purpose: Purpose = Purpose.CONNECT


@dataclass(frozen=True, slots=True)
class Connected:
    """What a completed authorization gives. Credentials are sealed before they are stored.

    `account_id` is stable at the service (workspace, mailbox, installation, guild): connecting the
    same account again goes on with the same integration, and deliveries find it by it.
    `identity` is the person who authorized, as far as the service told: `handle` is their id there.
    """

    account_id: str
    account_name: str
    credentials: Mapping[str, str] = field(repr=False)
    scopes: tuple[str, ...] = ()
    identity: Person | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """What one call brought, and how to go on.

    From `backfill`, a cursor of None means that all is read; from `poll` and `refresh_acl` the
    cursor is kept for the next time, and `more` says not to wait for it. `expected` is how many
    readings the whole backfill will bring, as far as known. `audiences` are complete lists of
    members, of private places whose items need not be in this page; a list that is not known to be
    complete is left out. `then` names tasks to do at once, and `restart` reads again from
    a cursor of the backfill's, after what is being read already (items that are unchanged cost
    nothing). `gone` are thread keys of which nothing is left at the service, one that ends in `*`
    for all that begin so; `emptied` are places of which nothing is left, and `closed` those that
    only their members may see from now on, by what the external ids of their items begin with: all
    three hold at once, for all that is stored. `account_name` is the account's where it changed.
    """

    readings: Sequence[SourceRecord | Refusal] = ()
    cursor: Cursor | None = None
    more: bool = False
    expected: int | None = None
    audiences: Sequence[Audience] = ()
    then: frozenset[Task] = frozenset()
    restart: Cursor | None = None
    gone: Sequence[str] = ()
    emptied: Sequence[str] = ()
    closed: Mapping[str, Audience] = field(default_factory=dict)
    account_name: str = ""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One delivery of a service for one account, verified.

    `delivery_id` is the same when the same thing is sent again; `event` says what it is, never what
    is in it. `at` is when it arrived. One that `revives` says that credentials hold again which did
    not: the connection goes on.
    """

    account_id: str
    delivery_id: str
    event: str
    body: bytes = field(repr=False)
    at: datetime
    revives: bool = False


@dataclass(frozen=True, slots=True)
class Verified:
    """What a genuine request holds, and the answer the service waits for."""

    incoming: tuple[Incoming, ...] = ()
    answer: bytes = b""
    content_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Choice:
    """Something of the account that can be collected or not. `audience`: None where all may see."""

    id: str
    name: str
    kind: str  # channel | repository | label | page
    audience: Audience | None = None


class LiveConnector(Protocol):
    """A source that is connected to; its folder exports one instance, which the registry lists.

    A method whose ability is not claimed is never called; `connectors.live.inert.Inert` has them
    all, for a connector to inherit from.
    """

    @property
    def kind(self) -> str:
        """As people type it, and as its settings are named: MOMO_APP_<KIND>_<SETTING>."""
        ...

    @property
    def source(self) -> str:
        """gmail, github, notion, slack or discord: where the items come from."""
        ...

    @property
    def title(self) -> str: ...

    @property
    def abilities(self) -> Ability: ...

    @property
    def default_visibility(self) -> Visibility:
        """Private: of whoever connects it. Any other is the team's, and admins connect it."""
        ...

    @property
    def app_settings(self) -> Sequence[AppSetting]:
        """What an operator sets once for all teams: the app as it is registered at the service."""
        ...

    @property
    def scopes(self) -> Sequence[tuple[str, str]]:
        """What is asked of the service, each with what it is for."""
        ...

    @property
    def poll_every(self) -> timedelta: ...

    @property
    def max_delivery_bytes(self) -> int: ...

    def authorization_url(self, app: App, request: AuthorizationRequest) -> str:
        """Where to send the browser. Pure."""
        ...

    def authorize(
        self, app: App, request: AuthorizationRequest, answer: Mapping[str, str]
    ) -> Connected:
        """Turn what the service sent the browser back with into credentials.

        Raises errors.Refused where it says no, or where the answer is not to this request.
        """
        ...

    def revoke(self, session: Session) -> None:
        """Give the credentials back. What the service no longer knows is no error."""
        ...

    def choices(self, session: Session) -> Iterable[Choice]: ...

    def backfill(self, session: Session, cursor: Cursor | None) -> Page:
        """The next page of what is there already; None begins. Raises errors.SourceError."""
        ...

    def poll(self, session: Session, cursor: Cursor | None) -> Page:
        """What changed since the cursor. None notes where the source stands now, before the
        backfill begins, so that nothing falls between the two. Raises errors.SourceError."""
        ...

    def verify(self, app: App, headers: Mapping[str, str], body: bytes, now: datetime) -> Verified:
        """Check a request to the webhook address. Pure, and of the raw bytes; header names are in
        lower case. Raises errors.Forged or errors.Malformed."""
        ...

    def receive(self, session: Session, incoming: Incoming) -> Page:
        """What a delivery says. Raises errors.SourceError, errors.Malformed."""
        ...

    def refresh_acl(self, session: Session, cursor: Cursor | None) -> Page:
        """The next page of `audiences`; a cursor of None ends. Raises errors.SourceError."""
        ...

    def renew(self, session: Session) -> timedelta:
        """Renew what runs out at the service. Returns when to do it again."""
        ...
