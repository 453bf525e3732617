"""Who asks, in which team, and what they may do: `request.auth` of every team endpoint."""

from dataclasses import dataclass
from uuid import UUID

from momo.platform.accounts.keys import KeyScope
from momo.platform.accounts.models import Role
from momo.platform.tenancy.context import Scope

EVERYTHING = frozenset(KeyScope)  # what a person who signed in may do, as far as the role goes
MANAGING = frozenset({Role.OWNER, Role.ADMIN})


@dataclass(frozen=True, slots=True)
class Access:
    """`allowed` holds the key scopes; without a key, all of them."""

    scope: Scope
    role: str
    allowed: frozenset[str] = EVERYTHING

    @property
    def is_admin(self) -> bool:
        """Whether they may manage the team: by role, and with a key by its scope too."""
        return self.role in MANAGING and KeyScope.ADMIN in self.allowed

    @property
    def is_owner(self) -> bool:
        return self.is_admin and self.role == Role.OWNER


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """`request.user` of a request with an API key: a user's or an agent's id."""

    id: UUID
    is_authenticated: bool = True
    is_active: bool = True
