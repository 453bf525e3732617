"""API keys: `momo_<prefix>_<secret>`. Shown once; a SHA-256 of the whole is kept.

A plain hash is enough: the secret has 256 random bits, so there is nothing to guess.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db import connection
from django.utils import timezone

from momo.platform.accounts.models import Agent, ApiKey
from momo.platform.accounts.services import AccountError
from momo.platform.audit import services as audit
from momo.platform.tenancy.context import Scope, acting_as, current

LAST_USED_PRECISION = timedelta(minutes=1)  # so that a busy key is not one write a request


class KeyScope(StrEnum):
    """What a key may do."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Authenticated:
    """Who a valid key acts as."""

    scope: Scope
    key_id: UUID
    key_scopes: frozenset[str]


def create_agent(name: str) -> Agent:
    agent: Agent = Agent.objects.create(name=name)
    audit.record("agent.created", subject=str(agent.id))
    return agent


def rename_agent(agent: Agent, name: str) -> None:
    agent.name = name
    agent.save(update_fields=["name"])
    audit.record("agent.renamed", subject=str(agent.id))


def delete_agent(agent_id: UUID) -> None:
    """Its keys open nothing any more. What it wrote and shared stays.

    Raises AccountError where the current team has no such program.
    """
    deleted, _ = Agent.objects.filter(id=agent_id, kind=Agent.Kind.PROGRAM).delete()
    if not deleted:
        raise AccountError("There is no such agent.")
    now = timezone.now()
    ApiKey.objects.filter(principal_id=agent_id, revoked_at=None).update(revoked_at=now)
    audit.record("agent.deleted", subject=str(agent_id))


def create_key(
    *,
    principal_id: UUID,
    name: str,
    scopes: Collection[str] = (KeyScope.READ,),
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """Make a key for a principal of the current team. Returns its row and the key itself.

    Raises AccountError for an unknown scope or an expiry in the past.
    """
    unknown = set(scopes) - set(KeyScope)
    if unknown or not scopes:
        raise AccountError(f"A key's scopes are {', '.join(KeyScope)}.")
    if expires_at and expires_at <= timezone.now():
        raise AccountError("The key would have expired already: choose a later time.")
    prefix, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
    plain = f"momo_{prefix}_{secret}"
    key: ApiKey = ApiKey.objects.create(
        principal_id=principal_id,
        name=name,
        prefix=prefix,
        digest=_digest(plain),
        scopes=sorted(scopes),
        expires_at=expires_at,
    )
    audit.record("key.created", subject=str(key.id), scopes=key.scopes)
    return key, plain


def rename_key(key: ApiKey, name: str) -> None:
    key.name = name
    key.save(update_fields=["name"])
    audit.record("key.renamed", subject=str(key.id))


def rotate_key(key: ApiKey) -> tuple[ApiKey, str]:
    """Revoke a key and make one that may do the same. Returns its row and the key itself.

    Raises AccountError for a key that is not in force.
    """
    revoke_key(key.id)
    return create_key(
        principal_id=key.principal_id, name=key.name, scopes=key.scopes, expires_at=key.expires_at
    )


def revoke_key(key_id: UUID) -> None:
    """Raises AccountError where the current team has no such key in force."""
    now = timezone.now()
    if not ApiKey.objects.filter(id=key_id, revoked_at=None).update(revoked_at=now):
        raise AccountError("There is no such key in force.")
    audit.record("key.revoked", subject=str(key_id))


def authenticate(plain: str) -> Authenticated | None:
    """Who a key acts as, or None for a key that is unknown, wrong, expired or revoked."""
    parts = plain.split("_", 2)
    if len(parts) != 3 or parts[0] != "momo":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM momo_api_key(%s)", [parts[1]])
        rows = cursor.fetchall()
    for team_id, key_id, principal_id, digest, scopes, expires_at, revoked_at in rows:
        in_force = revoked_at is None and (expires_at is None or expires_at > timezone.now())
        if hmac.compare_digest(bytes(digest), _digest(plain)) and in_force:
            scope = Scope(team_id, principal_id)
            _mark_used(scope, key_id)
            return Authenticated(scope, key_id, frozenset(scopes))
    return None


def keys_visible_to(*, is_admin: bool) -> list[ApiKey]:
    """The team's keys for an admin, one's own for anyone else; newest first."""
    keys = ApiKey.objects.order_by("-created_at")
    return list(keys if is_admin else keys.filter(principal_id=current().principal_id))


def _mark_used(scope: Scope, key_id: UUID) -> None:
    now = timezone.now()
    with acting_as(scope.team_id, scope.principal_id):
        ApiKey.objects.filter(id=key_id).exclude(last_used_at__gt=now - LAST_USED_PRECISION).update(
            last_used_at=now
        )


def _digest(plain: str) -> bytes:
    return hashlib.sha256(plain.encode()).digest()
