"""The way to a service's consent page and back."""

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.core import signing
from django.utils import timezone

from connectors.live import connecting, identities
from connectors.live.contract import (
    AuthorizationRequest,
    LiveConnector,
    Purpose,
)
from connectors.live.errors import Refused
from connectors.live.models import (
    Authorization,
    Connection,
    LinkedIdentity,
)
from connectors.live.opened import app_of
from connectors.live.refusals import Unknown
from connectors.live.tuning import AUTHORIZATION
from connectors.registry import LIVE_CONNECTORS
from connectors.runs import is_private
from momo.platform.accounts import services as accounts
from momo.platform.accounts.models import Membership
from momo.platform.accounts.services import NotAllowed
from momo.platform.tenancy.context import Scope, acting_as, current
from momo.platform.tenancy.visibility import Visibility
from momo.platform.vault import services as vault

TABLE = "authorization"
_SALT = "momo connect"


@dataclass(frozen=True, slots=True)
class Started:
    """Where to send the browser, and how the way back is known."""

    authorization_id: UUID
    url: str


def connector_of(kind: str) -> LiveConnector:
    """Raises Unknown."""
    if kind not in LIVE_CONNECTORS:
        raise Unknown(
            f"There is no source {kind[:20]!r}: it is one of {', '.join(LIVE_CONNECTORS)}."
        )
    return LIVE_CONNECTORS[kind]


def begin(
    kind: str,
    redirect_uri: str,
    *,
    purpose: Purpose = Purpose.CONNECT,
    visibility: Visibility | None = None,
    to_page: bool = False,
) -> Started:
    """Prepare a way to the service's consent page, for the current principal.

    `to_page`: it ends in the web client, where that is open in the browser that comes back.
    Raises Unknown, NotAllowed, NotConfigured.
    """
    connector, scope = connector_of(kind), current()
    wanted = _guard(connector, scope.principal_id, purpose, visibility)
    app = app_of(connector)
    verifier = secrets.token_urlsafe(48)
    row = Authorization(
        kind=kind, purpose=purpose, redirect_uri=redirect_uri, chosen_visibility=wanted,
        visibility=Visibility.PRIVATE, owner_id=scope.principal_id, sealed_verifier=b"",
        expires_at=timezone.now() + AUTHORIZATION,
    )  # fmt: skip
    row.sealed_verifier = vault.seal(verifier, table=TABLE, row_id=row.id, field="sealed_verifier")
    Authorization.objects.filter(expires_at__lt=timezone.now()).delete()
    row.save()
    asked = _request(row, verifier, scope, to_page)
    return Started(row.id, connector.authorization_url(app, asked))


def _guard(
    connector: LiveConnector, principal_id: UUID, purpose: Purpose, visibility: Visibility | None
) -> Visibility:
    if not Membership.objects.filter(id=principal_id).exists():
        raise NotAllowed("A person connects a source: sign in, a key cannot.")
    wanted = visibility or Visibility(connector.default_visibility)
    if (
        purpose == Purpose.CONNECT
        and not is_private(wanted)
        and not accounts.is_admin(principal_id)
    ):
        raise NotAllowed("A source that the team shares is connected by its owner or an admin.")
    return wanted


def _request(
    row: Authorization, verifier: str, scope: Scope, to_page: bool = False
) -> AuthorizationRequest:
    digest = hashlib.sha256(verifier.encode()).digest()
    named = [row.id.hex, scope.team_id.hex, scope.principal_id.hex, to_page]
    return AuthorizationRequest(
        state=signing.dumps(named, salt=_SALT),
        redirect_uri=row.redirect_uri,
        code_verifier=verifier,
        code_challenge=base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        purpose=Purpose(row.purpose),
    )


@dataclass(frozen=True, slots=True)
class WayBack:
    """Who began the authorization that a browser came back from."""

    authorization_id: UUID
    scope: Scope
    to_page: bool


def way_back(state: str) -> WayBack:
    """Raises Refused where the state is not one of ours, or too old."""
    try:
        named = signing.loads(state, salt=_SALT, max_age=AUTHORIZATION)
    except signing.BadSignature:
        raise Refused(
            "This authorization is not one that began here, or too old: begin again."
        ) from None
    row_id, team_id, principal_id, to_page = named
    return WayBack(UUID(row_id), Scope(UUID(team_id), UUID(principal_id)), to_page)


def keep_answer(back: WayBack, answer: Mapping[str, str]) -> str:
    """Keep what a browser brought that nobody is signed in with. Returns the code by which the one
    who began finishes it: only they are asked for it. Raises Refused."""
    code = secrets.token_hex(4)
    with acting_as(back.scope.team_id, back.scope.principal_id):
        row = _pending(back.authorization_id)
        text = json.dumps({"answer": dict(answer), "code": code})
        row.sealed_answer = vault.seal(text, table=TABLE, row_id=row.id, field="sealed_answer")
        row.save(update_fields=["sealed_answer"])
    return code


def kept_answer(scope: Scope, authorization_id: UUID, code: str) -> dict[str, str]:
    """What `keep_answer` kept, for who brings the code. Raises Refused."""
    with acting_as(scope.team_id, scope.principal_id):
        row = _pending(authorization_id)
        if row.sealed_answer is None:
            raise Refused("The service has not answered yet: allow it in the browser first.")
        opened = vault.unseal(row.sealed_answer, table=TABLE, row_id=row.id, field="sealed_answer")
        kept = json.loads(opened)
        is_right = secrets.compare_digest(kept["code"].encode(), code.strip().lower().encode())
        if not is_right:
            _use(row)  # one guess, then it begins again
    if not is_right:
        raise Refused("That is not the code that the page shows: begin again.")
    return dict(kept["answer"])


def complete(
    scope: Scope, authorization_id: UUID, answer: Mapping[str, str]
) -> Connection | LinkedIdentity:
    """Turn the service's answer into a connection, or into who somebody is there.

    Of who connects what is theirs alone the team does not learn who they are at the service. Call
    outside a transaction: it asks the service. Raises Refused, NotAllowed, SourceError.
    """
    with acting_as(scope.team_id, scope.principal_id):
        row = _pending(authorization_id)
        sealed = row.sealed_verifier
        verifier = vault.unseal(sealed, table=TABLE, row_id=row.id, field="sealed_verifier")
        _use(row)
        connector, visibility = connector_of(row.kind), Visibility(row.chosen_visibility)
        _guard(connector, scope.principal_id, Purpose(row.purpose), visibility)  # is it still so?
    request = _request(row, verifier.decode(), scope)
    connected = connector.authorize(app_of(connector), request, answer)
    with acting_as(scope.team_id, scope.principal_id):
        is_link = row.purpose == Purpose.LINK
        if is_link or not is_private(visibility):
            identity = identities.link(connector.source, connected)
        if not is_link:
            return connecting.connect(connector, connected, visibility)
        if identity is None:
            raise Refused("The service did not say who you are there: try again.")
        return identity


def _pending(authorization_id: UUID) -> Authorization:
    row: Authorization | None = Authorization.objects.filter(
        id=authorization_id, used_at__isnull=True, expires_at__gt=timezone.now()
    ).first()
    if row is None:
        raise Refused("This authorization was used already, or is too old: begin again.")
    return row


def _use(row: Authorization) -> None:
    rows = Authorization.objects.filter(id=row.id, used_at__isnull=True)
    if not rows.update(used_at=timezone.now(), sealed_answer=None):
        raise Refused("This authorization was used already: begin again.")
